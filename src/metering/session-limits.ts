import { MinuteLimiter } from '../database/minute-limiter.ts';
import type { RedisClient } from '../database/redis.ts';
import { declarationOf } from '../graphql/declaration.ts';
import type { RootField } from '../graphql/root-fields.ts';
import { Failure } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';

/**
 * How often all sessions of one account together may ask in a minute. A root field declares by name which limit it counts
 * against.
 */
export const sessionLimits = {
  /** A REST request counts one. A GraphQL operation counts its root fields that are not public, at least one. */
  requests: 300,
  /** Changes that have no limit of their own. */
  changes: 60,
  /** New keys. The largest plan allows 20, and they can all be made at once. */
  keys: 30,
  checkout: 20,
  portal: 20,
} as const;

export type SessionLimit = keyof typeof sessionLimits;

/**
 * Counts the requests of sessions, by the meter of their account: in Redis over all instances, or without Redis, and while it is
 * away, in this process.
 */
export class SessionLimits {
  readonly #limiters: Record<SessionLimit, MinuteLimiter>;
  readonly #meterOf: (accountId: string) => Promise<string>;

  constructor(redis: RedisClient | undefined, meterOf: (accountId: string) => Promise<string>) {
    this.#meterOf = meterOf;
    const entries = Object.entries(sessionLimits).map(([name, points]) => [
      name,
      new MinuteLimiter({ name: `session-${name}`, points, redis }),
    ]);
    this.#limiters = Object.fromEntries(entries);
  }

  /** Counts a request for these fields. Throws if a limit is used up. API keys are not counted here: their plan limits them. */
  async count(principal: Principal, fields: readonly RootField[], requests = 1): Promise<void> {
    if (principal.kind !== 'session') return;
    const meterId = await this.#meterOf(principal.accountId);
    await this.#take('requests', meterId, requests);
    for (const { field } of fields) {
      const { limit } = declarationOf(field);
      if (limit) await this.#take(limit, meterId, 1);
    }
  }

  async #take(limit: SessionLimit, meterId: string, points: number): Promise<void> {
    const wait = points === 0 ? 0 : await this.#limiters[limit].take(meterId, points);
    if (wait === 0) return;
    const message = `The sessions of an account have ${sessionLimits[limit]} ${limit} a minute, and they are used up.`;
    throw new Failure('rate_limit_exceeded', message, { retryAfter: wait / 1000 });
  }
}
