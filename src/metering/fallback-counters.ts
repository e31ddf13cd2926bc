import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { Repetition } from '../background/repeat.ts';
import { Refusal } from '../kernel/errors.ts';
import { anotherConnection, type RedisClient } from '../redis/redis.ts';
import type { Counters, Debit } from './counters.ts';
import { MemoryCounters } from './memory-counters.ts';
import { pendingRedisUpdates } from './pending-redis-updates.ts';
import { type RedisCounterSettings, type RedisCounters, redisCounters } from './redis-counters.ts';

/** How often we probe a Redis that is down. Calls without an answer have failed by then. */
const probeIntervalMs = 100;

/** A connection that is silent for this time while a call waits is opened again. */
const silenceLimitMs = 2_000;

/** Called when this process begins to count alone, and when Redis counts again. */
type OnChange = (alone: boolean, cause?: unknown) => void;

/** Uses its own connection, because a command that hangs must not delay others, and because it defines our scripts. */
export function openFallbackCounters(redis: RedisClient, settings: RedisCounterSettings, onChange: OnChange) {
  const connection = anotherConnection(redis, { commandTimeout: undefined, socketTimeout: silenceLimitMs });
  // A lost connection fails its commands, which report the error. Without a listener ioredis would print it to the terminal.
  connection.on('error', () => {});
  return fallbackCounters(redisCounters(connection, settings), new MemoryCounters(settings.date), onChange);
}

/**
 * Counts in Redis, and in this process while Redis is down, slow or refuses to write: limits must hold, and no request may wait
 * for Redis. This process continues from the last counts of Redis. Every tenth of a second it probes Redis. When Redis works
 * again, this process sends the updates that Redis missed, and requests wait until that is done. So no caller gets a fresh
 * minute, however often Redis fails.
 */
export function fallbackCounters(redis: RedisCounters, memory: MemoryCounters, onChange: OnChange) {
  const pending = pendingRedisUpdates(redis, memory);
  let isAlone = false;
  let isClosed = false;
  /** Set while the last pending updates are sent to Redis. Requests wait for it. */
  let returning: Promise<void> | undefined;

  const lose = (cause: unknown): void => {
    if (isAlone) return;
    isAlone = true;
    if (isClosed) return;
    onChange(true, cause);
    probing.wake();
  };

  /** Returns false while Redis does not work. */
  const switchBack = async (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    try {
      await redis.probe();
      // Requests continue while most updates are sent. They wait only for the rest.
      await pending.send();
      returning = promise;
      do {
        // In the next turn of the event loop, this process has counted the requests that came before.
        await nextTurn();
        await pending.send();
      } while (!pending.isEmpty());
      isAlone = false;
      onChange(false);
      return true;
    } catch {
      return false;
    } finally {
      returning = undefined;
      resolve();
    }
  };

  const probing = new Repetition({
    name: 'probe of Redis',
    retryMs: 0,
    run: async (signal) => {
      await delay(probeIntervalMs, undefined, { ref: false, signal });
      return switchBack();
    },
  });

  const run = async <Result>(inRedis: () => Promise<Result>, inMemory: () => Promise<Result>): Promise<Result> => {
    if (returning) await returning;
    if (isAlone) return inMemory();
    try {
      return await inRedis();
    } catch (error) {
      lose(error);
      return inMemory();
    }
  };

  const counters: Counters = {
    /** The clock of Redis, also while Redis is down. */
    now: redis.now,

    take: (debit: Debit) =>
      run(
        async () => {
          const taken = await redis.take(debit, memory.knownOf(debit.minute));
          if (taken && !isAlone) memory.storeRedisCounts(debit, taken);
          // Another call failed meanwhile, so this process counts now, but Redis has counted this debit.
          else if (taken) await memory.count(debit, taken.refusedBy);
          return taken;
        },
        async () => {
          const taken = await memory.take(debit);
          if (taken) pending.addTaken(debit, taken);
          return taken;
        },
      ),

    giveBack: (debit, taken, units) =>
      run(
        () => redis.giveBack(debit, taken, units),
        () => {
          pending.addGivenBack(debit, taken, units);
          return memory.giveBack(debit, taken, units);
        },
      ),

    reconcile: (period, written, settled) =>
      run(
        () => redis.reconcile(period, written, settled),
        async () => {
          await memory.reconcile(period, written, settled);
          pending.addPeriod(period);
        },
      ),

    used: (period) =>
      run(
        () => redis.used(period),
        () => memory.used(period),
      ),
  };

  return {
    ...counters,

    /** Connects to Redis, or continues without it if it is down. Throws if Redis refuses our password, or we its certificate. */
    open: async (): Promise<void> => {
      try {
        await redis.connected();
        await redis.probe();
      } catch (error) {
        if (error instanceof Refusal) throw error;
        if (isLockedOut(error)) throw new Refusal(`Redis does not let us in, check REDIS_URL: ${error.message}`);
        lose(error);
      }
    },

    close: async (): Promise<void> => {
      isClosed = true;
      redis.close();
      await probing.close();
    },
  };
}

export type FallbackCounters = ReturnType<typeof fallbackCounters>;

/** Node's codes for a certificate that is not trusted, or a server without TLS. */
const untrusted = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|EPROTO)/;

/** Whether Redis refuses our password, or we refuse its certificate. Then waiting does not help. */
function isLockedOut(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, lastNodeError } = error as NodeJS.ErrnoException & { lastNodeError?: unknown };
  if (lastNodeError) return isLockedOut(lastNodeError);
  return /^(WRONGPASS|NOAUTH|ERR invalid password)/.test(error.message) || untrusted.test(code ?? '');
}
