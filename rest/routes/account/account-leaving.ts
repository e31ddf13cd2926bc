import { z } from 'zod';
import { from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { maxLengths } from '../../route/rules.ts';

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
  answers: {
    200: {
      description: 'The export.',
      body: { data: from('accountExport') },
      example: {
        data: {
          account: { id: exampleId, email: 'ada@example.com', plan: 'free', createdAt: '2026-11-15T09:30:00.000Z' },
          users: [{ id: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702', email: 'ada@example.com', name: 'Ada' }],
          members: [{ userId: 'a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702', role: 'owner', since: '2026-11-15T09:30:00.000Z' }],
          invitations: [],
          apiKeys: [{ id: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10', name: 'Production', prefix: 'crd_4fT9sK2m', revokedAt: null }],
          reconcileAddresses: [],
          watchLists: [],
          watchedCompanies: [],
          webhookEndpoints: [],
          webhookMessages: [],
          webhookDeliveries: [],
          alerts: [],
          alertReaders: [],
          alertMails: [],
          usageByPeriod: [{ periodStart: '2026-11-01T00:00:00.000Z', used: 120 }],
          usageByDay: [{ day: '2026-11-15', keyId: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10', statusClass: '2xx', requests: 120 }],
          requests: [
            {
              at: '2026-11-15T09:30:00.000Z',
              method: 'GET',
              path: '/api/v1/countries',
              status: 200,
              code: null,
              message: null,
              milliseconds: 1.8,
              units: 1,
              keyId: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10',
              requestId: '5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11',
            },
          ],
          requestStatistics: [],
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
  attachment: 'account.json',
});

export const deleteAccount = route({
  ...common,
  operationId: 'deleteAccount',
  method: 'delete',
  path: '/account',
  summary: 'Erase the account',
  description:
    'Subscriptions end at the payment provider at once. Then every instance refuses the keys, which takes a second, and ' +
    'people, keys, usage and all else that is kept of the account are erased. There is no way back. Members lose ' +
    'it, and keep the accounts that they made. Where the payment provider fails, nothing is erased. Who signs in again gets ' +
    'a new account, and goes on with the limits of the old one.',
  input: {
    query: z.strictObject({
      confirm: z
        .string()
        .max(maxLengths.id)
        .meta({ examples: [exampleId] }),
    }),
  },
  document: 'mutation ($confirm: ID!) { deleteAccount(confirm: $confirm) }',
  variables: ({ query }) => query,
  answers: { 204: { description: 'It is erased.' } },
  errors: ['last_owner', 'billing_unavailable'],
});
