import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BoundedCache } from '../../src/kernel/bounded-cache.ts';

/** A rendered answer, which may be sent more than once. */
export interface Rendered {
  status: number;
  body: string | Buffer | undefined;
  headers: Record<string, string>;
  /** Its cost, if that depends on its data. */
  units?: number;
}

/** In bytes: the memory of a cached answer besides its text, and of a question that was asked once. Keys have a fixed length. */
const overhead = { answer: 600, question: 200 };
/** The largest share of the memory for one answer, and for all questions that were asked once. */
const shares = { answer: 1 / 16, questions: 1 / 8 };

/** The cache key of a question for one version of the data. Its length does not depend on the question. */
export const keyOf = (version: string, operationId: string, variables: object): string =>
  hash('sha256', JSON.stringify([version, operationId, variables]), 'base64url');

const sizeOf = ({ body = '' }: Rendered): number => Buffer.byteLength(body) + overhead.answer;

/**
 * A cache of rendered answers by version of the data and question, limited in bytes. They have nothing of the caller: request id
 * and limits are written for each request. An answer is cached when it is requested a second time, so that a client that reads
 * all records doesn't evict the popular ones. The least recently used are evicted first.
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
