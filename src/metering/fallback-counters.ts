import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../kernel/errors.ts';
import { anotherConnection, type RedisClient } from '../redis/redis.ts';
import type { Counters, Order, PeriodCounter, Settled, Taken } from './counters.ts';
import { OwnCounters } from './own-counters.ts';
import { SharedCounters, type SharedSettings } from './shared-counters.ts';
import { Untold } from './untold.ts';

/** What Redis does for us, by whoever does it. */
export type Shared = Pick<SharedCounters, keyof SharedCounters>;

/** In milliseconds: how often we look for a Redis that is gone. The questions that it left unanswered have failed by then. */
const lookInterval = 100;

/** In milliseconds: a connection that is silent for this time while a question waits is opened anew. */
const silenceLimit = 2_000;

/**
 * Counts in Redis, and in this process while Redis is gone, slow or refuses to write: limits must hold, and no request may wait
 * for Redis. This process goes on from what Redis last told. Every tenth of a second it tries whether Redis counts again. Then it
 * tells Redis what Redis missed, and requests wait until that is done. So nobody ever gets a fresh minute, however often Redis
 * comes and goes.
 */
export class FallbackCounters implements Counters {
  readonly #shared: Shared;
  readonly #own: OwnCounters;
  readonly #untold: Untold;
  readonly #onChange: (alone: boolean, cause?: unknown) => void;
  #isAlone = false;
  /** Set while Redis is told the last of what it missed. Requests wait for it. */
  #returning: Promise<void> | undefined;
  #closed = false;

  constructor(shared: Shared, own: OwnCounters, onChange: (alone: boolean, cause?: unknown) => void) {
    this.#shared = shared;
    this.#own = own;
    this.#untold = new Untold(shared, own);
    this.#onChange = onChange;
  }

  /** Uses a connection of its own: a command that hangs on it delays nobody else, and our scripts are defined on it. */
  static over(
    redis: RedisClient,
    settings: SharedSettings,
    onChange: (alone: boolean, cause?: unknown) => void,
  ): FallbackCounters {
    const connection = anotherConnection(redis, { commandTimeout: undefined, socketTimeout: silenceLimit });
    // A lost connection fails its commands, and they report it. Without a listener ioredis would print it to the terminal.
    connection.on('error', () => {});
    return new FallbackCounters(new SharedCounters(connection, settings), new OwnCounters(settings.date), onChange);
  }

  /** Looks for Redis, and goes on without it if it is away. Throws if Redis will never let us in. */
  async open(): Promise<void> {
    try {
      await this.#shared.connected();
      await this.#shared.probe();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (isLockedOut(error)) throw new Refusal(`Redis does not let us in, check REDIS_URL: ${error.message}`);
      this.#lose(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#shared.close();
  }

  /** The clock of Redis, also while Redis is away. */
  now(): number {
    return this.#shared.now();
  }

  take(order: Order): Promise<Taken | undefined> {
    return this.#ask(
      async () => {
        const taken = await this.#shared.take(order, this.#own.knownOf(order.minute));
        if (taken && !this.#isAlone) this.#own.hear(order, taken);
        // Another question failed meanwhile, so this process counts now; this answer of Redis still came.
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
      async () => {
        await this.#own.reconcile(period, written, settled);
        this.#untold.notePeriod(period);
      },
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
      // Requests go on while Redis is told most of it. They wait only while it is told the rest.
      await this.#untold.tell();
      this.#returning = promise;
      do {
        // Requests that are being counted here are done in the next turn of the event loop.
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

/** Node's codes for a certificate that is not trusted, or a server without TLS. */
const untrusted = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO)/;

/** Whether Redis refuses our password, or we refuse its certificate. Waiting does not help then. */
function isLockedOut(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: unknown };
  if (lastNodeError) return isLockedOut(lastNodeError);
  return /^(WRONGPASS|NOAUTH|ERR invalid password)/.test(error.message) || untrusted.test(code ?? '');
}
