import type { Readiness } from '../database/readiness.ts';

/** Answers the health probes. */
export class Health {
  readonly version: string;
  readonly #readiness: Pick<Readiness, 'check'>;
  readonly #onChange: (problem: string | undefined) => void;
  #draining = false;
  #lastProblem: string | undefined;

  constructor(version: string, readiness: Pick<Readiness, 'check'>, onChange: (problem: string | undefined) => void) {
    this.version = version;
    this.#readiness = readiness;
    this.#onChange = onChange;
  }

  /** Makes the service unready, because it is about to stop. */
  drain(): void {
    this.#draining = true;
  }

  async ready(): Promise<boolean> {
    if (this.#draining) return false;
    const problem = await this.#readiness.check();
    if (problem !== this.#lastProblem) this.#onChange(problem);
    this.#lastProblem = problem;
    return problem === undefined && !this.#draining;
  }
}
