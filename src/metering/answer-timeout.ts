/** In milliseconds: how often the waiting answers are checked. */
const lookInterval = 10;

interface Waiting {
  looks: number;
  giveUp: () => void;
}

/**
 * A timeout for answers from the network. An ordinary timer also runs while this process is too busy to read an answer that has
 * arrived, and would take a fast Redis for a slow one. So time is counted in turns of the event loop, each of which could have
 * read the answer.
 */
export class AnswerTimeout {
  /** In milliseconds: no answer is given up sooner. */
  readonly least: number;
  readonly #looks: number;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  /** `limit` is in milliseconds. A process that is not busy gives up after about that time. */
  constructor(limit: number) {
    this.#looks = Math.ceil(limit / lookInterval);
    this.least = lookInterval * (this.#looks - 1);
  }

  within<Result>(answer: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { looks: 0, giveUp: () => reject(new Error('There was no answer in time')) };
      this.#waiting.add(waiting);
      this.#timer ??= setInterval(() => this.#look(), lookInterval).unref();
      const settle = <Value>(end: (value: Value) => void) => {
        return (value: Value) => {
          this.#waiting.delete(waiting);
          end(value);
        };
      };
      answer.then(settle(resolve), settle(reject));
    });
  }

  #look(): void {
    for (const waiting of this.#waiting) {
      waiting.looks += 1;
      if (waiting.looks < this.#looks) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
