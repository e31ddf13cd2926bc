/** How often it is looked whether an answer is there, in milliseconds, and how many looks it has. */
const lookInterval = 10;
const looks = 8;

/** So long everyone waits at least, in milliseconds; and not much longer, for a tenth of a second is all that a lost answer may cost. */
export const answerLimit = lookInterval * (looks - 1);

interface Waiting {
  looks: number;
  giveUp: () => void;
}

/**
 * Gives up on answers that take too long. Time is counted in looks at the network and not by the clock alone: a process that was busy itself, or
 * shares a machine that is, must not blame the one whom it asked.
 */
export class Patience {
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

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
      if (waiting.looks < looks) continue;
      this.#waiting.delete(waiting);
      waiting.giveUp();
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
