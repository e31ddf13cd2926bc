import { Failure } from '../kernel/errors.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';
import { networkOf } from './failed-credentials.ts';

/** The number of sign-ins per minute and network that may begin, and that may return. */
export const signInsPerMinute = 60;

type Step = 'begun' | 'returned';

/**
 * Counts sign-ins by network: in Redis for all instances, or in this process without Redis and while it is down. Anyone can begin
 * a sign-in, and one that returns costs a statement and a request to the identity provider.
 */
export class SignInLimit {
  readonly #limiters: Record<Step, MinuteLimiter>;

  constructor(redis: RedisClient | undefined) {
    const limiter = (name: Step) => new MinuteLimiter({ name: `sign-in-${name}`, points: signInsPerMinute, redis });
    this.#limiters = { begun: limiter('begun'), returned: limiter('returned') };
  }

  /** Throws if the network is over the limit. */
  async count(step: Step, address: string): Promise<void> {
    const wait = await this.#limiters[step].take(networkOf(address));
    if (wait === 0) return;
    const retryAfter = Math.ceil(wait / 1000);
    const message = `There were too many sign-ins from this address. Try again in ${retryAfter} seconds.`;
    throw new Failure('rate_limit_exceeded', message, { retryAfter });
  }
}
