import type { Response } from 'express';
import { type ErrorCode, errorTable } from '../../src/kernel/errors.ts';
import type { Charge, Metering } from '../../src/metering/index.ts';
import { exchangeOf } from './exchange.ts';
import { limitHeaders } from './limit-headers.ts';

/** Charges a request, after its credential was checked and before anything else. With 0 units, they are taken when known. */
export async function charge(res: Response, metering: Metering, units: number): Promise<void> {
  const taken = await metering.charge(exchangeOf(res).principal, units);
  await hold(res, taken);
  if (taken.refusal) throw taken.refusal;
}

/** Takes the units of an answer whose cost depends on its content. */
export async function takeUnits(res: Response, units: number): Promise<void> {
  const { charge, isOver } = exchangeOf(res);
  if (!charge || isOver || isHead(res)) return;
  await charge.take(units);
  if (charge.refusal) throw charge.refusal;
}

/** Keeps a charge until the answer settles it. After the deadline it is refunded at once, because a 503 was sent already. */
export async function hold(res: Response, charge: Charge): Promise<void> {
  const exchange = exchangeOf(res);
  exchange.charge = charge;
  if (exchange.isOver) await settleFailure(res, 'service_unavailable');
}

/**
 * Keeps the charge or refunds it, depending on the answer: a failure, a 304 and the answer to a HEAD request are free. Returns
 * the headers with the limits.
 */
export async function settle(res: Response, status: number, code?: ErrorCode): Promise<Record<string, string>> {
  const { charge } = exchangeOf(res);
  if (!charge) return {};
  await charge.settle([{ status, code, units: isHead(res) ? 0 : charge.units }]);
  return limitHeaders(charge.reading);
}

export const settleFailure = (res: Response, code: ErrorCode) => settle(res, errorTable[code].status, code);

const isHead = (res: Response): boolean => res.req.method === 'HEAD';
