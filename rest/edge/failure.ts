import type { ErrorRequestHandler, Response } from 'express';
import { failureOf, RefusedOperation } from '../../src/api/index.ts';
import { type ErrorCode, Failure } from '../../src/kernel/errors.ts';
import { settleFailure } from './charge.ts';
import { exchangeOf, isOver } from './exchange.ts';

/** The body of every error. A GraphQL client also gets it in the form of GraphQL. */
export const errorBody = (failure: Failure, requestId: string, docs: string) => ({
  error: {
    code: failure.code,
    message: failure.message,
    requestId,
    docs: `${docs}/errors#${failure.code}`,
    ...failure.removed,
  },
  ...(failure instanceof RefusedOperation && { errors: failure.errors }),
});

type WriteFailure = (res: Response, failure: Failure, requestId: string, docs: string) => void;

/** The one place where a failure becomes a response, in the form of REST unless `write` has another one. */
export const sendFailure =
  (docs: string, write: WriteFailure = (res, failure) => writeFailure(res, failure, docs)): ErrorRequestHandler =>
  async (error, req, res, next) => {
    const failure = withHint(error instanceof Failure ? error : (httpFailure(error) ?? failureOf(error)), req.originalUrl);
    // The deadline has sent an answer already.
    if (isOver(res)) return;
    const { code, message, cause } = failure;
    Object.assign(exchangeOf(res), { code, message, cause });
    // Part of the answer is written. The connection is closed, so that the client sees that it is incomplete.
    if (res.headersSent) return next(error);
    const limits = await settleFailure(res, failure.code);
    // The deadline may have sent an answer while the charge was settled.
    if (res.headersSent) return;
    res.set(limits);
    write(res, failure, exchangeOf(res).requestId, docs);
  };

/** A key as a parameter, by its name or its form. */
const keyInAddress = /[?&](?:(?:x-)?api[-_]?key|access_token|token|key)=|[=&]crd_/i;

/** Says so if the key was sent in the address, where it is not read. */
const withHint = (failure: Failure, url: string): Failure =>
  failure.code === 'api_key_required' && keyInAddress.test(url)
    ? new Failure(failure.code, 'A key in the address is never read: send it in the X-API-Key header.')
    : failure;

const realm = 'realm="company-registry"';
/** How to authenticate. A 401 always has this header (RFC 9110), with an error only if a credential was sent (RFC 6750). */
const challenges: Partial<Record<ErrorCode, string>> = {
  api_key_required: `ApiKey ${realm}, Bearer ${realm}`,
  invalid_api_key: `ApiKey ${realm}, Bearer ${realm}, error="invalid_token"`,
  session_required: `Bearer ${realm}`,
  invalid_session: `Bearer ${realm}, error="invalid_token"`,
};

const challengeOf = ({ code, scope }: Failure): string | undefined =>
  code === 'insufficient_scope' ? `Bearer ${realm}, error="insufficient_scope", scope="${scope}"` : challenges[code];

export function writeFailure(res: Response, failure: Failure, docs: string): void {
  setFailureHeaders(res, failure);
  res
    .status(failure.status)
    .type('json')
    .json(errorBody(failure, exchangeOf(res).requestId, docs));
}

export function setFailureHeaders(res: Response, failure: Failure): void {
  const { code, message } = failure;
  Object.assign(exchangeOf(res), { code, message });
  const challenge = challengeOf(failure);
  if (challenge) res.set('WWW-Authenticate', challenge);
  res.set('Cache-Control', 'no-store').removeHeader('ETag');
  if (failure.retryAfter !== undefined) res.set('Retry-After', String(failure.retryAfter));
  if (failure.allow !== undefined) res.set('Allow', failure.allow);
}

/** Errors that Express itself throws. */
const httpFailure = (error: unknown): Failure | undefined =>
  error instanceof URIError ? new Failure('invalid_request', 'The path is not valid percent-encoded UTF-8.') : undefined;
