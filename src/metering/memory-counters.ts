import { BoundedCache } from '../kernel/bounded-cache.ts';
import {
  type Counters,
  localSecond,
  type MinuteCounter,
  minuteSeconds,
  neededOf,
  type Order,
  type PeriodCounter,
  type Settled,
  type Taken,
} from './counters.ts';
import { ExpiringCounts } from './expiring-counts.ts';

/** In seconds: a period's counter that is unused for this long is dropped, and starts from the ledger again. */
const periodLifetime = 3_600;
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
    this.#periods = new ExpiringCounts(() => this.now(), periodLifetime);
  }

  now(): number {
    return this.#date().getTime();
  }

  async take({ requests, units, minute, period }: Order): Promise<Taken | undefined> {
    const used = this.#ofPeriod(period.key);
    if (used === undefined) return undefined;
    let inMinute = 0;
    if (minute) {
      inMinute = this.#ofMinute(minute);
      if (inMinute + requests > minute.limit) return { refusedBy: 'minute', minute: inMinute, period: used };
      inMinute = this.#countMinute(minute, requests);
    }
    if (used + neededOf(units) > period.limit) return { refusedBy: 'period', minute: inMinute, period: used };
    return { refusedBy: undefined, minute: inMinute, period: this.#periods.add(period.key, units) };
  }

  async giveBack({ period }: Order, taken: Taken, units: number): Promise<number> {
    if (this.#ofPeriod(period.key) === undefined) return Math.max(0, taken.period - units);
    return this.#periods.add(period.key, -units);
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
  storeRedisCounts({ minute, period }: Order, taken: Taken): void {
    if (minute) this.#redisCounts.set(minute.key, taken.minute);
    this.#redisCounts.set(period.key, taken.period);
  }

  /** The number of requests in a minute that this process knows of. */
  knownOf(minute: MinuteCounter | undefined): number {
    return (minute && this.#redisCounts.get(minute.key)) ?? 0;
  }

  /** Counts an order here that Redis has counted already. */
  async count({ requests, units, minute, period }: Order, refusedBy: Taken['refusedBy']): Promise<void> {
    if (minute && refusedBy !== 'minute') this.#countMinute(minute, requests);
    if (!refusedBy && this.#ofPeriod(period.key) !== undefined) this.#periods.add(period.key, units);
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
