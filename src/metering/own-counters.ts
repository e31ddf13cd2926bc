import { BoundedCache } from '../kernel/bounded-cache.ts';
import {
  type Counters,
  type MinuteCounter,
  minuteSeconds,
  neededOf,
  type Order,
  ownSecond,
  type PeriodCounter,
  type Settled,
  type Taken,
} from './counters.ts';
import { OwnCounts } from './own-counts.ts';

/** In seconds: a period's counter that is not used for so long is dropped, and starts from the ledger again. */
const hour = 3_600;
/** How many counts of Redis are cached. */
const mostHeard = 50_000;

/**
 * Counters in this process, for a service without Redis and while Redis is away. No method waits for anything, so nothing
 * changes between reading a counter and writing it.
 */
export class OwnCounters implements Counters {
  readonly #date: () => Date;
  readonly #minutes: OwnCounts;
  readonly #periods: OwnCounts;
  /** The last count that Redis gave, by key. For a minute it includes what was counted here since. */
  readonly #heard = new BoundedCache<number>(mostHeard);

  constructor(date: () => Date) {
    this.#date = date;
    this.#minutes = new OwnCounts(() => this.now(), 2 * minuteSeconds);
    this.#periods = new OwnCounts(() => this.now(), hour);
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

  /** Never lowers a counter: these counters die with their process, so they never hold units of a dead one. */
  async reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void> {
    const known = this.#ofPeriod(period.key);
    if (known === undefined || known < written) this.#periods.set(period.key, written);
    this.#periods.settle(period.key, settled?.get(ownSecond) ?? 0);
  }

  async used(period: PeriodCounter): Promise<number | undefined> {
    return this.#ofPeriod(period.key);
  }

  /** Remembers what Redis counted, so that this process can go on from there. */
  hear({ minute, period }: Order, taken: Taken): void {
    if (minute) this.#heard.set(minute.key, taken.minute);
    this.#heard.set(period.key, taken.period);
  }

  /** How much of a minute was used at least, as far as this process knows. */
  knownOf(minute: MinuteCounter | undefined): number {
    return (minute && this.#heard.get(minute.key)) ?? 0;
  }

  /** Counts here what Redis has taken already. */
  async count({ requests, units, minute, period }: Order, refusedBy: Taken['refusedBy']): Promise<void> {
    if (minute && refusedBy !== 'minute') this.#countMinute(minute, requests);
    if (!refusedBy && this.#ofPeriod(period.key) !== undefined) this.#periods.add(period.key, units);
  }

  /** Redis may lack what was counted here, and this process what was counted there. The higher count is nearer to the truth. */
  #ofMinute({ key }: MinuteCounter): number {
    return Math.max(this.#heard.get(key) ?? 0, this.#minutes.get(key) ?? 0);
  }

  #countMinute(minute: MinuteCounter, requests: number): number {
    const used = this.#ofMinute(minute) + requests;
    this.#minutes.set(minute.key, used);
    this.#heard.set(minute.key, used);
    return used;
  }

  /** What Redis told counts more than our own count, because Redis was told of that. */
  #ofPeriod(key: string): number | undefined {
    const heard = this.#heard.get(key);
    if (heard === undefined) return this.#periods.get(key);
    this.#heard.delete(key);
    this.#periods.set(key, heard);
    return heard;
  }
}
