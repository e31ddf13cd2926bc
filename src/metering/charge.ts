import { type ErrorCode, Failure } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';
import { type Counters, type MinuteCounter, minuteSeconds, type Order, type Taken } from './counters.ts';
import type { Ledger, StatusClass } from './ledger.ts';
import type { Period } from './period.ts';
import { noKey } from './tables.ts';

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

/** Both limits as the caller is told of them. */
export interface Reading {
  minute: Gauge;
  period: Gauge;
}

/** How a part of a request was answered. A REST request has one part, a GraphQL operation one for each field of company data. */
export interface Answered {
  status: number;
  /** Of the failure that it was answered with. */
  code?: ErrorCode | undefined;
  /** What it costs, if it has to be paid for. */
  units: number;
}

interface ChargeParts {
  principal: Exclude<Principal, { kind: 'anonymous' }>;
  meterId: string;
  order: Order & { minute: MinuteCounter };
  taken: Taken;
  now: number;
  period: Period;
  /** Takes what an order asks for. */
  take(order: Order): Promise<Taken>;
}

/** Of the answers without data only that of a record that is not there is paid for, with one unit. */
const paidFailure: ErrorCode = 'entity_not_found';
function paidFor({ status, code, units }: Answered): number {
  if (code === undefined) return status >= 200 && status < 300 ? units : 0;
  return code === paidFailure ? Math.min(1, units) : 0;
}
/** The code of the limit that refused. */
export const refusalOf = ({ refusedBy }: Taken): 'rate_limit_exceeded' | 'monthly_quota_exceeded' | undefined =>
  refusedBy && (refusedBy === 'minute' ? 'rate_limit_exceeded' : 'monthly_quota_exceeded');
const classOf = (status: number) => `${Math.floor(status / 100)}xx` as StatusClass;

/** The units of one request: taken when it came or when they are known, then kept or given back by its answer. */
export class Charge {
  #parts: ChargeParts;
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

  /** The failure to answer with, if a limit refused. */
  get refusal(): Failure | undefined {
    const code = refusalOf(this.#parts.taken);
    if (!code) return undefined;
    const { minute, period } = this.reading;
    if (code === 'monthly_quota_exceeded') return new Failure(code, this.#tooFew(period), { retryAfter: period.secondsLeft });
    const { limit, secondsLeft } = minute;
    const wait = `${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`;
    const whose = this.#parts.principal.kind === 'apiKey' ? 'with this key' : 'by the sessions of this account';
    const message = `${number(limit)} requests a minute are allowed ${whose}: wait ${wait}, or change the plan.`;
    return new Failure(code, message, { retryAfter: secondsLeft });
  }

  #tooFew({ limit, remaining, reset }: Gauge): string {
    const until = `wait until ${new Date(reset).toISOString()}, or change the plan.`;
    if (remaining === 0) return `${number(limit)} requests a billing period are allowed, and used up: ${until}`;
    const left = `${number(remaining)} of ${number(limit)} are left`;
    return `This costs ${number(this.units)} units, and ${left}: ask for less, ${until}`;
  }

  get reading(): Reading {
    const { order, taken, now, period } = this.#parts;
    const { end, limit: perMinute } = order.minute;
    const gauge = (limit: number, used: number, start: number, reset: number): Gauge => ({
      limit,
      remaining: Math.max(0, limit - used),
      reset,
      secondsLeft: Math.max(1, Math.ceil((reset - now) / 1000)),
      seconds: Math.round((reset - start) / 1000),
    });
    return {
      minute: gauge(perMinute, taken.minute, end - minuteSeconds * 1000, end),
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
   * Takes units that are known only now, all or none. If too few are left, the charge holds the failure from then on. If it was
   * settled meanwhile, they are given back.
   */
  async take(units: number): Promise<void> {
    const { order, taken, take } = this.#parts;
    const more: Order = { ...order, units, minute: undefined };
    const answer = await take(more);
    if (this.isSettled) {
      if (!answer.refusedBy) await this.#counters.giveBack(more, answer, units);
      return;
    }
    this.#parts = { ...this.#parts, order: { ...order, units }, taken: { ...answer, minute: taken.minute } };
    this.#used = answer.period;
  }

  /** Ends the charge and gives back what is not paid for. The reading is true afterwards. A second call does nothing. */
  settle(answers: readonly Answered[]): Promise<void> {
    this.#settling ??= this.#end(answers);
    return this.#settling;
  }

  async #end(answers: readonly Answered[]): Promise<void> {
    const { principal, meterId, order, taken, now, period } = this.#parts;
    const units = taken.refusedBy ? 0 : answers.reduce((sum, answer) => sum + paidFor(answer), 0);
    this.#ledger.enter({
      accountId: principal.accountId,
      meterId,
      periodStart: period.start,
      units,
      keyId: principal.kind === 'apiKey' ? principal.keyId : noKey,
      at: now,
      answers: answers.map(({ status }) => classOf(status)),
      second: taken.second,
    });
    const surplus = taken.refusedBy ? 0 : order.units - units;
    if (surplus > 0) this.#used = await this.#counters.giveBack(order, taken, surplus);
  }
}

const number = (value: number): string => value.toLocaleString('en-GB');
