import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Counters, Order, PeriodCounter, Taken } from './counters.ts';
import { OwnCounters } from './own-counters.ts';
import { SharedCounters } from './shared-counters.ts';

/** How often a Redis that is gone is looked for. Whoever was waiting for it when it went has given up by then. */
const lookInterval = 100;

/** A connection that is silent for so long while somebody waits is opened anew. */
const silenceLimit = 2_000;

/** What this instance counted while Redis was away, and owes it. */
interface Absence {
  own: OwnCounters;
  minutes: Map<string, number>;
  periods: Map<string, { counter: PeriodCounter; used: number }>;
}

/**
 * Counters in Redis, and in this process while Redis is gone or slow. Only those who were waiting when it went notice; everyone else is
 * counted here until it has answered in time again. Then it is told what was used meanwhile, ahead of everything that comes after.
 */
export class InsuredCounters implements Counters {
  readonly #shared: SharedCounters;
  readonly #onChange: (gone: boolean, cause?: unknown) => void;
  #absence: Absence | undefined;
  /** Units that were taken there and could not be given back. */
  readonly #owed = new Map<string, { order: Order; taken: Taken; units: number }>();
  /** What a minute had when Redis last told, for the minutes of now. */
  #seen = new Map<string, number>();
  #closed = false;

  constructor(shared: SharedCounters, onChange: (gone: boolean, cause?: unknown) => void) {
    this.#shared = shared;
    this.#onChange = onChange;
  }

  /** Over a connection of its own: one command in it that hangs must not hold up others, and the limiter leaves its scripts there. */
  static over(redis: Redis, now: () => number, onChange: (gone: boolean, cause?: unknown) => void): InsuredCounters {
    const own = redis.duplicate({ commandTimeout: undefined, socketTimeout: silenceLimit });
    // A connection that is lost fails the command under way, and that is what counts; without a listener it would be written to the terminal.
    own.on('error', () => {});
    return new InsuredCounters(new SharedCounters(own, now), onChange);
  }

  /** Looks for Redis, and goes on without it where it is not there. */
  async open(): Promise<void> {
    try {
      await this.#shared.connected();
    } catch (error) {
      this.#lose(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#shared.close();
  }

  async take(order: Order): Promise<Taken | undefined> {
    const before = this.#absence;
    if (before) return this.#takeOwn(before, order);
    try {
      const taken = await this.#shared.take(order);
      if (taken && order.minute) this.#see(order.minute.key, taken.minute);
      return taken;
    } catch (error) {
      return this.#takeOwn(this.#absence ?? this.#lose(error), order);
    }
  }

  async giveBack(order: Order, taken: Taken, units: number): Promise<number> {
    const absence = this.#absence;
    if (absence?.own === taken.by) {
      const used = await absence.own.giveBack(order, taken, units);
      absence.periods.set(order.period.key, { counter: order.period, used });
      return used;
    }
    try {
      if (absence) throw new Error('Redis is away');
      return await this.#shared.giveBack(order, taken, units);
    } catch (error) {
      this.#owe(order, taken, units);
      if (!absence) this.#lose(error);
      return Math.max(0, taken.period - units);
    }
  }

  async raise(period: PeriodCounter, used: number): Promise<void> {
    if (this.#absence) return this.#absence.own.raise(period, used);
    try {
      await this.#shared.raise(period, used);
    } catch (error) {
      await (this.#absence ?? this.#lose(error)).own.raise(period, used);
    }
  }

  async used(period: PeriodCounter): Promise<number | undefined> {
    if (this.#absence) return this.#absence.own.used(period);
    try {
      return await this.#shared.used(period);
    } catch (error) {
      return (this.#absence ?? this.#lose(error)).own.used(period);
    }
  }

  async #takeOwn(absence: Absence, order: Order): Promise<Taken | undefined> {
    const taken = await absence.own.take(order);
    if (!taken || taken.refusedBy === 'minute') return taken;
    const { minute, period, units } = order;
    if (minute) absence.minutes.set(minute.key, (absence.minutes.get(minute.key) ?? 0) + units);
    if (!taken.refusedBy) absence.periods.set(period.key, { counter: period, used: taken.period });
    // Redis came back in this very moment.
    if (this.#absence !== absence) this.#settle(absence);
    return taken;
  }

  #lose(cause: unknown): Absence {
    const seen = this.#seen;
    const absence = { own: new OwnCounters((key) => seen.get(key) ?? 0), minutes: new Map(), periods: new Map() };
    this.#absence = absence;
    if (this.#closed) return absence;
    this.#onChange(true, cause);
    void this.#lookFor();
    return absence;
  }

  async #lookFor(): Promise<void> {
    while (!this.#closed) {
      await delay(lookInterval, undefined, { ref: false });
      if (await this.#shared.isPrompt().catch(() => false)) break;
    }
    const absence = this.#absence;
    if (this.#closed || !absence) return;
    this.#absence = undefined;
    this.#settle(absence);
    this.#onChange(false);
  }

  /** Tells Redis what it missed. A connection carries out its commands in order, so whatever is asked from now on comes after. */
  #settle(absence: Absence): void {
    const { minutes, periods } = absence;
    for (const [key, { order, taken, units }] of this.#owed) {
      this.#owed.delete(key);
      this.giveBack(order, taken, units).catch(() => {});
    }
    for (const [key, { counter, used }] of periods) {
      periods.delete(key);
      this.raise(counter, used).catch(() => {});
    }
    for (const [key, units] of minutes) {
      minutes.delete(key);
      this.#shared.add(key, units).catch(() => {});
    }
  }

  #owe(order: Order, taken: Taken, units: number): void {
    const owed = this.#owed.get(order.period.key)?.units ?? 0;
    this.#owed.set(order.period.key, { order, taken, units: owed + units });
  }

  /** Only the minutes of now are of use: when there are too many, older ones are among them. */
  #see(minuteKey: string, used: number): void {
    if (this.#seen.size >= 10_000 && !this.#seen.has(minuteKey)) this.#seen = new Map();
    this.#seen.set(minuteKey, used);
  }
}
