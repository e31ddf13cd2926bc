import type { ErrorRequestHandler, Response } from 'express';
import { failureOf, RefusedOperation } from '../src/api/failure.ts';
import { type ErrorCode, Failure } from '../src/kernel/errors.ts';
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
    // The caller has an answer already, that it took too long.
    if (exchangeOf(res).isOver) return;
    Object.assign(exchangeOf(res), { code: failure.code, cause: failure.cause });
    // Too late for another answer: the connection is cut, so that the client doesn't take half of one for the whole.
    if (res.headersSent) return next(error);
    const limits = await settle(res, failure.status);
    // The deadline may have answered meanwhile.
    if (res.headersSent) return;
    res.set(limits);
    writeFailure(res, failure, docs);
  };

const realm = 'realm="company-registry"';
/** How to authenticate, by what is wrong: a 401 always says so (RFC 9110), and an error only where a credential was sent (RFC 6750). */
const challenges: Partial<Record<ErrorCode, string>> = {
  api_key_required: `ApiKey ${realm}, Bearer ${realm}`,
  invalid_api_key: `ApiKey ${realm}, Bearer ${realm}, error="invalid_token"`,
  session_required: `Bearer ${realm}`,
  invalid_session: `Bearer ${realm}, error="invalid_token"`,
};

export function writeFailure(res: Response, failure: Failure, docs: string): void {
  setFailureHeaders(res, failure);
  res
    .status(failure.status)
    .type('json')
    .json(errorBody(failure, exchangeOf(res).requestId, docs));
}

function setFailureHeaders(res: Response, failure: Failure): void {
  const challenge = challenges[failure.code];
  if (challenge) res.set('WWW-Authenticate', challenge);
  res.set('Cache-Control', 'no-store').removeHeader('ETag');
  if (failure.retryAfter !== undefined) res.set('Retry-After', String(failure.retryAfter));
  if (failure.allow !== undefined) res.set('Allow', failure.allow);
}

/** Errors of Express, which carry a status of their own: of a file that is served as it is, a range or a condition that it cannot meet. */
function httpFailure(error: unknown): Failure | undefined {
  if (error instanceof URIError) return new Failure('invalid_request', 'The path is not valid percent-encoded UTF-8.');
  if (!(error instanceof Error && 'statusCode' in error)) return undefined;
  return error.statusCode === 412 || error.statusCode === 416 ? new Failure('invalid_request') : undefined;
}
