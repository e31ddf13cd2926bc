import { type MinuteCounter, type Order, type PeriodCounter, periodsOf, type Taken } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import type { RedisCounters } from './redis-counters.ts';

/** The parts of both counters that are used here. */
type RedisPart = Pick<RedisCounters, 'giveBack' | 'raise' | 'add'>;
type MemoryPart = Pick<MemoryCounters, 'used'>;

/** The number of updates that are sent at once, so that a Redis that has just come back is not flooded. */
const batchSize = 500;

/** What this process counted while Redis was down, until it is sent to Redis. */
export class PendingRedisUpdates {
  readonly #redis: RedisPart;
  readonly #memory: MemoryPart;
  /** Only of the current minute: an old minute is not needed any more. */
  readonly #minutes = new Map<string, { minute: MinuteCounter; requests: number }>();
  #minuteEnd = 0;
  readonly #periods = new Map<string, PeriodCounter>();
  /** Units that Redis took, and that have to be given back in Redis. */
  readonly #givenBack = new Map<string, { order: Order; taken: Taken; units: number }>();

  constructor(redis: RedisPart, memory: MemoryPart) {
    this.#redis = redis;
    this.#memory = memory;
  }

  get isEmpty(): boolean {
    return this.#minutes.size + this.#periods.size + this.#givenBack.size === 0;
  }

  addTaken(order: Order, { refusedBy }: Taken): void {
    const { requests, units, minute } = order;
    if (minute && refusedBy !== 'minute') this.#addMinute(minute, requests);
    if (!refusedBy && units > 0) for (const period of periodsOf(order)) this.addPeriod(period);
  }

  /** Redis may have a lower count of this period than this process. */
  addPeriod(period: PeriodCounter): void {
    this.#periods.set(period.key, period);
  }

  addGivenBack(order: Order, taken: Taken, units: number): void {
    if (taken.second === undefined) return;
    const key = `${order.share?.key ?? order.period.key} ${taken.second}`;
    this.#givenBack.set(key, { order, taken, units: units + (this.#givenBack.get(key)?.units ?? 0) });
  }

  /** Sends all pending updates to Redis. Updates that fail stay pending. */
  async send(): Promise<void> {
    await sendAll(
      this.#givenBack,
      ({ order, taken, units }) => this.#redis.giveBack(order, taken, units),
      ({ order, taken, units }) => this.addGivenBack(order, taken, units),
    );
    await sendAll(
      this.#periods,
      (period) => this.#raise(period),
      (period) => this.addPeriod(period),
    );
    await sendAll(
      this.#minutes,
      ({ minute, requests }) => this.#redis.add(minute.key, requests),
      ({ minute, requests }) => this.#addMinute(minute, requests),
    );
  }

  /** A period without a count in this process is not sent: Redis gets it from the database. */
  async #raise(period: PeriodCounter): Promise<void> {
    const used = await this.#memory.used(period);
    if (used !== undefined) await this.#redis.raise(period, used);
  }

  #addMinute(minute: MinuteCounter, requests: number): void {
    if (minute.end < this.#minuteEnd) return;
    if (minute.end > this.#minuteEnd) this.#minutes.clear();
    this.#minuteEnd = minute.end;
    this.#minutes.set(minute.key, { minute, requests: requests + (this.#minutes.get(minute.key)?.requests ?? 0) });
  }
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
