import { Failure } from '../kernel/errors.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';

/** The number of searches per minute and network. */
export const visitorSearchesPerMinute = 10;

/** Counts searches without an account, by the network that they come from. */
export class VisitorLimit {
  readonly #limiter: MinuteLimiter;

  constructor(redis: RedisClient | undefined) {
    this.#limiter = new MinuteLimiter({ name: 'visitor', points: visitorSearchesPerMinute, redis });
  }

  async count(network: string): Promise<void> {
    const wait = await this.#limiter.take(network);
    if (wait === 0) return;
    const message = `${visitorSearchesPerMinute} searches a minute can be tried from one address. Sign in for more: it is free.`;
    throw new Failure('rate_limit_exceeded', message, { retryAfter: wait / 1000 });
  }
}
