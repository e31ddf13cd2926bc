import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Counters, minuteSeconds, type Order, type PeriodCounter, type Taken } from './counters.ts';
import { changeScript, raiseScript, type TakeReply, takeScript } from './scripts.ts';

/** A Redis that takes longer than that to answer is as good as gone. */
const answerLimit = 80;
const connectLimit = 1_000;

interface MeteringRedis extends Redis {
  meterTake(minuteKey: string, periodKey: string, ...words: (string | number)[]): Promise<TakeReply>;
  meterRaise(key: string, used: number, seconds: number): Promise<null>;
}

interface Question {
  order: Order;
  /** By the clock of Redis. */
  until: number;
}

class Answer extends RateLimiterRes {
  reply: TakeReply;

  constructor(reply: TakeReply) {
    super(0, 0, reply[1], false);
    this.reply = reply;
  }
}

/** The limiter for both limits at once: its store is asked by one script about two counters. */
class BothLimits extends RateLimiterRedis {
  _upsert(_key: string, units: number, _ms: number, _force: boolean, { order, until }: Question): Promise<TakeReply> {
    const { minute, period } = order;
    const { client } = this as unknown as { client: MeteringRedis };
    const kept = 2 * minuteSeconds;
    return client.meterTake(minute?.key ?? period.key, period.key, units, minute?.limit ?? '', kept, period.limit, until);
  }

  _getRateLimiterRes(_key: string, _units: number, reply: TakeReply): Answer {
    return new Answer(reply);
  }
}

/** Counters in Redis, shared by all instances. A question that is not answered in time fails. */
export class SharedCounters implements Counters {
  readonly #redis: MeteringRedis;
  readonly #both: BothLimits;
  readonly #one: RateLimiterRedis;
  readonly #now: () => number;
  /** What the clock of Redis is ahead of ours, at the least. */
  #ahead = 0;

  constructor(redis: Redis, now: () => number) {
    redis.defineCommand('meterTake', { numberOfKeys: 2, lua: takeScript });
    redis.defineCommand('meterRaise', { numberOfKeys: 1, lua: raiseScript });
    this.#redis = redis as MeteringRedis;
    this.#now = now;
    const options = {
      storeClient: redis,
      rejectIfRedisNotReady: true,
      keyPrefix: '',
      // The limits are the plans', and change: they come with each order.
      points: Number.MAX_SAFE_INTEGER,
      duration: 2 * minuteSeconds,
      customIncrTtlLuaScript: changeScript,
    };
    this.#both = new BothLimits(options);
    this.#one = new RateLimiterRedis(options);
  }

  close(): void {
    this.#redis.disconnect();
  }

  async take(order: Order): Promise<Taken | undefined> {
    const [verdict, minute, period] = await inTime(this.#ask(order, this.#now() + answerLimit));
    if (verdict === 'unknown') return undefined;
    return { refusedBy: verdict === 'minute' || verdict === 'period' ? verdict : undefined, minute, period, by: this };
  }

  async #ask(order: Order, deadline: number): Promise<TakeReply> {
    const question: Question = { order, until: Math.floor(deadline + this.#ahead) };
    const { reply } = (await this.#both.consume(order.period.key, order.units, question)) as Answer;
    const [verdict, , , clock] = reply;
    this.#ahead = clock - this.#now();
    // Where there is still time, its clock was more ahead than we knew.
    return verdict === 'late' && this.#now() < deadline ? this.#ask(order, deadline) : reply;
  }

  async giveBack({ period }: Order, _taken: Taken, units: number): Promise<number> {
    return (await inTime(this.#one.reward(period.key, units))).consumedPoints;
  }

  async raise({ key, seconds }: PeriodCounter, used: number): Promise<void> {
    await inTime(this.#redis.meterRaise(key, used, seconds));
  }

  /** To a minute that was counted elsewhere meanwhile. */
  async add(minuteKey: string, units: number): Promise<void> {
    await inTime(this.#one.penalty(minuteKey, units));
  }

  async used({ key }: PeriodCounter): Promise<number | undefined> {
    return (await inTime(this.#one.get(key)))?.consumedPoints;
  }

  /** Fails where there is no connection within the time that opening one may take. */
  async connected(): Promise<void> {
    if (this.#redis.status !== 'ready') await once(this.#redis, 'ready', { signal: AbortSignal.timeout(connectLimit) });
  }

  /** Waits for an answer however long it takes, and tells whether it came in time. Fails where there is no connection. */
  async isPrompt(): Promise<boolean> {
    const asked = this.#now();
    const [seconds = 0, microseconds = 0] = await this.#redis.time();
    this.#ahead = seconds * 1000 + Math.floor(microseconds / 1000) - this.#now();
    return this.#now() - asked < answerLimit;
  }
}

/** Fails after the time that an answer has. Before that the network is looked at once more: a process that was busy itself must not blame Redis. */
function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`Redis did not answer within ${answerLimit} ms`));
    const timer = setTimeout(() => setImmediate(late), answerLimit);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
