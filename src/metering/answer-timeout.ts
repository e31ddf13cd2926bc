/** In milliseconds: how often the waiting answers are checked. */
const checkInterval = 10;

interface Waiting {
  checks: number;
  timeOut: () => void;
}

/**
 * A timeout for answers from the network. An ordinary timer also runs while this process is too busy to read an answer that has
 * arrived, so a fast Redis would seem slow. So time is counted in turns of the event loop, each of which could have read the
 * answer.
 */
export class AnswerTimeout {
  /** In milliseconds: no answer times out sooner. */
  readonly least: number;
  readonly #checks: number;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  /** `limit` is in milliseconds. In a process that is not busy, answers time out after about that time. */
  constructor(limit: number) {
    this.#checks = Math.ceil(limit / checkInterval);
    this.least = checkInterval * (this.#checks - 1);
  }

  within<Result>(answer: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { checks: 0, timeOut: () => reject(new Error('There was no answer in time')) };
      this.#waiting.add(waiting);
      this.#timer ??= setInterval(() => this.#check(), checkInterval).unref();
      const settle = <Value>(end: (value: Value) => void) => {
        return (value: Value) => {
          this.#waiting.delete(waiting);
          end(value);
        };
      };
      answer.then(settle(resolve), settle(reject));
    });
  }

  #check(): void {
    for (const waiting of this.#waiting) {
      waiting.checks += 1;
      if (waiting.checks < this.#checks) continue;
      this.#waiting.delete(waiting);
      waiting.timeOut();
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
