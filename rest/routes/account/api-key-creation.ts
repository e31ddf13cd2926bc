import { z } from 'zod';
import { keyRules, maxKeyNetworks } from '../../../src/accounts/index.ts';
import { scopeNames } from '../../../src/kernel/access/powers.ts';
import { moment } from '../../../src/kernel/moment.ts';
import { from, merged, named } from '../../route/envelope.ts';
import { idempotencyHeader, replayedHeader } from '../../route/idempotency.ts';
import { route } from '../../route/route.ts';
import { numeral } from '../../route/rules.ts';
import { exampleKey, keyFragment, keyParams } from './api-keys.ts';

const name = z.string().trim().refine(keyRules.name.allows, keyRules.name.message);
const nameHints = { examples: ['Production'], minLength: 1, maxLength: keyRules.name.most };
const expiresAt = moment.meta({ format: 'date-time', pattern: undefined, examples: ['2027-11-15T00:00:00.000Z'] });
const idempotency = idempotencyHeader('the key that was made has ended');

/** The limits of a key below those of its account. Descriptions are those of the GraphQL arguments. */
const powers = {
  scopes: z
    .array(z.string())
    .nullish()
    .meta({ items: { type: 'string', enum: scopeNames }, minItems: 1, examples: [['companies:read']] }),
  addresses: z
    .array(z.string())
    .nullish()
    .meta({ minItems: 1, maxItems: maxKeyNetworks, examples: [['192.0.2.0/24']] }),
  minuteLimit: numeral(keyRules.minuteLimit)
    .nullish()
    .meta({ examples: [60] }),
  monthlyQuota: numeral(keyRules.monthlyQuota)
    .nullish()
    .meta({ examples: [1000] }),
};

/** Both documents name their result `created`. */
const common = {
  method: 'post',
  tag: 'Account',
  access: 'session',
  answers: {
    201: {
      description: 'The key and its secret.',
      headers: replayedHeader,
      body: { data: named('CreatedApiKey', merged(from('created.apiKey'), { secret: from('created.secret') })) },
      example: { data: { ...exampleKey, lastUsedAt: null, secret: 'crd_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD' } },
    },
  },
  cacheControl: 'no-store',
} as const;

export const createApiKey = route({
  ...common,
  operationId: 'createApiKey',
  path: '/api-keys',
  summary: 'Create an API key',
  description:
    'The answer has the whole secret, for the only time: we keep a hash of it. After a downgrade surplus keys go on working, ' +
    'and new ones are refused until their number is under that of the plan.',
  input: {
    headers: idempotency,
    body: z.strictObject({ name: name.meta(nameHints), expiresAt: expiresAt.nullish(), ...powers }),
  },
  document: `mutation ($name: String!, $expiresAt: DateTime, $scopes: [String!], $addresses: [String!], $minuteLimit: Int,
    $monthlyQuota: Int, $idempotencyKey: String) {
    created: createApiKey(name: $name, expiresAt: $expiresAt, scopes: $scopes, addresses: $addresses,
      minuteLimit: $minuteLimit, monthlyQuota: $monthlyQuota, idempotencyKey: $idempotencyKey
    ) { apiKey { ...ApiKey } secret replayed }
  } ${keyFragment}`,
  variables: ({ body, headers }) => ({ ...body, idempotencyKey: headers['Idempotency-Key'] }),
  errors: ['api_key_limit_reached', 'idempotency_key_reused'],
});

export const changeApiKey = route({
  operationId: 'changeApiKey',
  method: 'patch',
  path: '/api-keys/{id}',
  tag: 'Account',
  summary: 'Change an API key',
  description:
    'Its name, what it may do, from where and how much. What is left out stays as it is; null lifts a limit. It takes effect ' +
    'within one second everywhere. What was used before counts on.',
  access: 'session',
  input: { params: keyParams, body: z.strictObject({ name: name.optional().meta(nameHints), ...powers }) },
  document: `mutation ($id: ID!, $change: ApiKeyChange!) { changed: changeApiKey(id: $id, change: $change) { ...ApiKey } }
  ${keyFragment}`,
  variables: ({ params, body }) => ({ ...params, change: body }),
  answers: { 200: { description: 'The key as it is now.', body: { data: from('changed') }, example: { data: exampleKey } } },
  errors: ['api_key_not_found'],
  cacheControl: 'no-store',
});

export const rotateApiKey = route({
  ...common,
  operationId: 'rotateApiKey',
  path: '/api-keys/{id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Makes a new key in the place of an active one, and answers as creating one does. The old key goes on for the overlap, ' +
    'then it ends; without an overlap it is revoked at once. Both count once against the plan and share its limits. A key has ' +
    'one successor: rotating it again is 409 `rotation_in_progress`, and so is another overlap while that of an earlier ' +
    'rotation runs; without an overlap the newer key can be rotated at any time.',
  input: {
    params: keyParams,
    headers: idempotency,
    body: z
      .strictObject({
        overlapSeconds: z
          .int()
          .min(keyRules.overlapSeconds.least)
          .max(keyRules.overlapSeconds.most)
          .optional()
          .meta({ examples: [3600] }),
        name: name.nullish().meta(nameHints),
        expiresAt: expiresAt.nullish(),
      })
      .optional(),
  },
  document: `mutation ($id: ID!, $overlapSeconds: Int, $name: String, $expiresAt: DateTime, $idempotencyKey: String) {
    created: rotateApiKey(
      id: $id, overlapSeconds: $overlapSeconds, name: $name, expiresAt: $expiresAt, idempotencyKey: $idempotencyKey
    ) { apiKey { ...ApiKey } secret replayed }
  } ${keyFragment}`,
  variables: ({ params, body, headers }) => ({ ...body, ...params, idempotencyKey: headers['Idempotency-Key'] }),
  errors: ['api_key_not_found', 'rotation_in_progress', 'idempotency_key_reused'],
});
