import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../kernel/errors.ts';
import { anotherConnection, type RedisClient } from '../redis/redis.ts';
import type { Counters, Order, PeriodCounter, Settled, Taken, Used } from './counters.ts';
import { MemoryCounters } from './memory-counters.ts';
import { PendingRedisUpdates } from './pending-redis-updates.ts';
import { type RedisCounterSettings, RedisCounters } from './redis-counters.ts';

/** The interface of the counters in Redis, so that a test can replace them. */
export type CountersInRedis = Pick<RedisCounters, keyof RedisCounters>;

/** In milliseconds: how often we probe a Redis that is down. Calls without an answer have failed by then. */
const probeInterval = 100;

/** In milliseconds: a connection that is silent for this time while a call waits is opened again. */
const silenceLimit = 2_000;

/**
 * Counts in Redis, and in this process while Redis is down, slow or refuses to write: limits must hold, and no request may wait
 * for Redis. This process continues from the last counts of Redis. Every tenth of a second it probes Redis. When Redis works
 * again, this process sends the updates that Redis missed, and requests wait until that is done. So no caller gets a fresh
 * minute, however often Redis fails.
 */
export class FallbackCounters implements Counters {
  readonly #redis: CountersInRedis;
  readonly #memory: MemoryCounters;
  readonly #pending: PendingRedisUpdates;
  readonly #onChange: (alone: boolean, cause?: unknown) => void;
  #isAlone = false;
  /** Set while the last pending updates are sent to Redis. Requests wait for it. */
  #returning: Promise<void> | undefined;
  #closed = false;

  constructor(redis: CountersInRedis, memory: MemoryCounters, onChange: (alone: boolean, cause?: unknown) => void) {
    this.#redis = redis;
    this.#memory = memory;
    this.#pending = new PendingRedisUpdates(redis, memory);
    this.#onChange = onChange;
  }

  /** Uses its own connection, because a command that hangs must not delay others, and because it defines our scripts. */
  static over(
    redis: RedisClient,
    settings: RedisCounterSettings,
    onChange: (alone: boolean, cause?: unknown) => void,
  ): FallbackCounters {
    const connection = anotherConnection(redis, { commandTimeout: undefined, socketTimeout: silenceLimit });
    // A lost connection fails its commands, which report the error. Without a listener ioredis would print it to the terminal.
    connection.on('error', () => {});
    return new FallbackCounters(new RedisCounters(connection, settings), new MemoryCounters(settings.date), onChange);
  }

  /** Connects to Redis, or continues without it if it is down. Throws if Redis refuses our password or has a bad certificate. */
  async open(): Promise<void> {
    try {
      await this.#redis.connected();
      await this.#redis.probe();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (isLockedOut(error)) throw new Refusal(`Redis does not let us in, check REDIS_URL: ${error.message}`);
      this.#lose(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#redis.close();
  }

  /** The clock of Redis, also while Redis is down. */
  now(): number {
    return this.#redis.now();
  }

  take(order: Order): Promise<Taken | undefined> {
    return this.#run(
      async () => {
        const taken = await this.#redis.take(order, this.#memory.knownOf(order.minute));
        if (taken && !this.#isAlone) this.#memory.storeRedisCounts(order, taken);
        // Another call failed meanwhile, so this process counts now, but Redis has counted this order.
        else if (taken) await this.#memory.count(order, taken.refusedBy);
        return taken;
      },
      async () => {
        const taken = await this.#memory.take(order);
        if (taken) this.#pending.addTaken(order, taken);
        return taken;
      },
    );
  }

  giveBack(order: Order, taken: Taken, units: number): Promise<Used> {
    return this.#run(
      () => this.#redis.giveBack(order, taken, units),
      () => {
        this.#pending.addGivenBack(order, taken, units);
        return this.#memory.giveBack(order, taken, units);
      },
    );
  }

  reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void> {
    return this.#run(
      () => this.#redis.reconcile(period, written, settled),
      async () => {
        await this.#memory.reconcile(period, written, settled);
        this.#pending.addPeriod(period);
      },
    );
  }

  used(period: PeriodCounter): Promise<number | undefined> {
    return this.#run(
      () => this.#redis.used(period),
      () => this.#memory.used(period),
    );
  }

  async #run<Result>(inRedis: () => Promise<Result>, inMemory: () => Promise<Result>): Promise<Result> {
    if (this.#returning) await this.#returning;
    if (this.#isAlone) return inMemory();
    try {
      return await inRedis();
    } catch (error) {
      this.#lose(error);
      return inMemory();
    }
  }

  #lose(cause: unknown): void {
    if (this.#isAlone) return;
    this.#isAlone = true;
    if (this.#closed) return;
    this.#onChange(true, cause);
    void this.#probeUntilBack();
  }

  async #probeUntilBack(): Promise<void> {
    do await delay(probeInterval, undefined, { ref: false });
    while (!this.#closed && !(await this.#switchBack()));
  }

  async #switchBack(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    try {
      await this.#redis.probe();
      // Requests continue while most updates are sent. They wait only for the rest.
      await this.#pending.send();
      this.#returning = promise;
      do {
        // In the next turn of the event loop, this process has counted the requests that came before.
        await nextTurn();
        await this.#pending.send();
      } while (!this.#pending.isEmpty);
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

/** Whether Redis refuses our password, or we refuse its certificate. Then waiting does not help. */
function isLockedOut(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: unknown };
  if (lastNodeError) return isLockedOut(lastNodeError);
  return /^(WRONGPASS|NOAUTH|ERR invalid password)/.test(error.message) || untrusted.test(code ?? '');
}
