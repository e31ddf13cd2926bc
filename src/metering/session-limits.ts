import { plans, type Standing, type Standings } from '../accounts/index.ts';
import { declarationOf } from '../graphql/declaration.ts';
import type { RootField } from '../graphql/root-fields.ts';
import { Failure } from '../kernel/errors.ts';
import type { Principal, SessionPrincipal } from '../kernel/principal.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';

/** The limits per minute of all sessions of an account together. A root field declares by name which limit it counts against. */
export const sessionLimits = {
  /**
   * A REST request counts one. A GraphQL operation counts its root fields that are not public, at least one. A plan with a higher
   * per-minute limit replaces this number. Company data also counts against the plan, see metering.ts.
   */
  requests: 300,
  /** Changes without a limit of their own. */
  changes: 60,
  /** New keys. The largest plan allows 20, and they can all be made at once. */
  keys: 30,
  checkout: 20,
  portal: 20,
} as const;

export type SessionLimit = keyof typeof sessionLimits;

/**
 * Counts the requests of sessions by the meter of their account: in Redis for all instances, or in this process without Redis and
 * while it is down.
 */
export class SessionLimits {
  readonly #limiters: Record<SessionLimit, MinuteLimiter>;
  /** The limiters of requests for plans with a higher limit, by plan. */
  readonly #larger: Map<string, MinuteLimiter>;
  readonly #standings: Pick<Standings, 'of'>;

  constructor(redis: RedisClient | undefined, standings: Pick<Standings, 'of'>) {
    const limiter = (name: string, points: number) => new MinuteLimiter({ name: `session-${name}`, points, redis });
    const entries = Object.entries(sessionLimits).map(([name, points]) => [name, limiter(name, points)]);
    this.#limiters = Object.fromEntries(entries);
    const larger = plans.filter(({ requestsPerMinute }) => requestsPerMinute > sessionLimits.requests);
    this.#larger = new Map(larger.map(({ id, requestsPerMinute }) => [id, limiter('requests', requestsPerMinute)]));
    this.#standings = standings;
  }

  /** Counts a request for these fields. Throws if a limit is used up. API keys are not counted here: their plan limits them. */
  async count(principal: Principal, fields: readonly RootField[], requests = 1): Promise<void> {
    if (principal.kind !== 'session') return;
    const { meterId, plan } = await this.#standingOf(principal);
    await this.#take('requests', meterId, requests, plan && this.#larger.get(plan.id));
    for (const { field } of fields) {
      const { limit, countsItself } = declarationOf(field);
      if (limit && !countsItself) await this.#take(limit, meterId);
    }
  }

  /** Counts a use of a field that is declared with `countsItself`. Throws if the limit is used up. */
  async take(limit: SessionLimit, principal: SessionPrincipal): Promise<void> {
    await this.#take(limit, (await this.#standingOf(principal)).meterId);
  }

  /**
   * While the database is down, the smaller limit applies, counted by account: nobody can leave and come back meanwhile. So
   * requests that need no database are still answered.
   */
  async #standingOf({ accountId }: SessionPrincipal): Promise<Pick<Standing, 'meterId'> & Partial<Standing>> {
    return (await this.#standings.of(accountId).catch(() => undefined)) ?? { meterId: accountId };
  }

  async #take(limit: SessionLimit, meterId: string, points = 1, limiter = this.#limiters[limit]): Promise<void> {
    const waitMs = points === 0 ? 0 : await limiter.take(meterId, points);
    if (waitMs === 0) return;
    const message = `The sessions of an account have ${limiter.points} ${limit} a minute, and they are used up.`;
    throw new Failure('rate_limit_exceeded', message, { retryAfter: waitMs / 1000 });
  }
}

/** The number of searches per minute and network. */
export const visitorSearchesPerMinute = 10;
/** The number of reports of leaked keys per minute and network. */
const reportsPerMinute = 120;

/** Counts what people and programs without an account do, by the network that they come from. */
export function openVisitorLimit(redis: RedisClient | undefined) {
  const limits = {
    searches: {
      limiter: new MinuteLimiter({ name: 'visitor', points: visitorSearchesPerMinute, redis }),
      message: `${visitorSearchesPerMinute} searches a minute can be tried from one address. Sign in for more: it is free.`,
    },
    reports: {
      limiter: new MinuteLimiter({ name: 'visitor-reports', points: reportsPerMinute, redis }),
      message: `${reportsPerMinute} reports a minute are taken from one address.`,
    },
  };
  return {
    count: async (network: string, kind: keyof typeof limits = 'searches'): Promise<void> => {
      const { limiter, message } = limits[kind];
      const waitMs = await limiter.take(network);
      if (waitMs > 0) throw new Failure('rate_limit_exceeded', message, { retryAfter: waitMs / 1000 });
    },
  };
}

export type VisitorLimit = ReturnType<typeof openVisitorLimit>;
