import { Failure } from '../kernel/errors.ts';
import { networkOf } from '../kernel/networks.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';

/* Limits per minute and network: counted in Redis for all instances, or in this process without Redis and while it is down. */

export const failuresPerMinute = 300;

/** Counts failed credentials by network. Good credentials are not counted. */
export function failedCredentials(redis: RedisClient | undefined, now: () => number, onFailure = () => {}) {
  const limiter = new MinuteLimiter({ name: 'failed-credentials', points: failuresPerMinute, redis });
  /** The time until which each network over the limit is refused. */
  const refused = new Map<string, number>();
  const leftMs = (network: string): number => (refused.get(network) ?? Number.NEGATIVE_INFINITY) - now();

  return {
    /** Whether this IP address is refused for the rest of the minute. */
    isRefused: (ip: string): boolean => leftMs(networkOf(ip)) > 0,

    /** Counts a failure. Throws if the limit is exceeded. */
    count: async (ip: string): Promise<void> => {
      onFailure();
      const network = networkOf(ip);
      const left = leftMs(network);
      if (left > 0) throw tooManyFailures(left);
      const waitMs = await limiter.take(network);
      if (waitMs === 0) return;
      refused.set(network, now() + waitMs);
      setTimeout(() => refused.delete(network), waitMs).unref();
      throw tooManyFailures(waitMs);
    },
  };
}

const tooManyFailures = (waitMs: number) =>
  new Failure('rate_limit_exceeded', 'Too many credentials from this address failed.', { retryAfter: waitMs / 1000 });

/** How many sign-ins may begin, and how many may return. */
export const signInsPerMinute = 60;

/**
 * Counts sign-ins by network. Anyone can begin a sign-in, and one that returns costs a statement and a request to the identity
 * provider.
 */
export function signInLimit(redis: RedisClient | undefined) {
  const limiter = (name: string) => new MinuteLimiter({ name: `sign-in-${name}`, points: signInsPerMinute, redis });
  const limiters = { begun: limiter('begun'), returned: limiter('returned') };

  /** Throws if the network is over the limit. */
  return async (step: keyof typeof limiters, ip: string): Promise<void> => {
    const waitMs = await limiters[step].take(networkOf(ip));
    if (waitMs === 0) return;
    const retryAfter = Math.ceil(waitMs / 1000);
    const message = `There were too many sign-ins from this address. Try again in ${retryAfter} seconds.`;
    throw new Failure('rate_limit_exceeded', message, { retryAfter });
  };
}
