import type { Config } from '../config/config.ts';
import type { Readiness } from '../database/readiness.ts';
import type { RedisClient } from '../redis/redis.ts';

const stopping = 'the service is about to stop';
/** The only problem of a service that would be ready if it were warm. */
export const warmingUp = 'the service is warming up';

interface HealthParts {
  version: string;
  readiness: Pick<Readiness, 'check'>;
  /** Undefined if Redis is not used. */
  redis: Pick<RedisClient, 'status'> | undefined;
  /** The features that are off because a setting is missing. */
  limitations: Config['limitations'];
  /** Whether it is not ready before it is warm. */
  startsCold: boolean;
  date(): Date;
  /** Called when the service becomes ready, or unready for a reason. */
  onChange(problem: string | undefined): void;
}

/** Answers the health probes, and describes the state of the service to operators and visitors. */
export class Health {
  readonly version: string;
  readonly limitations: Config['limitations'];
  readonly #parts: HealthParts;
  #draining = false;
  #isWarm: boolean;
  #lastProblem: string | undefined;

  constructor(parts: HealthParts) {
    this.version = parts.version;
    this.limitations = parts.limitations;
    this.#parts = parts;
    this.#isWarm = !parts.startsCold;
  }

  time(): Date {
    return this.#parts.date();
  }

  /** Makes the service unready, because it is about to stop. */
  drain(): void {
    this.#draining = true;
  }

  /** The first requests are answered as fast as later ones. */
  becomeWarm(): void {
    this.#isWarm = true;
  }

  async ready(): Promise<boolean> {
    return (await this.problem()) === undefined;
  }

  /** Why the service is not ready, or undefined if it is. */
  async problem(): Promise<string | undefined> {
    if (this.#draining) return stopping;
    const problem = await this.#parts.readiness.check();
    if (problem !== this.#lastProblem) this.#parts.onChange(problem);
    this.#lastProblem = problem;
    if (this.#draining) return stopping;
    return problem ?? (this.#isWarm ? undefined : warmingUp);
  }

  /** Without Redis each instance counts limits by itself. */
  get redis(): 'ok' | 'unreachable' | 'not used' {
    const { redis } = this.#parts;
    return redis ? (redis.status === 'ready' ? 'ok' : 'unreachable') : 'not used';
  }
}
