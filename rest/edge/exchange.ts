import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { type ErrorCode, Failure } from '../../src/kernel/errors.ts';
import { anonymous, type Caller, type Principal } from '../../src/kernel/principal.ts';
import { isUuid } from '../../src/kernel/uuid.ts';
import type { Charge } from '../../src/metering/index.ts';

/** The state of one request and its answer, from the first middleware to the log line. */
export interface Exchange {
  requestId: string;
  principal: Principal;
  /** The path of the declaration, never the requested path, which may contain anything. */
  route: string;
  /** The requested path with its parameters, for the request log, if the path has a secret that is left out here. */
  maskedAddress?: string;
  /** The token in the path, which acts for a key. It is never logged. */
  token?: string;
  /** The charge of the request; its answer settles it. */
  charge?: Charge;
  /** The deadline has passed and an error was sent, or the client has disconnected: a later result is dropped. */
  isOver?: true;
  /** The error code of the answer and its message, for the logs. */
  code?: ErrorCode;
  message?: string;
  /** The fields of a GraphQL operation that ran, for the request log. */
  fields?: readonly string[];
  /** Postpones the deadline by some milliseconds. */
  putOff?: (milliseconds: number) => void;
  /** Aborted when the client disconnects, for an operation that may wait, see departure.ts. */
  gone?: AbortController;
  /** The client has closed its side of the connection. */
  isHalfClosed?: true;
  /** The internal cause of a failure, only for the log. */
  cause?: unknown;
  /** The head of the response was written with the headers that every response has. */
  hasAllHeaders?: true;
}

/** Sets the id of the exchange: the client's own if it is a UUID. */
export function identify(req: Request, res: Response, next: NextFunction): void {
  const own = req.headers['x-request-id'];
  const requestId = typeof own === 'string' && isUuid(own) ? own : randomUUID();
  res.locals['exchange'] = { requestId, principal: anonymous, route: 'unknown' } satisfies Exchange;
  checkHost(req);
  next();
}

/** A name, or an address in brackets, and a port. */
const host = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** A request must have exactly one host: of two, a proxy before us might use the other one. */
function checkHost({ httpVersion, headers, rawHeaders }: Request): void {
  const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  if (hosts.length === 0 && httpVersion === '1.0') return;
  if (hosts.length !== 1 || !host.test(headers.host ?? ''))
    throw new Failure('invalid_request', 'A request must have one Host header, with a valid host.');
}

export const exchangeOf = (res: Response): Exchange => res.locals['exchange'];

export const callerOf = ({ method, headers, ip }: Request): Caller => ({ method, headers, address: ip ?? '' });
