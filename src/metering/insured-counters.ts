import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Counters, Order, PeriodCounter, Taken } from './counters.ts';
import { OwnCounters } from './own-counters.ts';
import { SharedCounters } from './shared-counters.ts';

/** How often a Redis that is gone is looked for. Whoever was waiting for it when it went has given up by then. */
const lookInterval = 100;

/** A connection that is silent for so long while somebody waits is opened anew. */
const silenceLimit = 2_000;

const mostSeen = 10_000;

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
  /** What the counters in use had when Redis last told. */
  #seen = new Map<string, number>();
  #closed = false;

  constructor(shared: SharedCounters, onChange: (gone: boolean, cause?: unknown) => void) {
    this.#shared = shared;
    this.#onChange = onChange;
  }

  /** Over a connection of its own: one command in it that hangs must not hold up others, and the limiter leaves its scripts there. */
  static over(
    redis: Redis,
    now: () => number,
    answerLimit: number,
    onChange: (gone: boolean, cause?: unknown) => void,
  ): InsuredCounters {
    const own = redis.duplicate({ commandTimeout: undefined, socketTimeout: silenceLimit });
    // A connection that is lost fails the command under way, and that is what counts; without a listener it would be written to the terminal.
    own.on('error', () => {});
    return new InsuredCounters(new SharedCounters(own, now, answerLimit), onChange);
  }

  /** Looks for Redis, and goes on without it where it is not there. */
  async open(): Promise<void> {
    try {
      await this.#shared.connected();
      await this.#shared.isPrompt();
    } catch (error) {
      this.#lose(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#shared.close();
  }

  take(order: Order): Promise<Taken | undefined> {
    const ofShared = async () => {
      const taken = await this.#shared.take(order);
      if (taken) this.#see(order, taken);
      return taken;
    };
    return this.#ask(ofShared, (absence) => this.#takeOwn(absence, order));
  }

  giveBack(order: Order, taken: Taken, units: number): Promise<number> {
    return this.#ask(
      () => this.#shared.giveBack(order, taken, units),
      async (absence) => {
        if (taken.by === absence.own) return this.#note(absence, order.period, await absence.own.giveBack(order, taken, units));
        this.#owe(order, taken, units);
        return Math.max(0, taken.period - units);
      },
    );
  }

  raise(period: PeriodCounter, used: number): Promise<void> {
    return this.#ask(
      () => this.#shared.raise(period, used),
      async (absence) => {
        await absence.own.raise(period, used);
        this.#note(absence, period, (await absence.own.used(period)) ?? used);
      },
    );
  }

  used(period: PeriodCounter): Promise<number | undefined> {
    return this.#ask(
      () => this.#shared.used(period),
      (absence) => absence.own.used(period),
    );
  }

  /** Asks Redis, or while it is away whoever counts meanwhile. */
  async #ask<Result>(shared: () => Promise<Result>, own: (absence: Absence) => Promise<Result>): Promise<Result> {
    if (this.#absence) return own(this.#absence);
    try {
      return await shared();
    } catch (error) {
      return own(this.#absence ?? this.#lose(error));
    }
  }

  async #takeOwn(absence: Absence, order: Order): Promise<Taken | undefined> {
    const taken = await absence.own.take(order);
    if (!taken || taken.refusedBy === 'minute') return taken;
    const { minute, period, units } = order;
    if (minute) absence.minutes.set(minute.key, (absence.minutes.get(minute.key) ?? 0) + units);
    this.#note(absence, period, taken.period);
    return taken;
  }

  #note(absence: Absence, counter: PeriodCounter, used: number): number {
    absence.periods.set(counter.key, { counter, used });
    // Redis came back in this very moment.
    if (this.#absence !== absence) this.#settle(absence);
    return used;
  }

  #lose(cause: unknown): Absence {
    const absence = { own: new OwnCounters(this.#seen), minutes: new Map(), periods: new Map() };
    this.#absence = absence;
    this.#seen = new Map();
    if (this.#closed) return absence;
    this.#onChange(true, cause);
    void this.#lookFor();
    return absence;
  }

  async #lookFor(): Promise<void> {
    while (!this.#closed) {
      await delay(lookInterval, undefined, { ref: false });
      if (await this.#shared.isPrompt()) break;
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

  /** When there are too many, most of them are of minutes that are over. */
  #see({ minute, period }: Order, taken: Taken): void {
    if (this.#seen.size >= mostSeen) this.#seen = new Map();
    if (minute) this.#seen.set(minute.key, taken.minute);
    this.#seen.set(period.key, taken.period);
  }
}
