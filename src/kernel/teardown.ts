import { within } from './running/deadline.ts';

/** In milliseconds: for all steps, and for a step without its own limit. Orchestrators kill a process after ten seconds. */
const limits = { all: 9_000, step: 1_500 };

type Work = (linger: number) => unknown;

interface StepOptions {
  limit?: number;
  /** Data is lost if this step fails. */
  isVital?: boolean;
}

/**
 * Takes down what was started, in reverse order, also if a later step of the start fails. A step that hangs or fails does not
 * stop the others.
 */
export class Teardown {
  readonly #steps: { work: Work; limit: number; isVital: boolean }[] = [];
  readonly #limit: number;
  readonly #beginning = new AbortController();
  #running: Promise<void> | undefined;
  #isLossless = true;

  constructor(limit = limits.all) {
    this.#limit = limit;
  }

  /** Aborted when the teardown begins, so that a start that is still under way can stop. */
  get signal(): AbortSignal {
    return this.#beginning.signal;
  }

  push(work: Work, { limit = limits.step, isVital = false }: StepOptions = {}): void {
    this.#steps.push({ work, limit, isVital });
  }

  /**
   * Runs each step once, for all callers. `linger` is the number of milliseconds during which requests are still accepted.
   * Returns whether all vital steps succeeded.
   */
  async run(linger = 0): Promise<boolean> {
    this.#beginning.abort();
    this.#running ??= this.#all(linger).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    return this.#isLossless;
  }

  async #all(linger: number): Promise<void> {
    const end = performance.now() + this.#limit;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      const isDone = await within(Math.min(step.limit, end - performance.now()), succeeds(step.work, linger), () => false);
      if (step.isVital && !isDone) this.#isLossless = false;
    }
  }
}

/** Whether the work succeeded. */
const succeeds = async (work: Work, linger: number): Promise<boolean> => {
  try {
    await work(linger);
    return true;
  } catch {
    return false;
  }
};
