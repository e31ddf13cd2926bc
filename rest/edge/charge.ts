import type { Response } from 'express';
import { type ErrorCode, errorTable } from '../../src/kernel/errors.ts';
import type { Charge, Metering } from '../../src/metering/index.ts';
import { exchangeOf } from './exchange.ts';
import { limitHeaders } from './limit-headers.ts';

/** Charges a request. Only its credential has been looked at before. No units: they are taken when they are known. */
export async function charge(res: Response, metering: Metering, units: number): Promise<void> {
  const taken = await metering.charge(exchangeOf(res).principal, units);
  await hold(res, taken);
  if (taken.refusal) throw taken.refusal;
}

/** Takes the units of an answer that costs more or less by what it has. */
export async function takeUnits(res: Response, units: number): Promise<void> {
  const { charge, isOver } = exchangeOf(res);
  if (!charge || isOver || isHead(res)) return;
  await charge.take(units);
  if (charge.refusal) throw charge.refusal;
}

/** Keeps a charge until the answer settles it. After the deadline it is given back at once: the caller has an answer already. */
export async function hold(res: Response, charge: Charge): Promise<void> {
  const exchange = exchangeOf(res);
  exchange.charge = charge;
  if (exchange.isOver) await settleFailure(res, 'service_unavailable');
}

/**
 * Keeps the charge or gives it back, by the answer: nothing is paid for a failure, for a 304, or for a head without a body.
 * Returns the headers that say where the limits stand.
 */
export async function settle(res: Response, status: number, code?: ErrorCode): Promise<Record<string, string>> {
  const { charge } = exchangeOf(res);
  if (!charge) return {};
  await charge.settle([{ status, code, units: isHead(res) ? 0 : charge.units }]);
  return limitHeaders(charge.reading);
}

export const settleFailure = (res: Response, code: ErrorCode) => settle(res, errorTable[code].status, code);

const isHead = (res: Response): boolean => res.req.method === 'HEAD';
