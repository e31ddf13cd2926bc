import type { Config } from '../config/config.ts';
import type { Readiness } from '../database/readiness.ts';
import type { RedisClient } from '../redis/redis.ts';

const stopping = 'the service is about to stop';
/** The only problem of a service that would be ready if it were warm. */
export const warmingUp = 'the service is warming up';

interface HealthOptions {
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

export type Health = ReturnType<typeof createHealth>;

/** Answers the health probes, and describes the state of the service to operators and visitors. */
export function createHealth({ version, limitations, readiness, redis, startsCold, date, onChange }: HealthOptions) {
  let isStopping = false;
  let isWarm = !startsCold;
  let lastProblem: string | undefined;
  return {
    version,
    limitations,
    time: date,

    /** Makes the service unready, because it is about to stop. */
    drain: () => {
      isStopping = true;
    },

    /** The first requests are answered as fast as later ones. */
    becomeWarm: () => {
      isWarm = true;
    },

    /** Why the service is not ready, or undefined if it is. */
    problem: async (): Promise<string | undefined> => {
      if (isStopping) return stopping;
      const problem = await readiness.check();
      if (problem !== lastProblem) onChange(problem);
      lastProblem = problem;
      if (isStopping) return stopping;
      return problem ?? (isWarm ? undefined : warmingUp);
    },

    /** Without Redis each instance counts limits by itself. */
    get redis(): 'ok' | 'unreachable' | 'not used' {
      return redis ? (redis.status === 'ready' ? 'ok' : 'unreachable') : 'not used';
    },
  };
}
