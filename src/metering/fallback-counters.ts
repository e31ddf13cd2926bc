import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { Refusal } from '../kernel/errors.ts';
import type { Counters, Order, PeriodCounter, Settled, Taken } from './counters.ts';
import { OwnCounters } from './own-counters.ts';
import { SharedCounters, type SharedSettings } from './shared-counters.ts';
import { Untold } from './untold.ts';

/** What Redis does for us, by whoever does it. */
export type Shared = Pick<SharedCounters, keyof SharedCounters>;

/** How often a Redis that is gone is looked for. Whoever was waiting for it when it went has given up by then. */
const lookInterval = 100;

/** A connection that is silent for so long while somebody waits is opened anew. */
const silenceLimit = 2_000;

/**
 * A limit must hold, and nobody may wait for it: so while Redis is gone, slow, or refuses to write, this instance counts by itself. It goes on from what
 * Redis last told, and looks for Redis every tenth of a second. Once Redis counts again it is told what it missed, and requests wait until it knows: at
 * no moment has anybody a minute that starts afresh, however often Redis comes and goes.
 */
export class FallbackCounters implements Counters {
  readonly #shared: Shared;
  readonly #own: OwnCounters;
  readonly #untold: Untold;
  readonly #onChange: (alone: boolean, cause?: unknown) => void;
  #isAlone = false;
  /** Until Redis has been told the last of what it missed. */
  #returning: Promise<void> | undefined;
  #closed = false;

  constructor(shared: Shared, own: OwnCounters, onChange: (alone: boolean, cause?: unknown) => void) {
    this.#shared = shared;
    this.#own = own;
    this.#untold = new Untold(shared, own);
    this.#onChange = onChange;
  }

  /** Over a connection of its own: one command in it that hangs must not hold up others, and our scripts are defined there. */
  static over(redis: Redis, settings: SharedSettings, onChange: (alone: boolean, cause?: unknown) => void): FallbackCounters {
    const connection = redis.duplicate({ commandTimeout: undefined, socketTimeout: silenceLimit });
    // A connection that is lost fails the command under way, and that is what counts; without a listener it would be written to the terminal.
    connection.on('error', () => {});
    return new FallbackCounters(new SharedCounters(connection, settings), new OwnCounters(settings.date), onChange);
  }

  /** Looks for Redis, and goes on without it where it is not there. One that will never let us in fails. */
  async open(): Promise<void> {
    try {
      await this.#shared.connected();
      await this.#shared.probe();
    } catch (error) {
      if (isLockedOut(error)) throw new Refusal(`Redis does not let us in, check REDIS_URL: ${error.message}`);
      this.#lose(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#shared.close();
  }

  /** The clock of Redis is remembered while it is away. */
  now(): number {
    return this.#shared.now();
  }

  take(order: Order): Promise<Taken | undefined> {
    return this.#ask(
      async () => {
        const taken = await this.#shared.take(order, this.#own.knownOf(order.minute));
        if (taken && !this.#isAlone) this.#own.hear(order, taken);
        // Redis went while this was under way, and its answer came all the same.
        else if (taken) await this.#own.count(order, taken.refusedBy);
        return taken;
      },
      async () => {
        const taken = await this.#own.take(order);
        if (taken) this.#untold.noteTaken(order, taken);
        return taken;
      },
    );
  }

  giveBack(order: Order, taken: Taken, units: number): Promise<number> {
    return this.#ask(
      () => this.#shared.giveBack(order, taken, units),
      () => {
        this.#untold.noteGivenBack(order, taken, units);
        return this.#own.giveBack(order, taken, units);
      },
    );
  }

  reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void> {
    return this.#ask(
      () => this.#shared.reconcile(period, written, settled),
      () => this.#own.reconcile(period, written),
    );
  }

  used(period: PeriodCounter): Promise<number | undefined> {
    return this.#ask(
      () => this.#shared.used(period),
      () => this.#own.used(period),
    );
  }

  async #ask<Result>(ofShared: () => Promise<Result>, ofOwn: () => Promise<Result>): Promise<Result> {
    if (this.#returning) await this.#returning;
    if (this.#isAlone) return ofOwn();
    try {
      return await ofShared();
    } catch (error) {
      this.#lose(error);
      return ofOwn();
    }
  }

  #lose(cause: unknown): void {
    if (this.#isAlone) return;
    this.#isAlone = true;
    if (this.#closed) return;
    this.#onChange(true, cause);
    void this.#lookFor();
  }

  async #lookFor(): Promise<void> {
    do await delay(lookInterval, undefined, { ref: false });
    while (!this.#closed && !(await this.#hasReturned()));
  }

  async #hasReturned(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    try {
      await this.#shared.probe();
      // Most of it first; then everyone waits until Redis has the rest.
      await this.#untold.tell();
      this.#returning = promise;
      do {
        // Whoever was being counted here is done in the next turn.
        await nextTurn();
        await this.#untold.tell();
      } while (!this.#untold.isEmpty);
      this.#isAlone = false;
      this.#onChange(false);
      return true;
    } catch {
      return false;
    } finally {
      this.#returning = undefined;
      resolve();
    }
  }
}

/** Codes of Node that mean: the other side is not who it should be, or speaks no TLS. */
const untrusted = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO)/;

/** Whether Redis is there and will never let us in: for the password, or for its certificate. */
function isLockedOut(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return /^(WRONGPASS|NOAUTH|ERR invalid password)/.test(error.message) || untrusted.test(code ?? '');
}
