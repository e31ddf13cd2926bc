import { within } from './deadline.ts';

/** In milliseconds: for the whole way down, and for a step that doesn't say. An orchestrator kills what takes longer than ten seconds. */
const limits = { all: 9_000, step: 1_500 };

type Work = (linger: number) => unknown;

export interface StepOptions {
  limit?: number;
  /** Something is lost where this is not done. */
  isVital?: boolean;
}

/** What was started, to be taken down in reverse, also when a later step of the start fails. No step holds up the others for ever, nor by failing. */
export class Teardown {
  readonly #steps: { work: Work; limit: number; isVital: boolean }[] = [];
  readonly #limit: number;
  #running: Promise<void> | undefined;
  #isLossless = true;

  constructor(limit = limits.all) {
    this.#limit = limit;
  }

  push(work: Work, { limit = limits.step, isVital = false }: StepOptions = {}): void {
    this.#steps.push({ work, limit, isVital });
  }

  /**
   * Each step once, and done for all who ask; `linger` is for how many milliseconds requests are still taken. Tells whether all that is vital
   * was done.
   */
  async run(linger = 0): Promise<boolean> {
    this.#running ??= this.#all(linger).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    return this.#isLossless;
  }

  async #all(linger: number): Promise<void> {
    const end = performance.now() + this.#limit;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      const isDone = await within(Math.min(step.limit, end - performance.now()), done(step.work, linger), () => false);
      if (step.isVital && !isDone) this.#isLossless = false;
    }
  }
}

/** Whether it went well. */
const done = async (work: Work, linger: number): Promise<boolean> => {
  try {
    await work(linger);
    return true;
  } catch {
    return false;
  }
};
