import { setImmediate } from 'node:timers/promises';

/** Work on the main thread goes on so long before everything else has its turn. */
const maxStepMs = 4;

/** Divides long work into steps: it asks after each piece whether the step is over, and then pauses. */
export class Steps {
  #end = performance.now() + maxStepMs;

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async pause(): Promise<void> {
    await setImmediate();
    this.#end = performance.now() + maxStepMs;
  }
}
