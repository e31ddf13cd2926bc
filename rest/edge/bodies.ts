import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BoundedCache } from '../../src/kernel/bounded-cache.ts';

/** An answer as it is sent, perhaps more than once. */
export interface Rendered {
  status: number;
  body: string | Buffer | undefined;
  headers: Record<string, string>;
  /** What it costs, where that depends on its data. */
  units?: number;
}

/** In bytes: what it takes to remember an answer beside its text, and a question that was asked once. Keys have one length. */
const overhead = { answer: 600, question: 200 };
/** No answer may take a larger share of the room, and the questions that were asked once have so much of it together. */
const shares = { answer: 1 / 16, questions: 1 / 8 };

/** The key of a question for one version of the data: of a few characters, however long the question is. */
export const keyOf = (version: string, operationId: string, variables: object): string =>
  hash('sha256', JSON.stringify([version, operationId, variables]), 'base64url');

const sizeOf = ({ body = '' }: Rendered): number => Buffer.byteLength(body) + overhead.answer;

/**
 * Rendered answers by version of the data and question, within a number of bytes. They hold nothing of the caller: request id and
 * limits are written for each request. An answer is kept when it is asked for a second time, so that a client that walks through
 * all records doesn't drive out the popular ones. The least recently used are forgotten first.
 */
export class Bodies {
  readonly #answers: LRUCache<string, Rendered>;
  readonly #once: BoundedCache<true>;

  constructor(room: number) {
    const questions = Math.floor((room * shares.questions) / overhead.question);
    this.#once = new BoundedCache(Math.max(1, questions));
    this.#answers = new LRUCache({
      maxSize: Math.max(1, room - questions * overhead.question),
      maxEntrySize: Math.max(1, Math.floor(room * shares.answer)),
      sizeCalculation: sizeOf,
    });
  }

  get(key: string): Rendered | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: Rendered): void {
    if (this.#answers.has(key) || sizeOf(answer) > this.#answers.maxEntrySize) return;
    if (!this.#once.has(key)) {
      this.#once.set(key, true);
      return;
    }
    this.#once.delete(key);
    this.#answers.set(key, { ...answer, body: Buffer.from(answer.body ?? '') });
  }

  /** In bytes. */
  get used(): number {
    return this.#answers.calculatedSize + this.#once.size * overhead.question;
  }
}
