import { type ErrorCode, Failure } from '../kernel/errors.ts';
import type { AccountPrincipal } from '../kernel/principal.ts';
import { nilUuid } from '../kernel/uuid.ts';
import { type Counters, type Debit, type MinuteCounter, minuteSeconds, type Taken, type Used } from './counters.ts';
import type { Ledger, StatusClass } from './ledger.ts';
import type { Period } from './period.ts';

/** The state of a limit, in units, by the clock of the counters. */
export interface Gauge {
  limit: number;
  remaining: number;
  /** When the whole limit is available again. */
  reset: number;
  /** The seconds from the charge to the reset, and those of the whole window. */
  secondsLeft: number;
  seconds: number;
}

/** The state of both limits, for the response headers. */
export interface LimitState {
  minute: Gauge;
  period: Gauge;
}

/** The answer to a part of a request. A REST request has one part, a GraphQL operation one for each field of company data. */
export interface Answered {
  status: number;
  /** The code of the failure, if it failed. */
  code?: ErrorCode | undefined;
  /** What it costs if it is charged. */
  units: number;
  /** What was done of it although there is no answer, through no fault of ours: this much is charged. */
  done?: number | undefined;
}

interface ChargeState {
  principal: AccountPrincipal;
  meterId: string;
  debit: Debit & { minute: MinuteCounter };
  taken: Taken;
  now: number;
  period: Period;
  /** Takes the units of a debit. */
  take(debit: Debit): Promise<Taken>;
  counters: Pick<Counters, 'giveBack'>;
  ledger: Pick<Ledger, 'enter'>;
}

/** The only failure that is charged by itself: a record that does not exist. It costs one unit. */
const paidFailure: ErrorCode = 'entity_not_found';
function paidFor({ status, code, units, done = 0 }: Answered): number {
  if (code === undefined && status >= 200 && status < 300) return units;
  return Math.min(units, code === paidFailure ? 1 : done);
}
/** The error code of the limit that refused. */
export const refusalOf = ({ refusedBy }: Taken): 'rate_limit_exceeded' | 'monthly_quota_exceeded' | undefined =>
  refusedBy && (refusedBy === 'minute' ? 'rate_limit_exceeded' : 'monthly_quota_exceeded');
const classOf = (status: number) => `${Math.floor(status / 100)}xx` as StatusClass;

/**
 * The units of one request. They are taken when it arrives or when their number is known. Its answer decides how many are kept;
 * the rest is given back.
 */
export class Charge {
  #state: ChargeState;
  #used: Used;
  #settling: Promise<void> | undefined;
  #outcome: { units: number; statuses: number[] } | undefined;

  constructor(state: ChargeState) {
    this.#state = state;
    this.#used = state.taken;
  }

  /** The failure to return if a limit refused. */
  get refusal(): Failure | undefined {
    const code = refusalOf(this.#state.taken);
    if (!code) return undefined;
    const { minute, period } = this.reading;
    if (code === 'monthly_quota_exceeded') return new Failure(code, this.#tooFew(period), { retryAfter: period.secondsLeft });
    const { limit, secondsLeft } = minute;
    const wait = `${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`;
    const { principal } = this.#state;
    const whose = principal.kind === 'apiKey' ? 'with this key' : 'by the sessions of this account';
    const isOwn = principal.kind === 'apiKey' && principal.powers?.minuteLimit === limit;
    const message = `${number(limit)} requests a minute are allowed ${whose}: wait ${wait}, or ${remedy(isOwn)}.`;
    return new Failure(code, message, { retryAfter: secondsLeft });
  }

  #tooFew({ limit, remaining, reset }: Gauge): string {
    const isShare = this.#state.taken.refusedBy === 'share';
    const until = `wait until ${new Date(reset).toISOString()}, or ${remedy(isShare)}.`;
    const whose = isShare ? ' with this key' : '';
    if (remaining === 0) return `${number(limit)} requests a billing period are allowed${whose}, and used up: ${until}`;
    const left = `${number(remaining)} of ${number(limit)} are left`;
    return `This costs ${number(this.units)} units, and ${left}: ask for less, ${until}`;
  }

  get reading(): LimitState {
    const { debit, taken, now, period } = this.#state;
    const { end, limit: perMinute } = debit.minute;
    const gauge = (limit: number, used: number, start: number, reset: number): Gauge => ({
      limit,
      remaining: Math.max(0, limit - used),
      reset,
      secondsLeft: Math.max(1, Math.ceil((reset - now) / 1000)),
      seconds: Math.round((reset - start) / 1000),
    });
    const [start, reset] = [period.start.getTime(), period.end.getTime()];
    const ofAccount = gauge(debit.period.limit, this.#used.period, start, reset);
    const ofKey = debit.share && gauge(debit.share.limit, this.#used.share ?? 0, start, reset);
    const isShare = taken.refusedBy ? taken.refusedBy === 'share' : ofKey && ofKey.remaining < ofAccount.remaining;
    return {
      minute: gauge(perMinute, taken.minute, end - minuteSeconds * 1000, end),
      // What is left for this key: of its share, or of the account if that has less.
      period: (isShare && ofKey) || ofAccount,
    };
  }

  get units(): number {
    return this.#state.debit.units;
  }

  /** What was charged, and the statuses of the parts. Unset until it is settled. */
  get outcome(): { units: number; statuses: readonly number[] } | undefined {
    return this.#outcome;
  }

  get isSettled(): boolean {
    return this.#settling !== undefined;
  }

  /**
   * Takes units whose number is known only now, all or none. If too few are left, `refusal` is set. If the charge was settled
   * meanwhile, the units are given back.
   */
  async take(units: number): Promise<void> {
    const { debit, taken, take, counters } = this.#state;
    const more: Debit = { ...debit, units, minute: undefined };
    const answer = await take(more);
    if (this.isSettled) {
      if (!answer.refusedBy) await counters.giveBack(more, answer, units);
      return;
    }
    this.#state = { ...this.#state, debit: { ...debit, units }, taken: { ...answer, minute: taken.minute } };
    this.#used = answer;
  }

  /**
   * Ends the charge and gives back the units that are not charged. `reading` is up to date afterwards. A second call does
   * nothing.
   */
  settle(answers: readonly Answered[]): Promise<void> {
    this.#settling ??= this.#end(answers);
    return this.#settling;
  }

  async #end(answers: readonly Answered[]): Promise<void> {
    const { principal, meterId, debit, taken, now, period, counters, ledger } = this.#state;
    const units = taken.refusedBy ? 0 : answers.reduce((sum, answer) => sum + paidFor(answer), 0);
    this.#outcome = { units, statuses: answers.map(({ status }) => status) };
    ledger.enter({
      accountId: principal.accountId,
      meterId,
      periodStart: period.start,
      units,
      familyId: debit.share && principal.kind === 'apiKey' ? principal.familyId : undefined,
      keyId: principal.kind === 'apiKey' ? principal.keyId : nilUuid,
      at: now,
      answers: answers.map(({ status }) => classOf(status)),
      second: taken.second,
      limit: debit.period.limit,
    });
    const surplus = taken.refusedBy ? 0 : debit.units - units;
    if (surplus > 0) this.#used = await counters.giveBack(debit, taken, surplus);
  }
}

/** What a person can do besides waiting. */
const remedy = (isOwnLimit: boolean): string => (isOwnLimit ? 'raise the limit of the key' : 'change the plan');

const number = (value: number): string => value.toLocaleString('en-GB');
