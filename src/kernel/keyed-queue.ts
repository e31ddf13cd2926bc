/** Runs the jobs of each key one after another, in the order of the calls. A job that fails does not stop the next one. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const job = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    this.#last.set(key, job);
    try {
      return await job;
    } finally {
      if (this.#last.get(key) === job) this.#last.delete(key);
    }
  }
}
