import type { Response } from 'express';
import { errorTable } from '../src/kernel/errors.ts';
import type { Charge, Metering } from '../src/metering/index.ts';
import { exchangeOf } from './exchange.ts';
import { limitHeaders } from './limit-headers.ts';

/** Charges a request. Only its credential has been looked at before. */
export async function charge(res: Response, metering: Metering, units: number): Promise<void> {
  const taken = await metering.charge(exchangeOf(res).principal, units);
  await hold(res, taken);
  if (taken.refusal) throw taken.refusal;
}

/** Keeps a charge until the answer settles it. After the deadline it is given back at once: the caller has an answer already. */
export async function hold(res: Response, charge: Charge): Promise<void> {
  const exchange = exchangeOf(res);
  exchange.charge = charge;
  if (exchange.isOver) await settle(res, errorTable.service_unavailable.status);
}

/**
 * Keeps the charge or gives it back, by the status of the answer or because it is free. Returns the headers that say where the
 * limits stand.
 */
export async function settle(res: Response, status: number, isFree = false): Promise<Record<string, string>> {
  const { charge } = exchangeOf(res);
  if (!charge) return {};
  await charge.settle(Array<number>(charge.units).fill(status), isFree);
  return limitHeaders(charge.reading);
}
