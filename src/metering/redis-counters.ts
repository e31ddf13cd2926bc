import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Refusal } from '../kernel/errors.ts';
import { isNodeOfCluster, type RedisClient } from '../redis/redis.ts';
import { AnswerTimeout } from './answer-timeout.ts';
import {
  type Debit,
  localSecond,
  minuteKey,
  minuteSeconds,
  type PeriodCounter,
  periodKey,
  type Settled,
  type Taken,
  type Used,
} from './counters.ts';
import { type Reply, scripts } from './scripts.ts';

const connectLimitMs = 1_000;
/** Clocks drift apart, so the offset is measured again after this time. */
const offsetLifetimeMs = 10_000;
/** A minute's counter lives longer than the minute, because instances see its end some milliseconds apart. */
const minuteLifetimeSeconds = 2 * minuteSeconds;
/** A request may take ten seconds, and thirty more if it waits for changes, so none is under way for longer. */
const usualAbandonedAfterMs = 60_000;

type ScriptArguments = (string | number)[];
type Verdict = 'taken' | 'minute' | 'period' | 'share' | 'unknown';

interface Scripts {
  meterTake(...args: ScriptArguments): Promise<Reply<Verdict, [minute: number, period: number, share: number]>>;
  meterGiveBack(...args: ScriptArguments): Promise<Reply<'known', [period: number, share: number]>>;
  meterReconcile(...args: ScriptArguments): Promise<Reply>;
  meterAdd(...args: ScriptArguments): Promise<Reply<'known', []>>;
  meterRaise(...args: ScriptArguments): Promise<Reply<'known', []>>;
}

export interface RedisCounterSettings {
  /** A monotonic clock, in milliseconds. */
  now: () => number;
  /** The wall clock of this instance. It is used until the clock of Redis is known. */
  date: () => Date;
  /** A call without an answer fails after this time. */
  redisAnswerLimitMs: number;
  /** An instance that has not settled its units after this time counts as dead. */
  abandonedAfterMs?: number | undefined;
  /** Replaces the clock of Redis in a test. */
  redisClock?: (() => number) | undefined;
}

/** Counters in Redis, shared by all instances. A call that is not answered in time fails. */
export function redisCounters(client: RedisClient, settings: RedisCounterSettings) {
  const { now: monotonic, date, redisAnswerLimitMs, abandonedAfterMs = usualAbandonedAfterMs, redisClock } = settings;
  for (const [name, lua] of Object.entries(scripts)) client.defineCommand(name, { lua });
  const redis = client as RedisClient & Scripts;
  const timeout = new AnswerTimeout(redisAnswerLimitMs);
  /** A lower bound of how far the clock of Redis is ahead of our monotonic clock. */
  let clockOffsetMs = Number.NEGATIVE_INFINITY;
  let offsetMeasuredAt = Number.NEGATIVE_INFINITY;

  /** Reply time makes this a lower bound of the clock offset. Keep the largest of the last ten seconds. */
  const measureOffset = (clock: number): void => {
    const now = monotonic();
    const offset = clock - now;
    if (offset < clockOffsetMs && now - offsetMeasuredAt < offsetLifetimeMs) return;
    clockOffsetMs = offset;
    offsetMeasuredAt = now;
  };

  /**
   * Sends all calls of one turn of the event loop in one write. A write for each call would cost more than the rest of the call.
   */
  const corkStream = (): void => {
    // A Cluster has a connection for each node.
    if (!('stream' in redis)) return;
    const { stream } = redis;
    if (!stream || stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => stream.uncork());
  };

  /** Calls a script, and calls it again if Redis replies that the call was too late. Each reply contains the clock of Redis. */
  const call = async <Answer extends Reply<string, number[]>>(
    send: (until: number) => Promise<Answer>,
  ): Promise<Exclude<Answer, ['late', number]>> => {
    for (let attempt = 1; attempt <= 5; attempt++) {
      corkStream();
      const until = Math.floor(monotonic() + timeout.leastMs + clockOffsetMs);
      const reply = await timeout.within(send(until));
      measureOffset(reply[1]);
      // The call was too late and changed nothing, but we still wait: the clock of Redis is further ahead than we knew.
      if (reply[0] !== 'late') return reply as Exclude<Answer, ['late', number]>;
    }
    throw new Error('Redis refuses every call as too late');
  };

  const callReconcile = ({ key, seconds }: PeriodCounter, written: number | '', settled: Settled = new Map()) => {
    const pairs = [...settled].filter(([second]) => second !== localSecond).flat();
    return call((until) => redis.meterReconcile(...keysOf(key, { key }), until, abandonedAfterMs, written, seconds, ...pairs));
  };

  /** `knownOfMinute` is this instance's count of the minute. A Redis that lost its data continues from it. */
  const take = async ({ requests, units, minute, period, share }: Debit, knownOfMinute = 0): Promise<Taken | undefined> => {
    const [verdict, now, inMinute, used, ofShare] = await call((until) =>
      redis.meterTake(
        ...keysOf(minute?.key ?? period.key, period, share),
        ...[until, abandonedAfterMs, requests, units],
        ...[minute?.limit ?? '', minuteLifetimeSeconds],
        ...[period.limit, period.seconds, knownOfMinute, share?.limit ?? ''],
      ),
    );
    if (verdict === 'unknown') return undefined;
    const counts = { minute: inMinute, period: used, ...(share && { share: ofShare }) };
    if (verdict !== 'taken') return { refusedBy: verdict, ...counts };
    return { refusedBy: undefined, ...counts, second: Math.floor(now / 1000) };
  };

  const giveBack = async ({ period, share }: Debit, taken: Taken, units: number): Promise<Used> => {
    const [, , used, ofShare] = await call((until) =>
      redis.meterGiveBack(...keysOf(period.key, period, share), until, units, taken.second ?? ''),
    );
    const left = (known: number, before: number) => (known >= 0 ? known : Math.max(0, before - units));
    return { period: left(used, taken.period), ...(share && { share: left(ofShare, taken.share ?? units) }) };
  };

  const reconcile = async (period: PeriodCounter, written: number, settled?: Settled): Promise<void> => {
    await callReconcile(period, written, settled);
  };

  return {
    take,
    giveBack,
    reconcile,

    /** The clock of Redis, so that a minute is the same on every instance even if their own clocks are wrong. */
    now: (): number => {
      if (clockOffsetMs === Number.NEGATIVE_INFINITY) return date().getTime();
      return redisClock?.() ?? monotonic() + clockOffsetMs;
    },

    used: async (period: PeriodCounter): Promise<number | undefined> => {
      const [verdict, , used] = await callReconcile(period, '');
      return verdict === 'known' ? used : undefined;
    },

    /** Adds requests to a minute that this instance counted while Redis was down. */
    add: async (key: string, requests: number): Promise<void> => {
      await call((until) => redis.meterAdd(...keysOf(key, { key }), until, requests, minuteLifetimeSeconds));
    },

    /** Raises a period to the count of this instance from the time when Redis was down. */
    raise: async ({ key, seconds }: PeriodCounter, used: number): Promise<void> => {
      await call((until) => redis.meterRaise(...keysOf(key, { key }), until, used, seconds));
    },

    /** Waits for the connection. Throws after a second. */
    connected: async (): Promise<void> => {
      if (redis.status !== 'ready') await once(redis, 'ready', { signal: AbortSignal.timeout(connectLimitMs) });
      if (await isNodeOfCluster(redis)) throw new Refusal('REDIS_URL leads to a node of a Redis Cluster: add ?cluster=true.');
    },

    /**
     * Counts one unit under a random id, with every script that counting needs. So it fails for a Redis that answers but refuses
     * to write or to run scripts.
     */
    probe: async (): Promise<void> => {
      const id = randomUUID();
      const period = { key: periodKey(id, new Date(0)), seconds: minuteSeconds, limit: Number.MAX_SAFE_INTEGER };
      const minute = { key: minuteKey(id, id, 0), limit: Number.MAX_SAFE_INTEGER, end: 0 };
      const debit = { requests: 1, units: 1, minute, period };
      await reconcile(period, 1);
      const taken = await take(debit);
      if (!taken) throw new Error('Redis loses its data at once');
      await giveBack(debit, taken, 1);
    },

    close: (): void => redis.disconnect(),
  };
}

export type RedisCounters = ReturnType<typeof redisCounters>;

const underWay = (periodKey: string) => `${periodKey}:under-way`;

/** The keys of a script after their number: the minute, and two for each period. */
const keysOf = (minute: string, period: Pick<PeriodCounter, 'key'>, share?: Pick<PeriodCounter, 'key'>): ScriptArguments =>
  share
    ? [5, minute, period.key, underWay(period.key), share.key, underWay(share.key)]
    : [3, minute, period.key, underWay(period.key)];
