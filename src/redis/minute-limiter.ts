import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from './redis.ts';

/** Counts points per minute and key: in Redis for all instances, or in this process without Redis and while it is down. */
export class MinuteLimiter {
  readonly points: number;
  readonly #limiter: RateLimiterMemory | RateLimiterRedis;

  /** `points` is what each key has in a minute. Its keys in Redis begin with the name. */
  constructor({ name, points, redis }: { name: string; points: number; redis: RedisClient | undefined }) {
    this.points = points;
    const options = { keyPrefix: name, points, duration: 60 };
    const memory = new RateLimiterMemory(options);
    this.#limiter = redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: redis,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
          // A refused key causes no further Redis calls until its minute is over.
          inMemoryBlockOnConsumed: points,
        })
      : memory;
  }

  /** Takes points of a key. Returns 0, or the milliseconds to wait if too few are left. */
  async take(key: string, points = 1): Promise<number> {
    try {
      await this.#limiter.consume(key, points);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
      throw error;
    }
  }
}
