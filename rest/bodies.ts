import { LRUCache } from 'lru-cache';
import { Recent } from '../src/kernel/recent.ts';

/** An answer as it is sent, perhaps more than once. */
export interface Rendered {
  status: number;
  body: string | Buffer | undefined;
  headers: Record<string, string>;
  /** What it costs, where that depends on its data. */
  units?: number;
}

/** In bytes: what it takes to remember an answer, beside its text. */
const overhead = 500;
/** No answer may take a larger share of the room. */
const largestShare = 1 / 16;
/** How many addresses are remembered that were asked for once. */
const noted = 20_000;

const sizeOf = ({ body = '' }: Rendered, key: string): number => 2 * key.length + Buffer.byteLength(body) + overhead;

/**
 * Rendered answers by version of the data and address, within a number of bytes. They hold nothing of the caller: request id and
 * limits are written for each request. An answer is kept when it is asked for a second time, so that a client that walks through
 * all records doesn't drive out the popular ones. The least recently used are forgotten first.
 */
export class Bodies {
  readonly #answers: LRUCache<string, Rendered>;
  readonly #once = new Recent<true>(noted);

  constructor(room: number) {
    const maxEntrySize = Math.floor(room * largestShare);
    this.#answers = new LRUCache({
      maxSize: Math.max(1, room),
      maxEntrySize: Math.max(1, maxEntrySize),
      sizeCalculation: sizeOf,
    });
  }

  get(key: string): Rendered | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: Rendered): void {
    if (this.#answers.has(key) || sizeOf(answer, key) > this.#answers.maxEntrySize) return;
    if (!this.#once.has(key)) {
      this.#once.set(key, true);
      return;
    }
    this.#once.delete(key);
    this.#answers.set(key, { ...answer, body: Buffer.from(answer.body ?? '') });
  }

  /** In bytes. */
  get used(): number {
    return this.#answers.calculatedSize;
  }
}
