import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Turns } from '../kernel/turns.ts';
import { type Counters, type MinuteCounter, minuteSeconds, type Order, type PeriodCounter, type Taken } from './counters.ts';

/** The limits are the plans', and change: they are held against the counters here. */
const points = Number.MAX_SAFE_INTEGER;
/** A period's counter is forgotten after so long, and goes on from the database: what is kept stays bounded. */
const hour = 3_600;
/** So many counts of Redis are remembered. */
const mostHeard = 50_000;

/** Counters in this process: where there is no Redis, and while it is away. */
export class OwnCounters implements Counters {
  readonly #minutes = new RateLimiterMemory({ keyPrefix: '', points, duration: 2 * minuteSeconds });
  readonly #periods = new RateLimiterMemory({ keyPrefix: '', points, duration: hour });
  readonly #date: () => Date;
  /** What Redis last told, by key; of a minute also what was counted here since. */
  readonly #heard = new LRUCache<string, number>({ max: mostHeard });
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

  /** Never brings a counter down: nothing here outlives the process, so nothing was left by one that died. */
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

  /** Remembers what Redis counted, to go on from there. */
  hear({ minute, period }: Order, taken: Taken): void {
    if (minute) this.#heard.set(minute.key, taken.minute);
    this.#heard.set(period.key, taken.period);
  }

  /** What was used of a minute at least, as far as it was seen here. */
  knownOf(minute: MinuteCounter | undefined): number {
    return (minute && this.#heard.get(minute.key)) ?? 0;
  }

  /** Counts what Redis has taken already, on top of what was heard of it before. */
  count({ units, minute, period }: Order, refusedBy: Taken['refusedBy']): Promise<void> {
    return this.#inTurn(async () => {
      if (minute && refusedBy !== 'minute') {
        await this.#ofMinute(minute.key);
        await this.#countMinute(minute, units);
      }
      if (!refusedBy && (await this.#ofPeriod(period.key)) !== undefined) await this.#periods.penalty(period.key, units);
    });
  }

  /** Redis may have missed what was counted here, and this instance what was counted there: the higher of the two is nearer. */
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

  /** Redis knows better, for it has been told what was counted here. */
  async #ofPeriod(key: string): Promise<number | undefined> {
    const heard = this.#heard.get(key);
    this.#heard.delete(key);
    if (heard === undefined) return countOf(this.#periods, key);
    await this.#periods.set(key, heard, hour);
    return heard;
  }

  /** One after the other: what is looked at stays so until it is changed. Nothing in here waits for anything outside. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take('all', work);
  }
}

/** A counter about to be forgotten is not counted on: it might be gone between two looks at it. */
async function countOf(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
  const known = await limiter.get(key);
  return known && known.msBeforeNext > 1_000 ? known.consumedPoints : undefined;
}
