import { z } from 'zod';
import { isKeyName, keyNameLimit } from '../../src/accounts/limits.ts';
import { route } from '../route.ts';

const keyFields = {
  id: z.guid(),
  name: z.string(),
  prefix: z.string().meta({ description: 'The part of the secret that may be shown.' }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'To the minute; null for a key that was never used.' }),
};
export const ApiKey = z.object(keyFields).meta({ id: 'ApiKey' });
const CreatedApiKey = z
  .object({ ...keyFields, secret: z.string().meta({ description: 'The key itself. It is shown here and never again.' }) })
  .meta({ id: 'CreatedApiKey' });

export const exampleKey = {
  id: '0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10',
  name: 'Production',
  prefix: 'crd_4fT9sK2m',
  createdAt: '2026-11-15T09:30:00.000Z',
  lastUsedAt: '2026-11-15T10:07:00.000Z',
};
export const keyDocument = 'id name prefix createdAt lastUsedAt';
const tag = 'Account';

interface Keys {
  apiKeys: z.output<typeof ApiKey>[];
  account: { plan: { maxApiKeys: number } };
}

export const listApiKeys = route({
  operationId: 'listApiKeys',
  method: 'get',
  path: '/api-keys',
  tag,
  summary: 'List the active API keys',
  description: 'The active keys of the account, newest first, without their secrets.',
  access: 'session',
  document: `{ apiKeys { ${keyDocument} } account { plan { maxApiKeys } } }`,
  envelope: ({ apiKeys, account }: Keys) => ({
    data: apiKeys,
    meta: { count: apiKeys.length, limit: account.plan.maxApiKeys },
  }),
  answers: {
    200: {
      description: 'The keys.',
      body: z.object({
        data: z.array(ApiKey),
        meta: z.object({
          count: z.int32().min(0),
          limit: z.int32().min(1).meta({ description: 'Active keys that the plan allows.' }),
        }),
      }),
      example: { data: [exampleKey], meta: { count: 1, limit: 5 } },
    },
  },
  errors: ['service_unavailable'],
  cacheControl: 'no-store',
});

export const createApiKey = route({
  operationId: 'createApiKey',
  method: 'post',
  path: '/api-keys',
  tag,
  summary: 'Create an API key',
  description:
    'The answer has the whole secret, for the only time: we keep a hash of it. After a downgrade surplus keys go on working, and new ones are refused until their number is under that of the plan.',
  access: 'session',
  input: {
    body: z.strictObject({
      name: z
        .string()
        .trim()
        .refine(isKeyName, `must have 1 to ${keyNameLimit} characters, none of them a control character`)
        .meta({
          description: 'For yourself, for instance the environment. Blanks around it are dropped.',
          examples: ['Production'],
          minLength: 1,
          maxLength: keyNameLimit,
        }),
    }),
  },
  document: `mutation ($name: String!) { createApiKey(name: $name) { apiKey { ${keyDocument} } secret } }`,
  variables: ({ body }) => ({ name: body.name }),
  envelope: ({ createApiKey: { apiKey, secret } }: { createApiKey: { apiKey: object; secret: string } }) => ({
    data: { ...apiKey, secret },
  }),
  answers: {
    201: {
      description: 'The key and its secret.',
      body: z.object({ data: CreatedApiKey }),
      example: { data: { ...exampleKey, lastUsedAt: null, secret: 'crd_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD' } },
    },
  },
  errors: ['api_key_limit_reached', 'service_unavailable'],
  cacheControl: 'no-store',
});

export const revokeApiKey = route({
  operationId: 'revokeApiKey',
  method: 'delete',
  path: '/api-keys/{id}',
  tag,
  summary: 'Revoke an API key',
  description: 'Takes effect within one second everywhere. What is not an active key of this account is not there.',
  access: 'session',
  input: { params: z.object({ id: z.string().meta({ description: 'The id of the key.', format: 'uuid' }) }) },
  document: 'mutation ($id: ID!) { revokeApiKey(id: $id) }',
  variables: ({ params }) => ({ id: params.id }),
  envelope: () => undefined,
  answers: { 204: { description: 'It is revoked.', body: z.null(), example: null } },
  errors: ['api_key_not_found', 'service_unavailable'],
  cacheControl: 'no-store',
});
