import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Refusal } from '../kernel/errors.ts';
import { isNodeOfCluster, type RedisClient } from '../redis/redis.ts';
import { AnswerTimeout } from './answer-timeout.ts';
import {
  type Counters,
  localSecond,
  minuteKey,
  minuteSeconds,
  type Order,
  type PeriodCounter,
  periodKey,
  type Settled,
  type Taken,
  type Used,
} from './counters.ts';
import { addScript, giveBackScript, type Reply, raiseScript, reconcileScript, takeScript } from './scripts.ts';

const connectLimit = 1_000;
/** In milliseconds. Clocks drift apart, so the offset is measured again after this time. */
const offsetLifetime = 10_000;
/** In seconds. A minute's counter lives longer than the minute, because instances see its end some milliseconds apart. */
const minuteLifetime = 2 * minuteSeconds;

type ScriptArguments = (string | number)[];
type Verdict = 'taken' | 'minute' | 'period' | 'share' | 'unknown';

interface Scripts {
  meterTake(...args: ScriptArguments): Promise<Reply<Verdict, [minute: number, period: number, share: number]>>;
  meterGiveBack(...args: ScriptArguments): Promise<Reply<'known', [period: number, share: number]>>;
  meterReconcile(...args: ScriptArguments): Promise<Reply>;
  meterAdd(...args: ScriptArguments): Promise<Reply<'known', []>>;
  meterRaise(...args: ScriptArguments): Promise<Reply<'known', []>>;
}

const scripts = {
  meterTake: takeScript,
  meterGiveBack: giveBackScript,
  meterReconcile: reconcileScript,
  meterAdd: addScript,
  meterRaise: raiseScript,
};

export interface RedisCounterSettings {
  /** A monotonic clock, in milliseconds. */
  now: () => number;
  /** The wall clock of this instance. It is used until the clock of Redis is known. */
  date: () => Date;
  /** In milliseconds: a call without an answer fails after this time. */
  redisAnswerLimit: number;
  /** In milliseconds: an instance that has not settled its units after this time counts as dead. */
  abandonedAfter?: number | undefined;
  /** Replaces the clock of Redis in a test. */
  redisClock?: (() => number) | undefined;
}

/** In milliseconds. A request may take ten seconds, and thirty more if it waits for changes, so none is under way for longer. */
const abandonedAfter = 60_000;

/** Counters in Redis, shared by all instances. A call that is not answered in time fails. */
export class RedisCounters implements Counters {
  readonly #redis: RedisClient & Scripts;
  readonly #settings: RedisCounterSettings;
  readonly #timeout: AnswerTimeout;
  readonly #abandonedAfter: number;
  /** In milliseconds: a lower bound of how far the clock of Redis is ahead of our monotonic clock. */
  #clockOffset = Number.NEGATIVE_INFINITY;
  #offsetMeasuredAt = Number.NEGATIVE_INFINITY;

  constructor(redis: RedisClient, settings: RedisCounterSettings) {
    for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { lua });
    this.#redis = redis as RedisClient & Scripts;
    this.#settings = settings;
    this.#timeout = new AnswerTimeout(settings.redisAnswerLimit);
    this.#abandonedAfter = settings.abandonedAfter ?? abandonedAfter;
  }

  close(): void {
    this.#redis.disconnect();
  }

  /** The clock of Redis, so that a minute is the same on every instance even if their own clocks are wrong. */
  now(): number {
    const { now, date, redisClock } = this.#settings;
    if (this.#clockOffset === Number.NEGATIVE_INFINITY) return date().getTime();
    return redisClock?.() ?? now() + this.#clockOffset;
  }

  /** `knownOfMinute` is this instance's count of the minute. A Redis that lost its data continues from it. */
  async take({ requests, units, minute, period, share }: Order, knownOfMinute = 0): Promise<Taken | undefined> {
    const { key, seconds, limit } = period;
    const [verdict, now, inMinute, used, ofShare] = await this.#call((until) =>
      this.#redis.meterTake(
        ...keysOf(minute?.key ?? key, period, share),
        until,
        this.#abandonedAfter,
        requests,
        units,
        minute?.limit ?? '',
        minuteLifetime,
        limit,
        seconds,
        knownOfMinute,
        share?.limit ?? '',
      ),
    );
    if (verdict === 'unknown') return undefined;
    const counts = { minute: inMinute, period: used, ...(share && { share: ofShare }) };
    if (verdict !== 'taken') return { refusedBy: verdict, ...counts };
    return { refusedBy: undefined, ...counts, second: Math.floor(now / 1000) };
  }

  async giveBack({ period, share }: Order, taken: Taken, units: number): Promise<Used> {
    const [, , used, ofShare] = await this.#call((until) =>
      this.#redis.meterGiveBack(...keysOf(period.key, period, share), until, units, taken.second ?? ''),
    );
    const left = (known: number, before: number) => (known >= 0 ? known : Math.max(0, before - units));
    return { period: left(used, taken.period), ...(share && { share: left(ofShare, taken.share ?? units) }) };
  }

  async reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void> {
    await this.#reconcile(period, written, settled);
  }

  async used(period: PeriodCounter): Promise<number | undefined> {
    const [verdict, , used] = await this.#reconcile(period, '');
    return verdict === 'known' ? used : undefined;
  }

  #reconcile({ key, seconds }: PeriodCounter, written: number | '', settled: Settled = new Map()) {
    const pairs = [...settled].filter(([second]) => second !== localSecond).flat();
    return this.#call((until) =>
      this.#redis.meterReconcile(...keysOf(key, { key }), until, this.#abandonedAfter, written, seconds, ...pairs),
    );
  }

  /** Adds requests to a minute that this instance counted while Redis was down. */
  async add(key: string, requests: number): Promise<void> {
    await this.#call((until) => this.#redis.meterAdd(...keysOf(key, { key }), until, requests, minuteLifetime));
  }

  /** Raises a period to the count of this instance from the time when Redis was down. */
  async raise({ key, seconds }: PeriodCounter, used: number): Promise<void> {
    await this.#call((until) => this.#redis.meterRaise(...keysOf(key, { key }), until, used, seconds));
  }

  /** Waits for the connection. Throws after a second. */
  async connected(): Promise<void> {
    if (this.#redis.status !== 'ready') await once(this.#redis, 'ready', { signal: AbortSignal.timeout(connectLimit) });
    if (await isNodeOfCluster(this.#redis)) throw new Refusal('REDIS_URL leads to a node of a Redis Cluster: add ?cluster=true.');
  }

  /**
   * Counts one unit under a random id, with every script that counting needs. So it fails for a Redis that answers but refuses to
   * write or to run scripts.
   */
  async probe(): Promise<void> {
    const id = randomUUID();
    const period = { key: periodKey(id, new Date(0)), seconds: minuteSeconds, limit: Number.MAX_SAFE_INTEGER };
    const minute = { key: minuteKey(id, id, 0), limit: Number.MAX_SAFE_INTEGER, end: 0 };
    const order = { requests: 1, units: 1, minute, period };
    await this.reconcile(period, 1);
    const taken = await this.take(order);
    if (!taken) throw new Error('Redis loses its data at once');
    await this.giveBack(order, taken, 1);
  }

  /** Calls a script, and calls it again if Redis replies that the call was too late. Each reply contains the clock of Redis. */
  async #call<Answer extends Reply<string, number[]>>(
    send: (until: number) => Promise<Answer>,
  ): Promise<Exclude<Answer, ['late', number]>> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      this.#corkStream();
      const until = Math.floor(this.#settings.now() + this.#timeout.least + this.#clockOffset);
      const reply = await this.#timeout.within(send(until));
      this.#measureOffset(reply[1]);
      // The call was too late and changed nothing, but we still wait: the clock of Redis is further ahead than we knew.
      if (reply[0] !== 'late') return reply as Exclude<Answer, ['late', number]>;
    }
    throw new Error('Redis refuses every call as too late');
  }

  /**
   * Sends all calls of one turn of the event loop in one write. A write for each call would cost more than the rest of the call.
   */
  #corkStream(): void {
    // A Cluster has a connection for each node.
    if (!('stream' in this.#redis)) return;
    const { stream } = this.#redis;
    if (!stream || stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => stream.uncork());
  }

  /** Reply time makes this a lower bound of the clock offset. Keep the largest of the last ten seconds. */
  #measureOffset(clock: number): void {
    const now = this.#settings.now();
    const offset = clock - now;
    if (offset < this.#clockOffset && now - this.#offsetMeasuredAt < offsetLifetime) return;
    this.#clockOffset = offset;
    this.#offsetMeasuredAt = now;
  }
}

const underWay = (periodKey: string) => `${periodKey}:under-way`;

/** The keys of a script after their number: the minute, and two for each period. */
const keysOf = (minute: string, period: Pick<PeriodCounter, 'key'>, share?: Pick<PeriodCounter, 'key'>): ScriptArguments =>
  share
    ? [5, minute, period.key, underWay(period.key), share.key, underWay(share.key)]
    : [3, minute, period.key, underWay(period.key)];
