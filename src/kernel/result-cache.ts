import { hash } from 'node:crypto';
import { BoundedCache } from './bounded-cache.ts';

/** Keys contain what clients send, so longer ones are replaced by their hash. */
const maxKeyCharacters = 100;

/**
 * A cache of results by key. Callers that come during a computation share it. The least recently used result is evicted first.
 */
export class ResultCache<Result> {
  readonly #results: BoundedCache<Promise<Result>>;

  constructor(maxEntries: number) {
    this.#results = new BoundedCache(maxEntries);
  }

  async get(name: string, compute: () => Promise<Result>): Promise<Result> {
    const key = name.length > maxKeyCharacters ? hash('sha256', name, 'base64url') : name;
    const cached = this.#results.get(key);
    if (cached) return cached;
    const result = compute();
    this.#results.set(key, result);
    try {
      return await result;
    } catch (error) {
      // Failures are not cached.
      if (this.#results.peek(key) === result) this.#results.delete(key);
      throw error;
    }
  }
}
