import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { declarationOf } from '../graphql/declaration.ts';
import type { RootField } from '../graphql/root-fields.ts';
import { Failure } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';

/**
 * How often in a minute the sessions of one account may ask, all of them together. A field declares by name which of these it
 * counts against.
 */
export const sessionLimits = {
  /** A REST request is one. A GraphQL operation is as many as it has root fields that are not public, and one at least. */
  requests: 300,
  /** What changes something and has no limit of its own. */
  changes: 60,
  /** New keys: enough for the 20 of the largest plan at once. */
  keys: 30,
  checkout: 20,
  portal: 20,
} as const;

export type SessionLimit = keyof typeof sessionLimits;

type Limiter = RateLimiterMemory | RateLimiterRedis;

/**
 * Counts what sessions ask for, by account: over all instances where there is a Redis, else (and while Redis is away) in this
 * process.
 */
export class SessionLimits {
  readonly #limiters: Record<SessionLimit, Limiter>;

  constructor(redis: Redis | undefined) {
    const entries = Object.entries(sessionLimits).map(([name, points]) => [name, limiterOf(name, points, redis)]);
    this.#limiters = Object.fromEntries(entries);
  }

  /**
   * Counts what asks for these fields, and throws where a limit is used up. Keys are not counted here: they have the limits of
   * their plan.
   */
  async count(principal: Principal, fields: readonly RootField[], requests = 1): Promise<void> {
    if (principal.kind !== 'session') return;
    const { accountId } = principal;
    await this.#take('requests', accountId, requests);
    for (const { field } of fields) {
      const { limit } = declarationOf(field);
      if (limit) await this.#take(limit, accountId, 1);
    }
  }

  async #take(limit: SessionLimit, accountId: string, points: number): Promise<void> {
    if (points === 0) return;
    try {
      await this.#limiters[limit].consume(accountId, points);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const message = `The sessions of an account have ${sessionLimits[limit]} ${limit} a minute, and they are used up.`;
      throw new Failure('rate_limit_exceeded', message, { retryAfter: error.msBeforeNext / 1000 });
    }
  }
}

function limiterOf(name: string, points: number, redis: Redis | undefined): Limiter {
  const options = { keyPrefix: `session-${name}`, points, duration: 60 };
  const memory = new RateLimiterMemory(options);
  if (!redis) return memory;
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
    // Refused requests don't ask Redis again until the window is over.
    inMemoryBlockOnConsumed: points,
  });
}
