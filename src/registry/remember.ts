/** Results by key, each computed once and never twice at the same time; the ones least recently asked for are forgotten first. */
export class Remembered<Result> {
  readonly #results = new Map<string, Promise<Result>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  async get(key: string, compute: () => Promise<Result>): Promise<Result> {
    const known = this.#results.get(key);
    const result = known ?? compute();
    this.#results.delete(key);
    this.#results.set(key, result);
    if (this.#results.size > this.#most) this.#results.delete(this.#results.keys().next().value ?? '');
    if (known) return known;
    try {
      return await result;
    } catch (error) {
      // A failure is nobody's answer but of those who waited for it.
      if (this.#results.get(key) === result) this.#results.delete(key);
      throw error;
    }
  }
}
