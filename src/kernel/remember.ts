import { hash } from 'node:crypto';
import { Recent } from './recent.ts';

/** In characters. Keys come of what clients send, so of a longer one only its hash is kept. */
const longestKey = 100;

/** Results by key, each computed once and never twice at the same time. The least recently used are forgotten first. */
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
      // Failures are not kept.
      if (this.#results.peek(key) === result) this.#results.delete(key);
      throw error;
    }
  }
}
