import type { ErrorRequestHandler, Response } from 'express';
import { Failure } from '../src/errors.ts';
import { failureOf, RefusedOperation } from '../src/graphql/failure.ts';
import { exchangeOf } from './exchange.ts';
import { settle } from './metered.ts';

/** The body of every error. A GraphQL client finds the same in its own form beside it. */
export const errorBody = (failure: Failure, requestId: string, docs: string) => ({
  error: { code: failure.code, message: failure.message, requestId, docs },
  ...(failure instanceof RefusedOperation && { errors: failure.errors }),
});

/** The one place where a failure becomes a REST response. */
export const sendFailure =
  (docs: string): ErrorRequestHandler =>
  async (error, _req, res, next) => {
    const failure = error instanceof Failure ? error : (httpFailure(error) ?? failureOf(error));
    exchangeOf(res).cause = failure.cause;
    // Too late for another answer: the connection is cut, so that the client doesn't take half of one for the whole.
    if (res.headersSent) return next(error);
    await settle(res, failure.status);
    setFailureHeaders(res, failure);
    res
      .status(failure.status)
      .type('json')
      .json(errorBody(failure, exchangeOf(res).requestId, docs));
  };

function setFailureHeaders(res: Response, failure: Failure): void {
  res.set('Cache-Control', 'no-store').removeHeader('ETag');
  if (failure.retryAfter !== undefined) res.set('Retry-After', String(failure.retryAfter));
  if (failure.allow !== undefined) res.set('Allow', failure.allow);
  // The rest of an oversized body is not waited for.
  if (failure.code === 'payload_too_large') res.set('Connection', 'close');
}

/** Errors of Express and its body parser, which carry a status of their own. */
function httpFailure(error: unknown): Failure | undefined {
  if (error instanceof URIError) return new Failure('invalid_request', 'The path is not valid percent-encoded UTF-8.');
  if (!(error instanceof Error)) return undefined;
  // Of a file that is served as it is: a range or a condition that it cannot meet.
  if ('statusCode' in error && (error.statusCode === 412 || error.statusCode === 416)) return new Failure('invalid_request');
  if (!('type' in error)) return undefined;
  if (error.type === 'entity.too.large') return new Failure('payload_too_large');
  if (error.type === 'entity.parse.failed') return new Failure('invalid_request', 'The body is not valid JSON.');
  return new Failure('invalid_request', 'The body cannot be read.', { cause: error });
}
