import { type Debit, type MinuteCounter, type PeriodCounter, periodsOf, type Taken } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import type { RedisCounters } from './redis-counters.ts';

/** The number of updates that are sent at once, so that a Redis that has just come back is not flooded. */
const batchSize = 500;

/** What this process counted while Redis was down, until it is sent to Redis. */
export function pendingRedisUpdates(
  redis: Pick<RedisCounters, 'giveBack' | 'raise' | 'add'>,
  memory: Pick<MemoryCounters, 'used'>,
) {
  /** Only of the current minute: an old minute is not needed any more. */
  const minutes = new Map<string, { minute: MinuteCounter; requests: number }>();
  let minuteEnd = 0;
  const periods = new Map<string, PeriodCounter>();
  /** Units that Redis took, and that have to be given back in Redis. */
  const givenBack = new Map<string, { debit: Debit; taken: Taken; units: number }>();

  const addMinute = (minute: MinuteCounter, requests: number): void => {
    if (minute.end < minuteEnd) return;
    if (minute.end > minuteEnd) minutes.clear();
    minuteEnd = minute.end;
    minutes.set(minute.key, { minute, requests: requests + (minutes.get(minute.key)?.requests ?? 0) });
  };

  /** Redis may have a lower count of this period than this process. */
  const addPeriod = (period: PeriodCounter): void => void periods.set(period.key, period);

  const addGivenBack = (debit: Debit, taken: Taken, units: number): void => {
    if (taken.second === undefined) return;
    const key = `${debit.share?.key ?? debit.period.key} ${taken.second}`;
    givenBack.set(key, { debit, taken, units: units + (givenBack.get(key)?.units ?? 0) });
  };

  /** A period without a count in this process is not sent: Redis gets it from the database. */
  const raise = async (period: PeriodCounter): Promise<void> => {
    const used = await memory.used(period);
    if (used !== undefined) await redis.raise(period, used);
  };

  return {
    isEmpty: (): boolean => minutes.size + periods.size + givenBack.size === 0,

    addTaken: (debit: Debit, { refusedBy }: Taken): void => {
      const { requests, units, minute } = debit;
      if (minute && refusedBy !== 'minute') addMinute(minute, requests);
      if (!refusedBy && units > 0) for (const period of periodsOf(debit)) addPeriod(period);
    },
    addPeriod,
    addGivenBack,

    /** Sends all pending updates to Redis. Updates that fail stay pending. */
    send: async (): Promise<void> => {
      await sendAll(
        givenBack,
        ({ debit, taken, units }) => redis.giveBack(debit, taken, units),
        ({ debit, taken, units }) => addGivenBack(debit, taken, units),
      );
      await sendAll(periods, raise, addPeriod);
      await sendAll(
        minutes,
        ({ minute, requests }) => redis.add(minute.key, requests),
        ({ minute, requests }) => addMinute(minute, requests),
      );
    },
  };
}

/**
 * Sends the updates in batches. Each batch has ended before the next starts and before a failure is thrown, so nothing runs
 * unobserved.
 */
async function sendAll<Update>(
  updates: Map<string, Update>,
  send: (update: Update) => Promise<unknown>,
  addAgain: (update: Update) => void,
): Promise<void> {
  const all = [...updates];
  for (let start = 0; start < all.length; start += batchSize) {
    const batch = all.slice(start, start + batchSize);
    for (const [key] of batch) updates.delete(key);
    const outcomes = await Promise.allSettled(batch.map(([, update]) => send(update)));
    const failed = batch.filter((_, place) => outcomes[place]?.status === 'rejected');
    for (const [, update] of failed) addAgain(update);
    if (failed.length > 0) throw new Error('Pending updates could not be sent to Redis');
  }
}
