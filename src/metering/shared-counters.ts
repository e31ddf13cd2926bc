import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Counters, minuteSeconds, type Order, type PeriodCounter, type Taken } from './counters.ts';
import { Patience } from './patience.ts';
import { changeScript, raiseScript, type TakeReply, takeScript } from './scripts.ts';

const connectLimit = 1_000;
/** Clocks drift apart: what is known of them is learnt anew after so long. */
const clockTrust = 10_000;

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
  readonly #patience: Patience;
  readonly #now: () => number;
  /** What the clock of Redis is ahead of ours, at the least. */
  #ahead = Number.NEGATIVE_INFINITY;
  #learnt = Number.NEGATIVE_INFINITY;

  constructor(redis: Redis, now: () => number, answerLimit: number) {
    this.#patience = new Patience(answerLimit);
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
    const [verdict, minute, period] = await this.#ask(order);
    if (verdict === 'unknown') return undefined;
    return { refusedBy: verdict === 'taken' ? undefined : verdict, minute, period, by: this };
  }

  async #ask(order: Order, attempts = 5): Promise<Exclude<TakeReply, ['late', ...unknown[]]>> {
    this.#gather();
    const question: Question = { order, until: Math.floor(this.#now() + this.#patience.least + this.#ahead) };
    const { reply } = (await this.#patience.within(this.#both.consume(order.period.key, order.units, question))) as Answer;
    this.#learn(reply[3]);
    if (reply[0] !== 'late') return reply;
    // Too late for Redis, and we are still waiting: its clock is further ahead than we knew. It has changed nothing.
    if (attempts === 0) throw new Error('Redis finds every question too late');
    return this.#ask(order, attempts - 1);
  }

  /** What is asked in the same moment goes out in one piece: a write for each costs more than all else about it. */
  #gather(): void {
    const { stream } = this.#redis;
    if (!stream || stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => stream.uncork());
  }

  /** An answer was under way for a while when it comes, so it tells at least how far the clock is ahead; of the recent ones the one that tells most is right. */
  #learn(clock: number): void {
    const ahead = clock - this.#now();
    if (ahead < this.#ahead && this.#now() - this.#learnt < clockTrust) return;
    this.#ahead = ahead;
    this.#learnt = this.#now();
  }

  async giveBack({ period }: Order, _taken: Taken, units: number): Promise<number> {
    return (await this.#patience.within(this.#one.reward(period.key, units))).consumedPoints;
  }

  async raise({ key, seconds }: PeriodCounter, used: number): Promise<void> {
    await this.#patience.within(this.#redis.meterRaise(key, used, seconds));
  }

  /** To a minute that was counted elsewhere meanwhile. */
  async add(minuteKey: string, units: number): Promise<void> {
    await this.#patience.within(this.#one.penalty(minuteKey, units));
  }

  async used({ key }: PeriodCounter): Promise<number | undefined> {
    return (await this.#patience.within(this.#one.get(key)))?.consumedPoints;
  }

  /** Fails where there is no connection within the time that opening one may take. */
  async connected(): Promise<void> {
    if (this.#redis.status !== 'ready') await once(this.#redis, 'ready', { signal: AbortSignal.timeout(connectLimit) });
  }

  /** Whether it answers in time. */
  async isPrompt(): Promise<boolean> {
    try {
      const [seconds = 0, microseconds = 0] = await this.#patience.within(this.#redis.time());
      this.#learn(seconds * 1000 + Math.floor(microseconds / 1000));
      return true;
    } catch {
      return false;
    }
  }
}
