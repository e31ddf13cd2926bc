import { LRUCache } from 'lru-cache';

import type { SentFile } from './route.ts';

/** An answer as it is sent, perhaps more than once. */
export interface Rendered {
  status: number;
  body: string | Buffer | undefined;
  headers: Record<string, string>;
  /** In place of the body. */
  file?: SentFile;
}

/** In bytes, of what it takes to remember an answer beside its text. */
const overhead = 500;
/** No answer may take more than this share of the room. */
const largestShare = 1 / 16;
/** So many addresses that were asked for once are known. */
const noted = 20_000;

const sizeOf = ({ body = '' }: Rendered, key: string): number => 2 * key.length + Buffer.byteLength(body) + overhead;

/**
 * Rendered answers by version of the data and address, within a number of bytes. They hold nothing of the caller: metering, request ids and
 * limits belong to each request. An answer is kept when it is asked for a second time. So a walk through all records does not push out the
 * records that are asked for often.
 */
export class Bodies {
  readonly #answers: LRUCache<string, Rendered>;
  readonly #once = new LRUCache<string, true>({ max: noted });

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
