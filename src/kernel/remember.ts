import { hash } from 'node:crypto';
import { Recent } from './recent.ts';

/** In characters. Keys contain what clients send, so longer ones are replaced by their hash. */
const longestKey = 100;

/**
 * A cache of results by key. Callers that come during a computation share it. The least recently used result is evicted first.
 */
export class Remembered<Result> {
  readonly #results: Recent<Promise<Result>>;

  constructor(max: number) {
    this.#results = new Recent(max);
  }

  async get(question: string, compute: () => Promise<Result>): Promise<Result> {
    const key = question.length > longestKey ? hash('sha256', question, 'base64url') : question;
    const known = this.#results.get(key);
    if (known) return known;
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
