import { needsRetryAfter } from '../../src/kernel/errors.ts';

const header = (description: string, schema: object, example: unknown) => ({ description, required: true, schema, example });
const integer = { type: 'integer', minimum: 0 };

const always = {
  'X-Request-ID': header(
    'Identifies the request in our log.',
    { type: 'string', format: 'uuid' },
    '5f0c954e-28f5-4f3c-9f0a-0d6f3d0f0c11',
  ),
  'Cache-Control': header('How long the answer may be cached, and by which caches.', { type: 'string' }, 'no-store'),
};

const retryAfter = { 'Retry-After': header('Seconds to wait before the next attempt.', { ...integer, minimum: 1 }, 1) };

const challenge = {
  'WWW-Authenticate': header(
    'How to authenticate, and whether the given credential is invalid.',
    { type: 'string' },
    'Bearer realm="company-registry", error="invalid_token"',
  ),
};

const neededScope = {
  'WWW-Authenticate': {
    ...challenge['WWW-Authenticate'],
    description: 'The scope that is needed, if it lacks.',
    required: false,
    example: 'Bearer realm="company-registry", error="insufficient_scope", scope="companies:read"',
  },
};

export const etagHeader = {
  ETag: header('Of this answer, for `If-None-Match`.', { type: 'string' }, '"qZk-Xk0m3bRzYw7vJt2u1sP9aLc"'),
};

export const attachmentHeader = (name: string) => ({
  'Content-Disposition': header('The answer is a file to save.', { type: 'string' }, `attachment; filename="${name}"`),
});

/** The limits of the key and of its account after this request. */
const allLimits = {
  'X-RateLimit-Limit': header('Requests allowed per minute.', integer, 60),
  'X-RateLimit-Remaining': header('Requests left in the current window.', integer, 59),
  'X-RateLimit-Reset': header('Unix timestamp when the window resets.', integer, 1_794_700_860),
  'X-Monthly-Quota-Limit': header('Requests allowed in the billing period.', integer, 1_000),
  'X-Monthly-Quota-Remaining': header('Requests left in the period.', integer, 999),
  'X-Monthly-Quota-Reset': header(
    'When the new period starts.',
    { type: 'string', format: 'date-time' },
    '2026-12-01T00:00:00.000Z',
  ),
  'RateLimit-Policy': header(
    'Both limits in the form of the IETF draft (httpapi-ratelimit-headers): quota and window in seconds.',
    { type: 'string' },
    '"minute";q=60;w=60, "period";q=1000;w=2592000',
  ),
  RateLimit: header(
    'What is left of each limit, and the seconds until it resets.',
    { type: 'string' },
    '"minute";r=59;t=42, "period";r=999;t=1382400',
  ),
};
/** Invalid HTTP, and a request from an address with too many invalid keys, is refused before it is charged. */
const sometimes = Object.fromEntries(Object.entries(allLimits).map(([name, limit]) => [name, { ...limit, required: false }]));
const limitsOf: Record<number, object> = { 200: allLimits, 304: allLimits, 400: sometimes, 404: allLimits, 429: sometimes };

/** The further headers that an answer may have. */
export const ownHeaders = (headers: Record<string, { description: string }> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description }]) => [
      name,
      { description, required: false, schema: { type: 'string' } },
    ]),
  );

/** The headers that a response of this status has. */
export const headersOf = (status: number, isMetered = false) => ({
  ...always,
  ...(needsRetryAfter(status) && retryAfter),
  ...(status === 401 && challenge),
  ...(status === 403 && isMetered && neededScope),
  ...(isMetered && limitsOf[status]),
});
