import { Recent } from './recent.ts';

/** Results by key, each computed once and never twice at the same time; the ones least recently asked for are forgotten first. */
export class Remembered<Result> {
  readonly #results: Recent<Promise<Result>>;

  constructor(most: number) {
    this.#results = new Recent(most);
  }

  async get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const known = this.#results.get(key);
    if (known) return known;
    const result = compute();
    this.#results.set(key, result);
    try {
      return await result;
    } catch (error) {
      // A failure is nobody's answer but of those who waited for it.
      if (this.#results.get(key) === result) this.#results.delete(key);
      throw error;
    }
  }
}
