import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Counters, minuteSeconds, type Order, type PeriodCounter, type Taken } from './counters.ts';

/** The limits are the plans', and change: they are held against the counters here. */
const points = Number.MAX_SAFE_INTEGER;
/** A period's counter is forgotten after so long, and goes on from the database: what is kept stays bounded. */
const hour = 3_600;

/** Counters in this process. */
export class OwnCounters implements Counters {
  readonly #minutes = new RateLimiterMemory({ keyPrefix: '', points, duration: 2 * minuteSeconds });
  readonly #periods = new RateLimiterMemory({ keyPrefix: '', points, duration: hour });
  readonly #seen: Map<string, number>;
  #turn: Promise<unknown> = Promise.resolve();

  /** What was counted elsewhere before, by key. */
  constructor(seen = new Map<string, number>()) {
    this.#seen = seen;
  }

  take({ units, minute, period }: Order): Promise<Taken | undefined> {
    return this.#inTurn(async () => {
      const used = await this.#countOf(this.#periods, period.key);
      if (used === undefined) return undefined;
      let inMinute = 0;
      if (minute) {
        inMinute = (await this.#countOf(this.#minutes, minute.key)) ?? 0;
        if (inMinute + units > minute.limit) return { refusedBy: 'minute', minute: inMinute, period: used, by: this };
        inMinute = (await this.#minutes.penalty(minute.key, units)).consumedPoints;
      }
      if (used + units > period.limit) return { refusedBy: 'period', minute: inMinute, period: used, by: this };
      await this.#periods.penalty(period.key, units);
      return { refusedBy: undefined, minute: inMinute, period: used + units, by: this };
    });
  }

  giveBack({ period }: Order, taken: Taken, units: number): Promise<number> {
    return this.#inTurn(async () => {
      const used = await this.#countOf(this.#periods, period.key);
      if (used === undefined) return Math.max(0, taken.period - units);
      const { consumedPoints } = await this.#periods.reward(period.key, Math.min(units, used));
      return consumedPoints;
    });
  }

  raise(period: PeriodCounter, used: number): Promise<void> {
    return this.#inTurn(async () => {
      const known = await this.#countOf(this.#periods, period.key);
      if (known === undefined) await this.#periods.set(period.key, used, hour);
      else if (known < used) await this.#periods.penalty(period.key, used - known);
    });
  }

  used(period: PeriodCounter): Promise<number | undefined> {
    return this.#inTurn(() => this.#countOf(this.#periods, period.key));
  }

  /** A counter about to be forgotten is not counted on: it might be gone between two looks at it. */
  async #countOf(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
    const known = await limiter.get(key);
    if (known && known.msBeforeNext > 1_000) return known.consumedPoints;
    const seen = this.#seen.get(key);
    this.#seen.delete(key);
    if (seen !== undefined) await limiter.set(key, seen, limiter.duration);
    return seen;
  }

  /** One after the other: what is looked at stays so until it is changed. Nothing in here waits for anything outside. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}
