/** How often the waiting answers are checked. */
const checkIntervalMs = 10;

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
  /** No answer times out sooner. */
  readonly leastMs: number;
  readonly #checks: number;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  /** In a process that is not busy, answers time out after about the limit. */
  constructor(limitMs: number) {
    this.#checks = Math.ceil(limitMs / checkIntervalMs);
    this.leastMs = checkIntervalMs * (this.#checks - 1);
  }

  within<Result>(answer: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { checks: 0, timeOut: () => reject(new Error('There was no answer in time')) };
      this.#waiting.add(waiting);
      this.#timer ??= setInterval(() => this.#check(), checkIntervalMs).unref();
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
