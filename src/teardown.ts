/** What was started, to be taken down in reverse, also when a later step of the start fails. */
export class Teardown {
  readonly #steps: ((linger: number) => unknown)[] = [];
  #running: Promise<void> | undefined;

  push(step: (linger: number) => unknown): void {
    this.#steps.push(step);
  }

  /** Each step once, and done for all who ask; `linger` is for how many milliseconds requests are still taken. */
  async run(linger = 0): Promise<void> {
    this.#running ??= this.#all(linger).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #all(linger: number): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step(linger);
  }
}
