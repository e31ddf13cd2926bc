import { z } from 'zod';
import { countOf, from, merged, named } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';

const addressFragment = 'fragment ReconcileAddress on ReconcileAddress { prefix createdAt lastUsedAt }';
export const keyFragment = `fragment ApiKey on ApiKey {
  id name prefix createdAt lastUsedAt expiresAt rotatedAt scopes addresses minuteLimit monthlyQuota monthlyUsed
  reconcileAddress { ...ReconcileAddress }
} ${addressFragment}`;
export const exampleKey = {
  id: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10',
  name: 'Production',
  prefix: 'crd_4fT9sK2m',
  createdAt: '2026-11-15T09:30:00.000Z',
  lastUsedAt: '2026-11-15T10:07:00.000Z',
  expiresAt: null,
  rotatedAt: null,
  scopes: ['companies:read', 'match'],
  addresses: ['192.0.2.0/24'],
  minuteLimit: 60,
  monthlyQuota: 1000,
  monthlyUsed: 12,
  reconcileAddress: null,
};
export const keyParams = z.object({ id: z.string().meta({ description: 'The id of the key.', format: 'uuid' }) });

const common = { tag: 'Account', access: 'session', cacheControl: 'no-store' } as const;

export const listApiKeys = route({
  ...common,
  operationId: 'listApiKeys',
  method: 'get',
  path: '/api-keys',
  summary: 'List the active API keys',
  description:
    'The active keys of the account, newest first, without their secrets. A rotated key is among them until its overlap is ' +
    'over, and counts against the plan together with its successor.',
  document: `{ apiKeys { ...ApiKey } account { plan { maxApiKeys } } } ${keyFragment}`,
  answers: {
    200: {
      description: 'The keys.',
      body: { data: from('apiKeys'), meta: { count: countOf('apiKeys'), limit: from('account.plan.maxApiKeys') } },
      example: { data: [exampleKey], meta: { count: 1, limit: 5 } },
    },
  },
});

export const revokeApiKey = route({
  ...common,
  operationId: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key',
  description: 'Takes effect within one second everywhere. What is not an active key of this account is not there.',
  input: { params: keyParams },
  document: 'mutation ($id: ID!) { revokeApiKey(id: $id) }',
  variables: ({ params }) => params,
  answers: { 204: { description: 'It is revoked.' } },
  errors: ['api_key_not_found'],
});

const exampleAddress = { prefix: 'crr_7hQ2vL0x', createdAt: '2026-11-15T09:30:00.000Z', lastUsedAt: null };

export const createReconcileAddress = route({
  ...common,
  operationId: 'createReconcileAddress',
  method: 'post',
  path: '/api-keys/{id}/reconcile-address',
  summary: 'Create the OpenRefine address of a key',
  description:
    'OpenRefine sends no headers, so this address acts for the key: it is charged and limited as the key is, and ends with it. ' +
    'The answer has the whole address, for the only time: we keep a hash of it. A key has one address; another one ends the ' +
    'former at once. After a rotation, the address of the old key goes on for its overlap, and the new key needs its own.',
  input: { params: keyParams },
  document: `mutation ($id: ID!) {
    created: createReconcileAddress(keyId: $id) { url address { ...ReconcileAddress } }
  } ${addressFragment}`,
  variables: ({ params }) => params,
  answers: {
    201: {
      description: 'The address.',
      body: {
        data: named('CreatedReconcileAddress', merged({ url: from('created.url') }, from('created.address'))),
      },
      example: {
        data: { url: 'https://registry.example/reconcile/crr_7hQ2vL0xQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD', ...exampleAddress },
      },
    },
  },
  errors: ['api_key_not_found'],
});

export const revokeReconcileAddress = route({
  ...common,
  operationId: 'revokeReconcileAddress',
  method: 'delete',
  path: '/api-keys/{id}/reconcile-address',
  summary: 'Revoke the OpenRefine address of a key',
  description: 'Takes effect within one second everywhere. The key itself stays.',
  input: { params: keyParams },
  document: 'mutation ($id: ID!) { revokeReconcileAddress(keyId: $id) }',
  variables: ({ params }) => params,
  answers: { 204: { description: 'It is revoked.' } },
  errors: ['api_key_not_found', 'reconcile_address_not_found'],
});
