import type { Response } from 'express';
import { errorTable } from '../src/kernel/errors.ts';
import type { Charge, Gauge, Metering, Reading } from '../src/metering/index.ts';
import { exchangeOf } from './exchange.ts';

/** Charges a request before anything of it is looked at but its credential. */
export async function charge(res: Response, metering: Metering, units: number): Promise<void> {
  const charge = await metering.charge(exchangeOf(res).principal, units);
  await hold(res, charge);
  if (charge.refusal) throw charge.refusal;
}

/** Keeps a charge until its answer settles it. One that comes when the caller was told that it took too long is given back. */
export async function hold(res: Response, charge: Charge): Promise<void> {
  const exchange = exchangeOf(res);
  exchange.charge = charge;
  if (exchange.isOver) await settle(res, errorTable.service_unavailable.status);
}

/**
 * Keeps the charge or gives it back, by the status that the answer is about to have, or because it is free. Gives the headers that
 * tell the caller where the limits stand.
 */
export async function settle(res: Response, status: number, isFree = false): Promise<Record<string, string>> {
  const { charge } = exchangeOf(res);
  if (!charge) return {};
  await charge.settle(Array<number>(charge.units).fill(status), isFree);
  return limitHeaders(charge.reading);
}

/** The headers of the contract, and the fields of the IETF's draft (httpapi-ratelimit-headers) beside them. */
export function limitHeaders({ minute, period }: Reading): Record<string, string> {
  const policies: [string, Gauge][] = [...(minute ? ([['minute', minute]] as [string, Gauge][]) : []), ['period', period]];
  return {
    ...(minute && {
      'X-RateLimit-Limit': String(minute.limit),
      'X-RateLimit-Remaining': String(minute.remaining),
      'X-RateLimit-Reset': String(Math.round(minute.reset / 1000)),
    }),
    'X-Monthly-Quota-Limit': String(period.limit),
    'X-Monthly-Quota-Remaining': String(period.remaining),
    'X-Monthly-Quota-Reset': new Date(period.reset).toISOString(),
    'RateLimit-Policy': policies.map(([name, { limit, seconds }]) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    RateLimit: policies.map(([name, { remaining, secondsLeft }]) => `"${name}";r=${remaining};t=${secondsLeft}`).join(', '),
  };
}
