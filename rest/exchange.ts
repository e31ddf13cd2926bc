import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { Failure } from '../src/errors.ts';
import { anonymous, type Caller, type Principal } from '../src/identity/principal.ts';
import type { Charge } from '../src/metering/charge.ts';
import { isUuid } from '../src/uuid.ts';

/** What is known of one request and its answer, from the first middleware to the log line. */
export interface Exchange {
  requestId: string;
  principal: Principal;
  /** The path of the declaration, never the path as sent: that may hold anything. */
  route: string;
  /** What the request was charged, until its answer settles it. */
  charge?: Charge;
  /** What went wrong inside, for the log alone. */
  cause?: unknown;
}

/** Gives the exchange its id: the client's own if it is a UUID. */
export function identify(req: Request, res: Response, next: NextFunction): void {
  const own = req.headers['x-request-id'];
  const requestId = typeof own === 'string' && isUuid(own) ? own : randomUUID();
  res.locals['exchange'] = { requestId, principal: anonymous, route: 'unknown' } satisfies Exchange;
  res.setHeader('X-Request-ID', requestId);
  if (req.httpVersion === '1.1' && !req.headers.host) throw new Failure('invalid_request', 'The Host header is missing.');
  next();
}

export const exchangeOf = (res: Response): Exchange => res.locals['exchange'];

export const callerOf = ({ method, headers, ip }: Request): Caller => ({ method, headers, address: ip ?? '' });
