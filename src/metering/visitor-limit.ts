import { Failure } from '../kernel/errors.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';

/** The number of searches per minute and network. */
export const visitorSearchesPerMinute = 10;
/** The number of reports of leaked keys per minute and network. */
const reportsPerMinute = 120;

/** Counts what people and programs without an account do, by the network that they come from. */
export class VisitorLimit {
  readonly #limiters: Record<'searches' | 'reports', MinuteLimiter>;

  constructor(redis: RedisClient | undefined) {
    this.#limiters = {
      searches: new MinuteLimiter({ name: 'visitor', points: visitorSearchesPerMinute, redis }),
      reports: new MinuteLimiter({ name: 'visitor-reports', points: reportsPerMinute, redis }),
    };
  }

  async count(network: string, kind: 'searches' | 'reports' = 'searches'): Promise<void> {
    const wait = await this.#limiters[kind].take(network);
    if (wait === 0) return;
    throw new Failure('rate_limit_exceeded', messages[kind], { retryAfter: wait / 1000 });
  }
}

const messages = {
  searches: `${visitorSearchesPerMinute} searches a minute can be tried from one address. Sign in for more: it is free.`,
  reports: `${reportsPerMinute} reports a minute are taken from one address.`,
};
