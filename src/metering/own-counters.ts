import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Recent } from '../kernel/recent.ts';
import { Turns } from '../kernel/turns.ts';
import { type Counters, type MinuteCounter, minuteSeconds, type Order, type PeriodCounter, type Taken } from './counters.ts';

/** The library's own limit is never reached. The limits of the plans can change, so `take` compares them itself. */
const points = Number.MAX_SAFE_INTEGER;
/**
 * In seconds. A period's counter is dropped after an hour and then starts from the ledger again, so that memory stays bounded.
 * The library's timers also overflow beyond 24 days.
 */
const hour = 3_600;
/** How many counts of Redis are remembered. */
const mostHeard = 50_000;

/** Counters in this process, for a service without Redis and while Redis is away. */
export class OwnCounters implements Counters {
  readonly #minutes = new RateLimiterMemory({ keyPrefix: '', points, duration: 2 * minuteSeconds });
  readonly #periods = new RateLimiterMemory({ keyPrefix: '', points, duration: hour });
  readonly #date: () => Date;
  /** The last count that Redis gave, by key. For a minute it includes what was counted here since. */
  readonly #heard = new Recent<number>(mostHeard);
  readonly #turns = new Turns();

  constructor(date: () => Date) {
    this.#date = date;
  }

  now(): number {
    return this.#date().getTime();
  }

  take({ units, minute, period }: Order): Promise<Taken | undefined> {
    return this.#inTurn(async () => {
      const used = await this.#ofPeriod(period.key);
      if (used === undefined) return undefined;
      let inMinute = 0;
      if (minute) {
        inMinute = await this.#ofMinute(minute.key);
        if (inMinute + units > minute.limit) return { refusedBy: 'minute', minute: inMinute, period: used };
        inMinute = await this.#countMinute(minute, units);
      }
      if (used + units > period.limit) return { refusedBy: 'period', minute: inMinute, period: used };
      await this.#periods.penalty(period.key, units);
      return { refusedBy: undefined, minute: inMinute, period: used + units };
    });
  }

  giveBack({ period }: Order, taken: Taken, units: number): Promise<number> {
    return this.#inTurn(async () => {
      const used = await this.#ofPeriod(period.key);
      if (used === undefined) return Math.max(0, taken.period - units);
      const { consumedPoints } = await this.#periods.reward(period.key, Math.min(units, used));
      return consumedPoints;
    });
  }

  /** Never lowers a counter: these counters die with their process, so they never hold units of a dead one. */
  reconcile(period: PeriodCounter, written: number): Promise<void> {
    return this.#inTurn(async () => {
      const known = await this.#ofPeriod(period.key);
      if (known === undefined) await this.#periods.set(period.key, written, hour);
      else if (known < written) await this.#periods.penalty(period.key, written - known);
    });
  }

  used(period: PeriodCounter): Promise<number | undefined> {
    return this.#inTurn(() => this.#ofPeriod(period.key));
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
  count({ units, minute, period }: Order, refusedBy: Taken['refusedBy']): Promise<void> {
    return this.#inTurn(async () => {
      if (minute && refusedBy !== 'minute') {
        await this.#ofMinute(minute.key);
        await this.#countMinute(minute, units);
      }
      if (!refusedBy && (await this.#ofPeriod(period.key)) !== undefined) await this.#periods.penalty(period.key, units);
    });
  }

  /** Redis may lack what was counted here, and this process what was counted there. The higher count is nearer to the truth. */
  async #ofMinute(key: string): Promise<number> {
    const counted = await countOf(this.#minutes, key);
    const heard = this.#heard.get(key) ?? 0;
    if (heard > (counted ?? 0)) await this.#minutes.set(key, heard, this.#minutes.duration);
    return Math.max(heard, counted ?? 0);
  }

  async #countMinute({ key }: MinuteCounter, units: number): Promise<number> {
    const { consumedPoints } = await this.#minutes.penalty(key, units);
    this.#heard.set(key, consumedPoints);
    return consumedPoints;
  }

  /** What Redis told counts more than our own count, because Redis was told of that. */
  async #ofPeriod(key: string): Promise<number | undefined> {
    const heard = this.#heard.get(key);
    this.#heard.delete(key);
    if (heard === undefined) return countOf(this.#periods, key);
    await this.#periods.set(key, heard, hour);
    return heard;
  }

  /**
   * Runs one piece of work at a time, so that nothing changes between reading a counter and writing it. The work waits for
   * nothing outside.
   */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take('all', work);
  }
}

/** A counter that expires within a second counts as unknown: it could be gone at the next read. */
async function countOf(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
  const known = await limiter.get(key);
  return known && known.msBeforeNext > 1_000 ? known.consumedPoints : undefined;
}
