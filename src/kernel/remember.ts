import { Recent } from './recent.ts';

/** Results by key, each computed once and never twice at the same time. The least recently used are forgotten first. */
export class Remembered<Result> {
  readonly #results: Recent<Promise<Result>>;

  constructor(max: number) {
    this.#results = new Recent(max);
  }

  async get(key: string, compute: () => Promise<Result>): Promise<Result> {
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
