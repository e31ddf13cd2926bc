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

/** The memory of a cached answer besides its text, and of a request that came once. Keys have a fixed length. */
const overheadBytes = { answer: 600, request: 200 };
/** The largest share of the memory for one answer, and for all requests that came once. */
const shares = { answer: 1 / 16, requests: 1 / 8 };

/** The cache key of a request for one version of the data. Its length does not depend on the request. */
export const keyOf = (version: string, operationId: string, variables: object): string =>
  hash('sha256', JSON.stringify([version, operationId, variables]), 'base64url');

const bytesOf = ({ body = '' }: Rendered): number => Buffer.byteLength(body) + overheadBytes.answer;

/**
 * A cache of rendered answers by version of the data and request, limited in bytes. They have nothing of the caller: request id
 * and limits are written for each request. An answer is cached when it is requested a second time, so that a client that reads
 * all records doesn't evict the popular ones. The least recently used are evicted first.
 */
export class Bodies {
  readonly #answers: LRUCache<string, Rendered>;
  readonly #once: BoundedCache<true>;

  constructor(maxBytes: number) {
    const requests = Math.floor((maxBytes * shares.requests) / overheadBytes.request);
    this.#once = new BoundedCache(Math.max(1, requests));
    this.#answers = new LRUCache({
      maxSize: Math.max(1, maxBytes - requests * overheadBytes.request),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * shares.answer)),
      sizeCalculation: bytesOf,
    });
  }

  get(key: string): Rendered | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: Rendered): void {
    if (this.#answers.has(key) || bytesOf(answer) > this.#answers.maxEntrySize) return;
    if (!this.#once.has(key)) {
      this.#once.set(key, true);
      return;
    }
    this.#once.delete(key);
    this.#answers.set(key, { ...answer, body: Buffer.from(answer.body ?? '') });
  }

  /** In bytes. */
  get used(): number {
    return this.#answers.calculatedSize + this.#once.size * overheadBytes.request;
  }
}
