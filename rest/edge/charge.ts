import type { Response } from 'express';
import { type ErrorCode, errorTable } from '../../src/kernel/errors.ts';
import type { Charge, Metering } from '../../src/metering/index.ts';
import { exchangeOf, isOver } from './exchange.ts';
import { limitHeaders } from './limit-headers.ts';

/** Charges a request, after its credential was checked and before anything else. With 0 units, they are taken when known. */
export async function charge(res: Response, metering: Metering, units: number): Promise<void> {
  const taken = await metering.charge(exchangeOf(res).principal, units);
  await hold(res, taken);
  if (taken.refusal) throw taken.refusal;
}

/** Counts a request in the minute that may cost nothing: a quota that is used up refuses only what costs. */
export async function countRequest(res: Response, metering: Metering): Promise<void> {
  const counted = await metering.charge(exchangeOf(res).principal, 0);
  await hold(res, counted);
  if (counted.refusal?.code === 'rate_limit_exceeded') throw counted.refusal;
}

/** Takes the units of an answer whose cost depends on its content. */
export async function takeUnits(res: Response, units: number): Promise<void> {
  const { charge } = exchangeOf(res);
  if (!charge || isOver(res)) return;
  await charge.take(units);
  if (charge.refusal) throw charge.refusal;
}

/** Keeps a charge until the answer settles it. After the deadline it is refunded at once, because a 503 was sent already. */
export async function hold(res: Response, charge: Charge): Promise<void> {
  exchangeOf(res).charge = charge;
  if (isOver(res)) await settleFailure(res, 'service_unavailable');
}

/**
 * Keeps the charge or refunds it, depending on the answer: a failure and a 304 are free. Returns the headers with the limits. It
 * is called right before an answer is written, so it looks at the deadline: after it nothing is charged, and whoever calls must
 * look whether the exchange `isOver`.
 */
export async function settle(res: Response, status: number, code?: ErrorCode): Promise<Record<string, string>> {
  const { charge } = exchangeOf(res);
  // If the deadline has passed, this settles the charge as a failure, and the second time has no effect.
  isOver(res);
  if (!charge) return {};
  await charge.settle([{ status, code, units: charge.units }]);
  return limitHeaders(charge.reading);
}

/**
 * Ends the charge of an answer that nobody gets. If the client has left, what work has begun on is paid. If the answer takes too
 * long, only what was done is. Returns what is paid.
 */
export async function settleUnsent(res: Response, status: number, code?: ErrorCode): Promise<number> {
  const { charge, progress } = exchangeOf(res);
  const done = (code === undefined ? progress?.begun : progress?.answered) ?? 0;
  await charge?.settle([{ status, code, units: charge.units, done }]);
  return charge?.outcome?.units ?? 0;
}

export const settleFailure = (res: Response, code: ErrorCode) => settle(res, errorTable[code].status, code);
