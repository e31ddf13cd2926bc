import { z } from 'zod';
import { idempotencyKeyPattern, isKeyName, keyNameLimit, longestLifeInYears, longestOverlap } from '../../src/accounts/index.ts';
import { moment } from '../../src/kernel/moment.ts';
import { route } from '../route.ts';

const keyFields = {
  id: z.guid(),
  name: z.string(),
  prefix: z.string().meta({ description: 'The part of the secret that may be shown.' }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().meta({ description: 'To the minute; null for a key that was never used.' }),
  expiresAt: z.iso.datetime().nullable().meta({ description: 'From this moment on the key is refused; null: never.' }),
  rotatedAt: z.iso.datetime().nullable().meta({ description: 'When its successor was made; null where it has none.' }),
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
  expiresAt: null,
  rotatedAt: null,
};
export const keyDocument = 'id name prefix createdAt lastUsedAt expiresAt rotatedAt';
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
  description:
    'The active keys of the account, newest first, without their secrets. A rotated key is among them until its overlap is over, and counts against the plan together with its successor.',
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

const name = z.string().trim().refine(isKeyName, `must have 1 to ${keyNameLimit} characters, none of them a control character`);
const nameHints = { examples: ['Production'], minLength: 1, maxLength: keyNameLimit };
const expiresAt = moment.meta({ format: 'date-time', pattern: undefined, examples: ['2027-11-15T00:00:00.000Z'] });
const lastMoment = `In the future, within ${longestLifeInYears} years.`;
const idempotency = z.object({
  'Idempotency-Key': z
    .string()
    .regex(idempotencyKeyPattern, 'must have 1 to 255 visible ASCII characters')
    .optional()
    .meta({
      description:
        'A random text of your own, such as a UUID. The same request with the same one within 24 hours gets the same answer, secret and all; another request with it is 409. Nothing is kept of a request that failed.',
      examples: ['2f1c8a0e-5b0e-4f57-9a34-0e6f6f9e7d21'],
    }),
});

interface Created {
  created: { apiKey: object; secret: string; replayed: boolean };
}
const creation = {
  method: 'post',
  tag,
  access: 'session',
  envelope: ({ created: { apiKey, secret } }: Created) => ({ data: { ...apiKey, secret } }),
  headers: ({ created }: Created): Record<string, string> => (created.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
  answers: {
    201: {
      description: 'The key and its secret.',
      headers: { 'Idempotent-Replayed': '`true` where this is the answer of an earlier request with the same Idempotency-Key.' },
      body: z.object({ data: CreatedApiKey }),
      example: { data: { ...exampleKey, lastUsedAt: null, secret: 'crd_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD' } },
    },
  },
  cacheControl: 'no-store',
} as const;
const createdDocument = `{ apiKey { ${keyDocument} } secret replayed }`;

export const createApiKey = route({
  ...creation,
  operationId: 'createApiKey',
  path: '/api-keys',
  summary: 'Create an API key',
  description:
    'The answer has the whole secret, for the only time: we keep a hash of it. After a downgrade surplus keys go on working, and new ones are refused until their number is under that of the plan.',
  input: {
    headers: idempotency,
    body: z.strictObject({
      name: name.meta({
        description: 'For yourself, for instance the environment. Blanks around it are dropped.',
        ...nameHints,
      }),
      expiresAt: expiresAt
        .nullish()
        .meta({ description: `When the key ends by itself: it is refused from then on. ${lastMoment} Without it, never.` }),
    }),
  },
  document: `mutation ($name: String!, $expiresAt: DateTime, $idempotencyKey: String) {
    created: createApiKey(name: $name, expiresAt: $expiresAt, idempotencyKey: $idempotencyKey) ${createdDocument}
  }`,
  variables: ({ body, headers }) => ({ ...body, idempotencyKey: headers['Idempotency-Key'] }),
  errors: ['api_key_limit_reached', 'idempotency_key_reused', 'service_unavailable'],
});

export const rotateApiKey = route({
  ...creation,
  operationId: 'rotateApiKey',
  path: '/api-keys/{id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Makes a new key in the place of an active one, and answers as creating one does. The old key goes on for the overlap, then it ends; without an overlap it is revoked at once. Both count once against the plan and share its limits. A key has one successor: rotating it again is 409 `rotation_in_progress`, and so is another overlap while that of an earlier rotation runs; without an overlap the newer key can be rotated at any time.',
  input: {
    params: z.object({ id: z.string().meta({ description: 'The id of the key.', format: 'uuid' }) }),
    headers: idempotency,
    body: z
      .strictObject({
        overlapSeconds: z
          .int()
          .min(0)
          .max(longestOverlap)
          .default(0)
          .meta({
            description: 'For how long the old key goes on: up to 7 days, but never beyond its own end.',
            examples: [3600],
          }),
        name: name.nullish().meta({ description: 'Without it, that of the old key.', ...nameHints }),
        expiresAt: expiresAt.nullish().meta({
          description: `When the new key ends by itself. ${lastMoment} Without it, the new key lives as long as the old one was made for.`,
        }),
      })
      .optional(),
  },
  document: `mutation ($id: ID!, $overlapSeconds: Int!, $name: String, $expiresAt: DateTime, $idempotencyKey: String) {
    created: rotateApiKey(
      id: $id, overlapSeconds: $overlapSeconds, name: $name, expiresAt: $expiresAt, idempotencyKey: $idempotencyKey
    ) ${createdDocument}
  }`,
  variables: ({ params, body, headers }) => ({
    overlapSeconds: 0,
    ...body,
    id: params.id,
    idempotencyKey: headers['Idempotency-Key'],
  }),
  errors: ['api_key_not_found', 'rotation_in_progress', 'idempotency_key_reused', 'service_unavailable'],
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
