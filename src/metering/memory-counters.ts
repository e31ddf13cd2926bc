import { BoundedCache } from '../kernel/bounded-cache.ts';
import {
  type Counters,
  type Debit,
  localSecond,
  type MinuteCounter,
  minuteSeconds,
  neededOf,
  type PeriodCounter,
  periodsOf,
  type Settled,
  type Taken,
  type Used,
} from './counters.ts';
import { ExpiringCounts } from './expiring-counts.ts';

/** A period's counter that is unused for this long is dropped, and starts from the ledger again. */
const periodLifetimeSeconds = 3_600;
/** The number of cached counts of Redis. */
const maxRedisCounts = 50_000;

/**
 * Counters in this process, for a service without Redis and while Redis is down. No method waits for anything, so nothing changes
 * between reading a counter and writing it.
 */
export class MemoryCounters implements Counters {
  readonly #date: () => Date;
  readonly #minutes: ExpiringCounts;
  readonly #periods: ExpiringCounts;
  /** The last count of Redis, by key. For a minute it includes what was counted here since. */
  readonly #redisCounts = new BoundedCache<number>(maxRedisCounts);

  constructor(date: () => Date) {
    this.#date = date;
    this.#minutes = new ExpiringCounts(() => this.now(), 2 * minuteSeconds);
    this.#periods = new ExpiringCounts(() => this.now(), periodLifetimeSeconds);
  }

  now(): number {
    return this.#date().getTime();
  }

  async take({ requests, units, minute, period, share }: Debit): Promise<Taken | undefined> {
    const used = this.#ofPeriod(period.key);
    const ofShare = share && this.#ofPeriod(share.key);
    if (used === undefined || (share && ofShare === undefined)) return undefined;
    const counts = { minute: 0, period: used, ...(ofShare !== undefined && { share: ofShare }) };
    if (minute) {
      counts.minute = this.#ofMinute(minute);
      if (counts.minute + requests > minute.limit) return { refusedBy: 'minute', ...counts };
      counts.minute = this.#countMinute(minute, requests);
    }
    if (used + neededOf(units) > period.limit) return { refusedBy: 'period', ...counts };
    if (share && (ofShare ?? 0) + neededOf(units) > share.limit) return { refusedBy: 'share', ...counts };
    counts.period = this.#periods.add(period.key, units);
    if (share) counts.share = this.#periods.add(share.key, units);
    return { refusedBy: undefined, ...counts };
  }

  async giveBack({ period, share }: Debit, taken: Taken, units: number): Promise<Used> {
    const left = ({ key }: PeriodCounter, before: number) =>
      this.#ofPeriod(key) === undefined ? Math.max(0, before - units) : this.#periods.add(key, -units);
    return { period: left(period, taken.period), ...(share && { share: left(share, taken.share ?? units) }) };
  }

  /** Never lowers a counter: these counters end with their process, so they never hold units of a dead one. */
  async reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void> {
    const known = this.#ofPeriod(period.key);
    if (known === undefined || known < written) this.#periods.set(period.key, written);
    this.#periods.settle(period.key, settled?.get(localSecond) ?? 0);
  }

  async used(period: PeriodCounter): Promise<number | undefined> {
    return this.#ofPeriod(period.key);
  }

  /** Stores the counts of Redis, so that this process can continue from there. */
  storeRedisCounts({ minute, period, share }: Debit, taken: Taken): void {
    if (minute) this.#redisCounts.set(minute.key, taken.minute);
    this.#redisCounts.set(period.key, taken.period);
    if (share && taken.share !== undefined) this.#redisCounts.set(share.key, taken.share);
  }

  /** The number of requests in a minute that this process knows of. */
  knownOf(minute: MinuteCounter | undefined): number {
    return (minute && this.#redisCounts.get(minute.key)) ?? 0;
  }

  /** Counts a debit here that Redis has counted already. */
  async count(debit: Debit, refusedBy: Taken['refusedBy']): Promise<void> {
    const { requests, units, minute } = debit;
    if (minute && refusedBy !== 'minute') this.#countMinute(minute, requests);
    if (refusedBy) return;
    for (const { key } of periodsOf(debit)) if (this.#ofPeriod(key) !== undefined) this.#periods.add(key, units);
  }

  /**
   * Redis may lack requests that were counted here, and this process those that Redis counted. The higher count is the better
   * one.
   */
  #ofMinute({ key }: MinuteCounter): number {
    return Math.max(this.#redisCounts.get(key) ?? 0, this.#minutes.get(key) ?? 0);
  }

  #countMinute(minute: MinuteCounter, requests: number): number {
    const used = this.#ofMinute(minute) + requests;
    this.#minutes.set(minute.key, used);
    this.#redisCounts.set(minute.key, used);
    return used;
  }

  /** The count of Redis replaces our own count, because Redis got our updates. */
  #ofPeriod(key: string): number | undefined {
    const ofRedis = this.#redisCounts.get(key);
    if (ofRedis === undefined) return this.#periods.get(key);
    this.#redisCounts.delete(key);
    this.#periods.set(key, ofRedis);
    return ofRedis;
  }
}
