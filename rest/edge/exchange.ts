import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { type ErrorCode, Failure } from '../../src/kernel/errors.ts';
import { anonymous, type Caller, type Principal } from '../../src/kernel/principal.ts';
import { isUuid } from '../../src/kernel/uuid.ts';
import type { Charge } from '../../src/metering/index.ts';

/** What is known of one request and its answer, from the first middleware to the log line. */
interface Exchange {
  requestId: string;
  principal: Principal;
  /** The path of the declaration, never the path as sent: that may hold anything. */
  route: string;
  /** What the request was charged; its answer settles it. */
  charge?: Charge;
  /** The deadline has passed and the caller was told so, or the caller has gone: what comes of the request now is dropped. */
  isOver?: true;
  /** The code of the failure that was answered, for the log. */
  code?: ErrorCode;
  /** Puts the deadline off by so many milliseconds. */
  putOff?: (milliseconds: number) => void;
  /** Tells an operation that may wait that the client has gone, see departure.ts. */
  gone?: AbortController;
  /** The client has closed its side of the connection. */
  isHalfClosed?: true;
  /** What went wrong inside, for the log alone. */
  cause?: unknown;
  /** The head of the response was written whole, with the headers that every response has. */
  isWhole?: true;
}

/** Gives the exchange its id: the client's own if it is a UUID. */
export function identify(req: Request, res: Response, next: NextFunction): void {
  const own = req.headers['x-request-id'];
  const requestId = typeof own === 'string' && isUuid(own) ? own : randomUUID();
  res.locals['exchange'] = { requestId, principal: anonymous, route: 'unknown' } satisfies Exchange;
  checkHost(req);
  next();
}

/** A name, or an address in brackets, and a port. */
const host = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Of two hosts a proxy before us may take the other one than we do, so a request must have one. */
function checkHost({ httpVersion, headers, rawHeaders }: Request): void {
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  if (hosts.length === 0 && httpVersion === '1.0') return;
  if (hosts.length !== 1 || !host.test(headers.host ?? ''))
    throw new Failure('invalid_request', 'A request must have one Host header, with a valid host.');
}

export const exchangeOf = (res: Response): Exchange => res.locals['exchange'];

export const callerOf = ({ method, headers, ip }: Request): Caller => ({ method, headers, address: ip ?? '' });
