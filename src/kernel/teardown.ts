import { within } from './running/deadline.ts';

/** For all steps, and for a step without its own limit. Orchestrators kill a process after ten seconds. */
const limits = { allMs: 9_000, stepMs: 1_500 };

type Work = (lingerMs: number) => unknown;

/**
 * Takes down what was started, in reverse order, also if a later step of the start fails. A step that hangs or fails does not
 * stop the others.
 */
export class Teardown {
  readonly #steps: { work: Work; limitMs: number; isVital: boolean }[] = [];
  readonly #limitMs: number;
  readonly #beginning = new AbortController();
  #running: Promise<void> | undefined;
  #isLossless = true;

  constructor(limitMs = limits.allMs) {
    this.#limitMs = limitMs;
  }

  /** Aborted when the teardown begins, so that a start that is still under way can stop. */
  get signal(): AbortSignal {
    return this.#beginning.signal;
  }

  /** Data is lost if a vital step fails. */
  push(work: Work, { limitMs = limits.stepMs, isVital = false } = {}): void {
    this.#steps.push({ work, limitMs, isVital });
  }

  /**
   * Runs each step once, for all callers. Requests are still accepted during `lingerMs`.
   * Returns whether all vital steps succeeded.
   */
  async run(lingerMs = 0): Promise<boolean> {
    this.#beginning.abort();
    this.#running ??= this.#all(lingerMs).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    return this.#isLossless;
  }

  async #all(lingerMs: number): Promise<void> {
    const end = performance.now() + this.#limitMs;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      const isDone = await within(Math.min(step.limitMs, end - performance.now()), succeeds(step.work, lingerMs), () => false);
      if (step.isVital && !isDone) this.#isLossless = false;
    }
  }
}

/** Whether the work succeeded. */
const succeeds = async (work: Work, lingerMs: number): Promise<boolean> => {
  try {
    await work(lingerMs);
    return true;
  } catch {
    return false;
  }
};
