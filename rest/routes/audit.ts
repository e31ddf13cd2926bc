import { z } from 'zod';
import { auditLimits } from '../../src/accounts/index.ts';
import { route } from '../route.ts';
import { wholeNumber } from './entity-query.ts';

const AuditEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    action: z.string().meta({ description: 'What happened. New kinds may come.', examples: ['session.started'] }),
    userId: z.guid().nullable().meta({ description: 'The person who did it; null: the payment provider, or we.' }),
    subject: z.string().nullable().meta({ description: 'The id of what it was done to.' }),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });

interface Page {
  audit: { entries: z.output<typeof AuditEntry>[]; nextCursor: string | null };
}

export const readAudit = route({
  operationId: 'readAudit',
  method: 'get',
  path: '/audit',
  tag: 'Account',
  summary: 'Read the audit log',
  description:
    'What happened to the account, newest first: sign-ins, keys, plan changes. Entries are kept for 400 days; never a secret, a name or an e-mail address is in one.',
  access: 'session',
  input: {
    query: z.strictObject({
      cursor: z
        .string()
        .max(20, 'is none that we gave')
        .optional()
        .meta({ description: '`meta.nextCursor` of the page before. Without it: the newest entries.' }),
      limit: wholeNumber(1, auditLimits.most)
        .prefault(String(auditLimits.usual))
        .meta({ type: 'integer', minimum: 1, maximum: auditLimits.most }),
    }),
  },
  document: `query ($cursor: String, $limit: Int) {
    audit(cursor: $cursor, limit: $limit) { entries { id at action userId subject details } nextCursor }
  }`,
  variables: ({ query }) => query,
  envelope: ({ audit: { entries, nextCursor } }: Page) => ({ data: entries, meta: { nextCursor } }),
  answers: {
    200: {
      description: 'A page of the log.',
      body: z.object({
        data: z.array(AuditEntry),
        meta: z.object({ nextCursor: z.string().nullable().meta({ description: 'Leads to the page after; null at the end.' }) }),
      }),
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
  errors: ['service_unavailable'],
  cacheControl: 'no-store',
});
