import { Failure } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';
import type { Counters, Order, Taken } from './counters.ts';
import type { Ledger, StatusClass } from './ledger.ts';
import type { Period } from './period.ts';

/** Where a limit stands, in units. Times are in milliseconds by the clock of the counters. */
export interface Gauge {
  limit: number;
  remaining: number;
  /** When the whole limit is available again. */
  reset: number;
  /** The seconds from the charge to the reset, and those of the whole window. */
  secondsLeft: number;
  seconds: number;
}

/** Both limits as the caller is told of them. A session has no minute. */
export interface Reading {
  minute: Gauge | undefined;
  period: Gauge;
}

interface ChargeParts {
  principal: Exclude<Principal, { kind: 'anonymous' }>;
  meterId: string;
  order: Order;
  taken: Taken;
  now: number;
  minuteEnd: number;
  period: Period;
}

/** Stands for the key in the usage of a session. */
export const noKey = '00000000-0000-0000-0000-000000000000';

/** Whether an answer stays charged. Our own failures and wrong requests are given back. */
const stays = (status: number) => status !== 400 && status !== 429 && status < 500;
const classOf = (status: number) => `${Math.floor(status / 100)}xx` as StatusClass;

/** The units of one request: taken when it came, then kept or given back by the status of its answer. */
export class Charge {
  readonly #parts: ChargeParts;
  readonly #counters: Pick<Counters, 'giveBack'>;
  readonly #ledger: Pick<Ledger, 'enter'>;
  #used: number;
  #settling: Promise<void> | undefined;

  constructor(parts: ChargeParts, counters: Pick<Counters, 'giveBack'>, ledger: Pick<Ledger, 'enter'>) {
    this.#parts = parts;
    this.#counters = counters;
    this.#ledger = ledger;
    this.#used = parts.taken.period;
  }

  get refusedAs(): 'rate_limit_exceeded' | 'monthly_quota_exceeded' | undefined {
    const { refusedBy } = this.#parts.taken;
    return refusedBy && (refusedBy === 'minute' ? 'rate_limit_exceeded' : 'monthly_quota_exceeded');
  }

  /** The failure to answer with, if a limit refused. */
  get refusal(): Failure | undefined {
    const code = this.refusedAs;
    if (!code) return undefined;
    const { minute, period } = this.reading;
    if (code === 'monthly_quota_exceeded') {
      const message = `${number(period.limit)} requests a billing period are allowed, and used up: wait until ${new Date(
        period.reset,
      ).toISOString()}, or change the plan.`;
      return new Failure(code, message, { retryAfter: period.secondsLeft });
    }
    const { limit = 0, secondsLeft = 1 } = minute ?? {};
    const wait = `${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`;
    const message = `${number(limit)} requests a minute are allowed with this key: wait ${wait}, or change the plan.`;
    return new Failure(code, message, { retryAfter: secondsLeft });
  }

  get reading(): Reading {
    const { order, taken, now, minuteEnd, period } = this.#parts;
    const gauge = (limit: number, used: number, start: number, reset: number): Gauge => ({
      limit,
      remaining: Math.max(0, limit - used),
      reset,
      secondsLeft: Math.max(1, Math.ceil((reset - now) / 1000)),
      seconds: Math.round((reset - start) / 1000),
    });
    return {
      minute: order.minute && gauge(order.minute.limit, taken.minute, minuteEnd - 60_000, minuteEnd),
      period: gauge(order.period.limit, this.#used, period.start.getTime(), period.end.getTime()),
    };
  }

  get units(): number {
    return this.#parts.order.units;
  }

  get isSettled(): boolean {
    return this.#settling !== undefined;
  }

  /**
   * Ends the charge by the statuses of the answers, one for each unit. If the answer is free, all units are given back. The
   * reading is true afterwards. A second call changes nothing.
   */
  settle(statuses: readonly number[], isFree = false): Promise<void> {
    this.#settling ??= this.#end(statuses, isFree);
    return this.#settling;
  }

  async #end(statuses: readonly number[], isFree: boolean): Promise<void> {
    const { principal, meterId, order, taken, now, period } = this.#parts;
    const units = taken.refusedBy || isFree ? 0 : statuses.filter(stays).length;
    this.#ledger.enter({
      accountId: principal.accountId,
      meterId,
      periodStart: period.start,
      units,
      keyId: principal.kind === 'apiKey' ? principal.keyId : noKey,
      at: now,
      answers: statuses.map(classOf),
      second: taken.second,
    });
    const surplus = taken.refusedBy ? 0 : order.units - units;
    if (surplus > 0) this.#used = await this.#counters.giveBack(order, taken, surplus);
  }
}

const number = (value: number): string => value.toLocaleString('en-GB');
