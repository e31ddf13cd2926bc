import { z } from 'zod';
import { route } from '../route.ts';

/** Rows as they are kept; the names of their fields say what they are. */
const rows = (description: string) => z.array(z.looseObject({})).meta({ description });
const AccountExport = z
  .object({
    account: z.looseObject({ id: z.guid() }),
    users: rows('The people who sign in to the account.'),
    apiKeys: rows('All keys, the revoked ones too, without secrets and hashes.'),
    usageByPeriod: rows('Units used, by billing period.'),
    usageByDay: rows('Answers by day (UTC), key and class of status.'),
    subscriptions: rows('At the payment provider.'),
    planChanges: rows('The history of the plan.'),
    paymentEvents: rows('What the payment provider told of the account.'),
    sessions: rows('Of our own sign-in, the ended ones too.'),
    idempotentAnswers: rows('When a request with an Idempotency-Key was answered, for a day. The answers are sealed.'),
    auditEntries: rows('What was done to the account.'),
    incomplete: z
      .array(z.string())
      .meta({ description: 'Lists that are longer than what is given here: of those, the newest rows are.' }),
  })
  .meta({ id: 'AccountExport' });

const exampleId = '7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01';
const common = { tag: 'Account', access: 'session', cacheControl: 'no-store' } as const;

export const exportAccount = route({
  ...common,
  operationId: 'exportAccount',
  method: 'get',
  path: '/account/export',
  summary: 'Export the account',
  description: 'All that is kept of the account, in one file, without secrets. The audit log notes that it was asked for.',
  document: '{ accountExport }',
  envelope: (result: { accountExport: z.output<typeof AccountExport> }) => ({ data: result.accountExport }),
  answers: {
    200: {
      description: 'The export.',
      body: z.object({ data: AccountExport }),
      example: {
        data: {
          account: { id: exampleId, email: 'ada@example.com', plan: 'free', createdAt: '2026-11-15T09:30:00.000Z' },
          users: [{ id: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702', email: 'ada@example.com', name: 'Ada' }],
          apiKeys: [{ id: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10', name: 'Production', prefix: 'crd_4fT9sK2m', revokedAt: null }],
          usageByPeriod: [{ periodStart: '2026-11-01T00:00:00.000Z', used: 120 }],
          usageByDay: [{ day: '2026-11-15', keyId: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10', statusClass: '2xx', requests: 120 }],
          subscriptions: [],
          planChanges: [],
          paymentEvents: [],
          sessions: [],
          idempotentAnswers: [],
          auditEntries: [{ at: '2026-11-15T09:30:00.000Z', action: 'api_key.created', details: {} }],
          incomplete: [],
        },
      },
    },
  },
  errors: ['service_unavailable'],
  attachment: 'account.json',
});

export const deleteAccount = route({
  ...common,
  operationId: 'deleteAccount',
  method: 'delete',
  path: '/account',
  summary: 'Erase the account',
  description:
    'Subscriptions end at the payment provider at once; then people, keys, usage and all else that is kept of the account are erased. There is no way back. Where the payment provider fails, nothing is erased.',
  input: {
    query: z.strictObject({
      confirm: z
        .string()
        .max(100)
        .meta({ description: "The account's own id, so that no slip erases it.", examples: [exampleId] }),
    }),
  },
  document: 'mutation ($confirm: ID!) { deleteAccount(confirm: $confirm) }',
  variables: ({ query }) => query,
  envelope: () => undefined,
  answers: { 204: { description: 'It is erased.', body: z.null(), example: null } },
  errors: ['billing_unavailable', 'service_unavailable'],
});
