/*
 * Metering decides for every request whether its limits allow it. There are two limits: requests per minute of the key, and units
 * per billing period of the account. A key may have a third: its share of the period. All must hold exactly, over all instances,
 * under thousands of requests a second, and also when a process or Redis dies. No single store can do that: the database is safe
 * but too slow for every request, and Redis is fast but can lose its data. So there are two:
 *
 * - The counters (counters.ts) are fast and may be lost. Every request takes its units from them. They are in Redis
 *   (redis-counters.ts), or in this process if there is no Redis or it is down (memory-counters.ts; fallback-counters.ts switches
 *   between the two).
 * - The ledger (ledger.ts) is slow and is never lost. It writes the usage to the database, every quarter of a second.
 *
 * After every write the counters are reconciled with the ledger: raised to it if they have less, and lowered to it if no request
 * is under way. A missing counter starts from the ledger. These two rules repair every loss: a Redis that was flushed or
 * replaced, one that missed what instances counted without it, and an instance that was killed.
 *
 * The key of a counter contains the start of its minute or period, so nothing has to be reset. Counters belong to a meter, which
 * outlives its account: a person who leaves and comes back continues with it (accounts/deletions.ts). The share of a key belongs
 * to its family, and is counted under the id of the family: rotating a key does not reset it.
 */
import type { Standing, Standings } from '../accounts/index.ts';
import { Failure } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';
import { Charge, refusalOf } from './charge.ts';
import {
  type Counters,
  minuteKey,
  minuteSeconds,
  neededOf,
  type Order,
  type PeriodCounter,
  periodKey,
  shareKey,
  type Taken,
} from './counters.ts';
import { Ledger, type Total } from './ledger.ts';
import { type Period, periodAt } from './period.ts';

/** In seconds. A counter is kept for a day longer than its period, because clocks differ. */
const counterGrace = 86_400;

/** All sessions of an account share one minute, as the keys of a family do. */
const sessionFamily = 'sessions';

/** The limit that counts: that of the plan, or a smaller one of the key. */
const smaller = (plan: number, own: number | null | undefined): number => Math.min(plan, own ?? plan);

/** An account's use of its billing period. */
export interface PeriodUse {
  periodStart: Date;
  periodEnd: Date;
  used: number;
  limit: number;
  remaining: number;
}

interface MeteringParts {
  standings: Standings;
  counters: Counters;
  /** A pool that only the ledger uses, so that many searches do not delay it. */
  pool: ConstructorParameters<typeof Ledger>[0];
  /** Called after each write with the used units of the written periods. */
  onUse?: (use: Total[]) => void;
  onCharge?: (outcome: 'granted' | 'rate_limit_exceeded' | 'monthly_quota_exceeded', units: number) => void;
}

/** Charges every unit, from REST and from GraphQL. */
export class Metering {
  readonly #parts: MeteringParts;
  readonly #ledger: Ledger;
  readonly #periods = new WeakMap<Standing, Period>();
  readonly #starting = new SingleFlight<void>();

  constructor(parts: MeteringParts) {
    this.#parts = parts;
    this.#ledger = new Ledger(parts.pool, (totals) => {
      this.#reconcile(totals);
      parts.onUse?.(totals);
    });
  }

  /** In milliseconds, by the clock of the counters. */
  get now(): number {
    return this.#parts.counters.now();
  }

  /** Writes the usage so far. */
  write(): Promise<void> {
    return this.#ledger.write();
  }

  close(): Promise<void> {
    return this.#ledger.close();
  }

  /**
   * Counts requests in the minute and takes units of the period. If a limit has too few left, the charge has a `refusal`. Every
   * charge has to be settled. With 0 units, they are taken when their number is known, see Charge.
   */
  async charge(principal: Principal, units: number, requests = 1): Promise<Charge> {
    if (principal.kind === 'anonymous') throw new Failure('api_key_required');
    const standing = await this.#parts.standings.of(principal.accountId);
    if (!standing || standing.isClosing) throw new Failure(principal.kind === 'session' ? 'invalid_session' : 'invalid_api_key');

    const now = this.now;
    const { plan, meterId } = standing;
    const period = this.#periodOf(standing, now);
    const powers = principal.kind === 'apiKey' ? principal.powers : undefined;
    const minute = Math.floor(now / 1000 / minuteSeconds) * minuteSeconds * 1000;
    const family = principal.kind === 'apiKey' ? principal.familyId : sessionFamily;
    const perMinute = smaller(plan.requestsPerMinute, powers?.minuteLimit);
    const order = {
      requests,
      units,
      minute: { key: minuteKey(meterId, family, minute), limit: perMinute, end: minute + minuteSeconds * 1000 },
      period: { ...this.#counterOf(meterId, period, now), limit: plan.monthlyRequests },
      share:
        typeof powers?.monthlyQuota === 'number'
          ? { ...this.#counterOf(meterId, period, now, family), limit: smaller(plan.monthlyRequests, powers.monthlyQuota) }
          : undefined,
    };
    const take = async (one: Order): Promise<Taken> => {
      const taken = await this.#take(one, meterId, family, period);
      const refusal = refusalOf(taken);
      this.#parts.onCharge?.(refusal ?? 'granted', refusal ? neededOf(one.units) : one.units);
      return taken;
    };
    const parts = { principal, meterId, order, taken: await take(order), now, period, take };
    return new Charge(parts, this.#parts.counters, this.#ledger);
  }

  /** The usage of the account in its current period. */
  async usageOf(accountId: string): Promise<PeriodUse> {
    const { start, end, used, limit } = await this.#used(accountId);
    return { periodStart: start, periodEnd: end, used, limit, remaining: Math.max(0, limit - used) };
  }

  /** The units of the current period that were taken from the share of a family of keys. */
  async usedShare(accountId: string, familyId: string): Promise<number> {
    return (await this.#used(accountId, familyId)).used;
  }

  async #used(accountId: string, family?: string): Promise<Period & { used: number; limit: number }> {
    const standing = await this.#parts.standings.of(accountId);
    if (!standing) throw new Failure('invalid_session');
    const now = this.now;
    const period = this.#periodOf(standing, now);
    const { meterId, plan } = standing;
    const counted = await this.#parts.counters.used(this.#counterOf(meterId, period, now, family));
    // Without Redis another instance may have written more than this one has counted.
    const used = Math.max(counted ?? 0, await this.#ledger.total(meterId, period.start, family));
    return { ...period, used, limit: plan.monthlyRequests };
  }

  async #take(order: Order, meterId: string, family: string, period: Period): Promise<Taken> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      const taken = await this.#parts.counters.take(order);
      if (taken) return taken;
      await this.#startCounter(order.period, meterId, period);
      if (order.share) await this.#startCounter(order.share, meterId, period, family);
    }
    throw new Failure('service_unavailable', undefined, { cause: new Error('The counters lose every period at once.') });
  }

  /** Starts the counter of a period from the ledger, once for all requests that wait for it. */
  #startCounter(counter: PeriodCounter, meterId: string, { start }: Period, family?: string): Promise<void> {
    return this.#starting.do(counter.key, async () =>
      this.#parts.counters.reconcile(counter, await this.#ledger.total(meterId, start, family)),
    );
  }

  #reconcile(totals: Total[]): void {
    const now = this.now;
    for (const { meterId, familyId, periodStart, used, settled } of totals) {
      // The exact end is not known here. It decides only the lifetime of the counter; starting a counter uses the exact end.
      const end = new Date(periodStart.getTime() + 31 * 86_400_000);
      const counter = this.#counterOf(meterId, { start: periodStart, end }, now, familyId);
      this.#parts.counters.reconcile(counter, used, settled).catch(() => {});
    }
  }

  #counterOf(meterId: string, { start, end }: Period, now: number, family?: string): PeriodCounter {
    const key = family === undefined ? periodKey(meterId, start) : shareKey(meterId, family, start);
    return { key, seconds: Math.ceil(Math.max(0, end.getTime() - now) / 1000) + counterGrace };
  }

  #periodOf(standing: Standing, now: number): Period {
    const known = this.#periods.get(standing);
    if (known && known.start.getTime() <= now && now < known.end.getTime()) return known;
    const period = periodAt(standing, now);
    this.#periods.set(standing, period);
    return period;
  }
}
