import { z } from 'zod';
import { countOf, from } from '../route/envelope.ts';
import { route } from '../route/route.ts';

export const keyFragment = 'fragment ApiKey on ApiKey { id name prefix createdAt lastUsedAt expiresAt rotatedAt }';
export const exampleKey = {
  id: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10',
  name: 'Production',
  prefix: 'crd_4fT9sK2m',
  createdAt: '2026-11-15T09:30:00.000Z',
  lastUsedAt: '2026-11-15T10:07:00.000Z',
  expiresAt: null,
  rotatedAt: null,
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
