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

/**
 * Runs a few jobs at a time: those of each key in the order of the calls, and the keys in turns. So nobody waits for all jobs of
 * somebody else. A job that fails does not stop the next one.
 */
export class AlternatingQueue {
  readonly #width: number;
  #running = 0;
  /** The jobs that wait, by key. The key whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(width = 1) {
    this.#width = width;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#width) this.#running += 1;
    else await this.#place(key);
    try {
      return await work();
    } finally {
      this.#moveBack(key);
      this.#giveTo(this.#waiting.keys().next().value);
    }
  }

  #place(key: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const jobs = this.#waiting.get(key) ?? [];
    jobs.push(resolve);
    this.#waiting.set(key, jobs);
    return promise;
  }

  /** Behind the keys that wait for a turn. */
  #moveBack(key: string): void {
    const jobs = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (jobs && jobs.length > 0) this.#waiting.set(key, jobs);
  }

  /** Its first job takes the place of one that has ended. */
  #giveTo(key: string | undefined): void {
    const start = key === undefined ? undefined : this.#waiting.get(key)?.shift();
    if (key === undefined || !start) this.#running -= 1;
    else {
      this.#moveBack(key);
      start();
    }
  }
}
