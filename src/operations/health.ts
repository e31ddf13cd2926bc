import type { Readiness } from '../database/readiness.ts';

/** What the probes are told. */
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

  /** From now on not ready: the service is about to stop. */
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
