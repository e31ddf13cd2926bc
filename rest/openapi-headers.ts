import { needsRetryAfter } from '../src/errors.ts';

const header = (description: string, schema: object, example: unknown) => ({ description, required: true, schema, example });
const integer = { type: 'integer', minimum: 0 };

const always = {
  'X-Request-ID': header(
    'Ties the response to our log.',
    { type: 'string', format: 'uuid' },
    '5f0c954e-28f5-4f3c-9f0a-0d6f3d0f0c11',
  ),
  'Cache-Control': header('How long the answer may be kept, and by whom.', { type: 'string' }, 'no-store'),
};

const retryAfter = { 'Retry-After': header('Seconds to wait before the next attempt.', { ...integer, minimum: 1 }, 1) };

export const etagHeader = {
  ETag: header('Of this answer, for `If-None-Match`.', { type: 'string' }, '"qZk-Xk0m3bRzYw7vJt2u1sP9aLc"'),
};

/** The headers that a response of this status has. */
export const headersOf = (status: number) => ({ ...always, ...(needsRetryAfter(status) && retryAfter) });
