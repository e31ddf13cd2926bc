import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { noProgress, type Progress } from '../../src/kernel/cost.ts';
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
  maskedUrl?: string;
  /** The token in the path, which acts for a key. It is never logged. */
  token?: string;
  /** The charge of the request; its answer settles it. */
  charge?: Charge;
  /** The deadline has passed and an error was sent, or the client has disconnected: a later result is dropped. Read `isOver`. */
  isOver?: true;
  /** Sends the error of the deadline if that has passed. */
  lookAtDeadline?: () => void;
  /** How far the operation is, for the charge of an answer that nobody gets. */
  progress?: Progress;
  /** The error code of the answer and its message, for the logs. */
  code?: ErrorCode;
  message?: string;
  /** The fields of a GraphQL operation that ran, for the request log. */
  fields?: readonly string[];
  /** The root fields of the GraphQL operation or the tool that runs, once they are known. */
  operation?: string;
  /** Postpones the deadline by some milliseconds. */
  putOff?: (milliseconds: number) => void;
  /** Aborted when the client disconnects, for an operation that may wait, see disconnect.ts. */
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

/**
 * Whether a result is dropped, because the deadline has passed or the client has gone. The clock is asked too: where the event
 * loop was held up, an answer can be there before the timer of its deadline.
 */
export function isOver(res: Response): boolean {
  const exchange = exchangeOf(res);
  exchange.lookAtDeadline?.();
  return exchange.isOver === true;
}

/** For the context of an operation: whether somebody waits for its answer, and where it notes how far it is. */
export function attentionOf(res: Response): { isOver(): boolean; progress: Progress } {
  const exchange = exchangeOf(res);
  exchange.progress ??= noProgress();
  // As in deadline.ts: a function that is made inside of an object would be in the old generation of V8, and retain the request.
  const isDropped = () => isOver(res);
  return { isOver: isDropped, progress: exchange.progress };
}

export const callerOf = ({ method, headers, ip }: Request): Caller => ({ method, headers, address: ip ?? '' });
