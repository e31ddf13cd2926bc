import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { AnswerTimeout } from './answer-timeout.ts';
import {
  type Counters,
  minuteKey,
  minuteSeconds,
  type Order,
  type PeriodCounter,
  periodKey,
  type Settled,
  type Taken,
} from './counters.ts';
import { addScript, giveBackScript, type Reply, raiseScript, reconcileScript, takeScript } from './scripts.ts';

const connectLimit = 1_000;
/** Clocks drift apart: what is known of them is learnt anew after so long. */
const clockTrust = 10_000;
/** The counter of a minute is kept for so many seconds, for instances differ by milliseconds in when a minute ends. */
const minuteKept = 2 * minuteSeconds;

type Words = (string | number)[];
type Verdict = 'taken' | 'minute' | 'period' | 'unknown';

interface MeteringRedis extends Redis {
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
  /** The clock on the wall of this instance, which counts until that of Redis is known. */
  date: () => Date;
  /** In milliseconds: a question that is not answered for so long fails. */
  answerLimit: number;
  /** In milliseconds: units that are under way for longer were taken by an instance that died. */
  abandonedAfter?: number | undefined;
  /** The clock of Redis, where a test holds it. */
  redisClock?: (() => number) | undefined;
}

/** No request takes longer, with the writing of its usage: it has ten seconds, and thirty more where it waits for changes. */
const abandonedAfter = 60_000;

/** Counters in Redis, shared by all instances. A question that is not answered in time fails. */
export class SharedCounters implements Counters {
  readonly #redis: MeteringRedis;
  readonly #settings: SharedSettings;
  readonly #timeout: AnswerTimeout;
  readonly #abandonedAfter: number;
  /** What the clock of Redis is ahead of the one that never goes back, at the least. */
  #ahead = Number.NEGATIVE_INFINITY;
  #learnt = Number.NEGATIVE_INFINITY;

  constructor(redis: Redis, settings: SharedSettings) {
    for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { numberOfKeys: 3, lua });
    this.#redis = redis as MeteringRedis;
    this.#settings = settings;
    this.#timeout = new AnswerTimeout(settings.answerLimit);
    this.#abandonedAfter = settings.abandonedAfter ?? abandonedAfter;
  }

  close(): void {
    this.#redis.disconnect();
  }

  /** By the clock of Redis, so that a minute is the same on every instance however wrong their own clocks are. */
  now(): number {
    const { now, date, redisClock } = this.#settings;
    if (this.#ahead === Number.NEGATIVE_INFINITY) return date().getTime();
    return redisClock?.() ?? now() + this.#ahead;
  }

  /** Of the minute so much is used at least, whatever Redis has. */
  async take({ units, minute, period }: Order, knownOfMinute = 0): Promise<Taken | undefined> {
    const { key, seconds, limit } = period;
    const [verdict, now, inMinute, used] = await this.#ask((until) =>
      this.#redis.meterTake(
        minute?.key ?? key,
        key,
        underWay(key),
        until,
        this.#abandonedAfter,
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
    const pairs = [...settled].flat();
    return this.#ask((until) =>
      this.#redis.meterReconcile(key, key, underWay(key), until, this.#abandonedAfter, written, seconds, ...pairs),
    );
  }

  /** To a minute that was counted elsewhere meanwhile. */
  async add(key: string, units: number): Promise<void> {
    await this.#ask((until) => this.#redis.meterAdd(key, key, key, until, units, minuteKept));
  }

  /** Sees to it that a period that was counted elsewhere meanwhile has so much at least. */
  async raise({ key, seconds }: PeriodCounter, used: number): Promise<void> {
    await this.#ask((until) => this.#redis.meterRaise(key, key, key, until, used, seconds));
  }

  /** Fails where there is no connection within the time that opening one may take. */
  async connected(): Promise<void> {
    if (this.#redis.status !== 'ready') await once(this.#redis, 'ready', { signal: AbortSignal.timeout(connectLimit) });
  }

  /** Counts for nobody, by all that counting needs: a Redis that answers and refuses to write, or to run a script, fails here. */
  async probe(): Promise<void> {
    const nobody = randomUUID();
    const period = { key: periodKey(nobody, new Date(0)), seconds: minuteSeconds, limit: Number.MAX_SAFE_INTEGER };
    const minute = { key: minuteKey(nobody, nobody, 0), limit: Number.MAX_SAFE_INTEGER, end: 0 };
    const order = { units: 1, minute, period };
    await this.reconcile(period, 1);
    const taken = await this.take(order);
    if (!taken) throw new Error('Redis forgets at once what it is told');
    await this.giveBack(order, taken, 1);
  }

  /** Asks until it is answered in time by the clock of Redis, which is learnt on the way. */
  async #ask<Answer extends Reply<string, number[]>>(
    send: (until: number) => Promise<Answer>,
  ): Promise<Exclude<Answer, ['late', number]>> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      this.#gather();
      const until = Math.floor(this.#settings.now() + this.#timeout.least + this.#ahead);
      const reply = await this.#timeout.within(send(until));
      this.#learn(reply[1]);
      // Too late for Redis, and we are still waiting: its clock is further ahead than we knew. It has changed nothing.
      if (reply[0] !== 'late') return reply as Exclude<Answer, ['late', number]>;
    }
    throw new Error('Redis finds every question too late');
  }

  /** What is asked in the same moment goes out in one piece: a write for each costs more than all else about it. */
  #gather(): void {
    const { stream } = this.#redis;
    if (!stream || stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => stream.uncork());
  }

  /** An answer is old by its way to us, so it tells a lower bound of how far the clock is ahead; the highest of the last seconds is the best. */
  #learn(clock: number): void {
    const now = this.#settings.now();
    const ahead = clock - now;
    if (ahead < this.#ahead && now - this.#learnt < clockTrust) return;
    this.#ahead = ahead;
    this.#learnt = now;
  }
}

const underWay = (periodKey: string) => `${periodKey}:under-way`;
