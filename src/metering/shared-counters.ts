import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Refusal } from '../kernel/errors.ts';
import { isNodeOfCluster, type RedisClient } from '../redis/redis.ts';
import { AnswerTimeout } from './answer-timeout.ts';
import {
  type Counters,
  minuteKey,
  minuteSeconds,
  type Order,
  ownSecond,
  type PeriodCounter,
  periodKey,
  type Settled,
  type Taken,
} from './counters.ts';
import { addScript, giveBackScript, type Reply, raiseScript, reconcileScript, takeScript } from './scripts.ts';

const connectLimit = 1_000;
/** In milliseconds. Clocks drift apart, so the offset is measured anew after this time. */
const clockTrust = 10_000;
/** In seconds. A minute's counter is kept longer than the minute, because instances see its end some milliseconds apart. */
const minuteKept = 2 * minuteSeconds;

type Words = (string | number)[];
type Verdict = 'taken' | 'minute' | 'period' | 'unknown';

interface Scripts {
  meterTake(...words: Words): Promise<Reply<Verdict, [minute: number, period: number]>>;
  meterGiveBack(...words: Words): Promise<Reply>;
  meterReconcile(...words: Words): Promise<Reply>;
  meterAdd(...words: Words): Promise<Reply<'known', []>>;
  meterRaise(...words: Words): Promise<Reply<'known', []>>;
}

const scripts = {
  meterTake: takeScript,
  meterGiveBack: giveBackScript,
  meterReconcile: reconcileScript,
  meterAdd: addScript,
  meterRaise: raiseScript,
};

export interface SharedSettings {
  /** A clock that never goes back, in milliseconds. */
  now: () => number;
  /** The wall clock of this instance. It counts until the clock of Redis is known. */
  date: () => Date;
  /** In milliseconds: a question without an answer fails after this time. */
  redisAnswerLimit: number;
  /** In milliseconds: the instance that took units and did not settle them in this time is dead. */
  abandonedAfter?: number | undefined;
  /** The clock of Redis, where a test holds it. */
  redisClock?: (() => number) | undefined;
}

/** In milliseconds. A request has ten seconds, and thirty more where it waits for changes, so none is under way for longer. */
const abandonedAfter = 60_000;

/** Counters in Redis, shared by all instances. A question that is not answered in time fails. */
export class SharedCounters implements Counters {
  readonly #redis: RedisClient & Scripts;
  readonly #settings: SharedSettings;
  readonly #timeout: AnswerTimeout;
  readonly #abandonedAfter: number;
  /** How many milliseconds the clock of Redis is ahead of our monotonic clock, at least. */
  #ahead = Number.NEGATIVE_INFINITY;
  #learnt = Number.NEGATIVE_INFINITY;

  constructor(redis: RedisClient, settings: SharedSettings) {
    for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { numberOfKeys: 3, lua });
    this.#redis = redis as RedisClient & Scripts;
    this.#settings = settings;
    this.#timeout = new AnswerTimeout(settings.redisAnswerLimit);
    this.#abandonedAfter = settings.abandonedAfter ?? abandonedAfter;
  }

  close(): void {
    this.#redis.disconnect();
  }

  /** By the clock of Redis, so that a minute is the same on every instance even if their own clocks are wrong. */
  now(): number {
    const { now, date, redisClock } = this.#settings;
    if (this.#ahead === Number.NEGATIVE_INFINITY) return date().getTime();
    return redisClock?.() ?? now() + this.#ahead;
  }

  /** `knownOfMinute` is what this instance knows to be used of the minute. A Redis that lost its memory goes on from it. */
  async take({ requests, units, minute, period }: Order, knownOfMinute = 0): Promise<Taken | undefined> {
    const { key, seconds, limit } = period;
    const [verdict, now, inMinute, used] = await this.#ask((until) =>
      this.#redis.meterTake(
        minute?.key ?? key,
        key,
        underWay(key),
        until,
        this.#abandonedAfter,
        requests,
        units,
        minute?.limit ?? '',
        minuteKept,
        limit,
        seconds,
        knownOfMinute,
      ),
    );
    if (verdict === 'unknown') return undefined;
    if (verdict !== 'taken') return { refusedBy: verdict, minute: inMinute, period: used };
    return { refusedBy: undefined, minute: inMinute, period: used, second: Math.floor(now / 1000) };
  }

  async giveBack({ period: { key } }: Order, taken: Taken, units: number): Promise<number> {
    const [verdict, , used] = await this.#ask((until) =>
      this.#redis.meterGiveBack(key, key, underWay(key), until, units, taken.second ?? ''),
    );
    return verdict === 'known' ? used : Math.max(0, taken.period - units);
  }

  async reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void> {
    await this.#reconcile(period, written, settled);
  }

  async used(period: PeriodCounter): Promise<number | undefined> {
    const [verdict, , used] = await this.#reconcile(period, '');
    return verdict === 'known' ? used : undefined;
  }

  #reconcile({ key, seconds }: PeriodCounter, written: number | '', settled: Settled = new Map()) {
    const pairs = [...settled].filter(([second]) => second !== ownSecond).flat();
    return this.#ask((until) =>
      this.#redis.meterReconcile(key, key, underWay(key), until, this.#abandonedAfter, written, seconds, ...pairs),
    );
  }

  /** Adds requests to a minute that this instance counted by itself while Redis was away. */
  async add(key: string, requests: number): Promise<void> {
    await this.#ask((until) => this.#redis.meterAdd(key, key, key, until, requests, minuteKept));
  }

  /** Raises a period to what this instance counted by itself while Redis was away. */
  async raise({ key, seconds }: PeriodCounter, used: number): Promise<void> {
    await this.#ask((until) => this.#redis.meterRaise(key, key, key, until, used, seconds));
  }

  /** Fails if there is no connection within a second. */
  async connected(): Promise<void> {
    if (this.#redis.status !== 'ready') await once(this.#redis, 'ready', { signal: AbortSignal.timeout(connectLimit) });
    if (await isNodeOfCluster(this.#redis)) throw new Refusal('REDIS_URL leads to a node of a Redis Cluster: add ?cluster=true.');
  }

  /**
   * Counts a unit for nobody, with every script that counting needs. So a Redis that answers but refuses to write, or to run
   * scripts, fails here.
   */
  async probe(): Promise<void> {
    const nobody = randomUUID();
    const period = { key: periodKey(nobody, new Date(0)), seconds: minuteSeconds, limit: Number.MAX_SAFE_INTEGER };
    const minute = { key: minuteKey(nobody, nobody, 0), limit: Number.MAX_SAFE_INTEGER, end: 0 };
    const order = { requests: 1, units: 1, minute, period };
    await this.reconcile(period, 1);
    const taken = await this.take(order);
    if (!taken) throw new Error('Redis forgets at once what it is told');
    await this.giveBack(order, taken, 1);
  }

  /** Asks, and asks again if Redis finds the question too late. Each answer also tells the clock of Redis. */
  async #ask<Answer extends Reply<string, number[]>>(
    send: (until: number) => Promise<Answer>,
  ): Promise<Exclude<Answer, ['late', number]>> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      this.#gather();
      const until = Math.floor(this.#settings.now() + this.#timeout.least + this.#ahead);
      const reply = await this.#timeout.within(send(until));
      this.#learn(reply[1]);
      // Redis found the question too late and changed nothing, but we still wait: its clock is further ahead than we knew.
      if (reply[0] !== 'late') return reply as Exclude<Answer, ['late', number]>;
    }
    throw new Error('Redis finds every question too late');
  }

  /**
   * Sends all questions of one turn of the event loop in one write. A write for each would cost more than the rest of the
   * question.
   */
  #gather(): void {
    // A Cluster has a connection for each node.
    if (!('stream' in this.#redis)) return;
    const { stream } = this.#redis;
    if (!stream || stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => stream.uncork());
  }

  /** The time of the reply makes this a lower bound of the clock offset. The largest of the last ten seconds is the best. */
  #learn(clock: number): void {
    const now = this.#settings.now();
    const ahead = clock - now;
    if (ahead < this.#ahead && now - this.#learnt < clockTrust) return;
    this.#ahead = ahead;
    this.#learnt = now;
  }
}

const underWay = (periodKey: string) => `${periodKey}:under-way`;
