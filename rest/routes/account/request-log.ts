import { z } from 'zod';
import { logRules, maxLogged } from '../../../src/requests/index.ts';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits, patterned, text } from '../../route/rules.ts';

export const readRequestLog = route({
  operationId: 'readRequestLog',
  method: 'get',
  path: '/request-log',
  tag: 'Account',
  summary: 'Read the request log',
  description:
    `The last ${maxLogged.toLocaleString('en-GB')} requests of the account, newest first, kept for 7 days. A request is in ` +
    'it at most two seconds after its answer. Left out are requests whose key is unknown, paths that do not exist, and reads ' +
    'of this log.',
  access: 'session',
  input: {
    query: z.strictObject({
      status: patterned(logRules.status),
      keyId: text(logRules.keyId).optional(),
      path: text(logRules.path).optional(),
      requestId: text(logRules.requestId).optional(),
      cursor: text(logRules.cursor).optional(),
      limit: digits(logRules.limit),
    }),
  },
  document: `query ($status: String, $keyId: String, $path: String, $requestId: String, $cursor: String, $limit: Int) {
    requestLog(status: $status, keyId: $keyId, path: $path, requestId: $requestId, cursor: $cursor, limit: $limit) {
      entries { ...LoggedRequest } nextCursor
    }
  } fragment LoggedRequest on LoggedRequest {
    id at requestId method path status code message milliseconds units key { id name prefix }
  }`,
  variables: ({ query }) => query,
  answers: {
    200: {
      description: 'A page of the log.',
      body: { data: from('requestLog.entries'), meta: { nextCursor: from('requestLog.nextCursor') } },
      example: {
        data: [
          {
            id: '019a8d5f-5b39-7001-8000-6f1d0c8f3a11',
            at: '2026-11-15T09:30:12.345Z',
            requestId: '5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11',
            method: 'GET',
            path: '/api/v1/entities?q=transport&pageSize=1000',
            status: 400,
            code: 'invalid_request',
            message: 'pageSize: must be a whole number from 1 to 100.',
            milliseconds: 1.2,
            units: 0,
            key: { id: '7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01', name: 'Production', prefix: 'crd_4fT9aBcD' },
          },
        ],
        meta: { nextCursor: null },
      },
    },
  },
  cacheControl: 'no-store',
});
