import { z } from 'zod';
import { auditRules } from '../../../src/accounts/index.ts';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits, maxLengths } from '../../route/rules.ts';

export const readAudit = route({
  operationId: 'readAudit',
  method: 'get',
  path: '/audit',
  tag: 'Account',
  summary: 'Read the audit log',
  description:
    'What happened to the account, newest first: sign-ins, keys, plan changes. Entries are kept for 400 days; never a secret, ' +
    'a name or an e-mail address is in one.',
  access: 'session',
  input: {
    query: z.strictObject({
      cursor: z.string().max(maxLengths.auditCursor, 'is none that we gave').optional(),
      limit: digits(auditRules.limit),
    }),
  },
  document: `query ($cursor: String, $limit: Int) {
    audit(cursor: $cursor, limit: $limit) { entries { ...AuditEntry } nextCursor }
  } fragment AuditEntry on AuditEntry { id at action userId subject details }`,
  variables: ({ query }) => query,
  answers: {
    200: {
      description: 'A page of the log.',
      body: { data: from('audit.entries'), meta: { nextCursor: from('audit.nextCursor') } },
      example: {
        data: [
          {
            id: '4711',
            at: '2026-11-15T09:30:12.345Z',
            action: 'session.started',
            userId: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702',
            subject: '5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11',
            details: { device: 'Firefox on Windows' },
          },
        ],
        meta: { nextCursor: 'AAAAAAAAEmc' },
      },
    },
  },
  cacheControl: 'no-store',
});
