import { Failure } from '../kernel/errors.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';
import { networkOf } from './failed-credentials.ts';

/** How many sign-ins may begin from one network in a minute, and how many may come back. */
export const signInsPerMinute = 60;

type Step = 'begun' | 'returned';

/**
 * Counts sign-ins by the network that they come from: in Redis over all instances, or without Redis, and while it is away, in
 * this process. A sign-in that comes back costs a statement and a request to the identity provider, and everybody can begin one.
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
