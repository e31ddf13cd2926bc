import { z } from 'zod';
import { longestUrl, webhookEvents, webhookRules } from '../../../src/webhooks/index.ts';
import { countOf, from, merged, named } from '../../route/envelope.ts';
import { idempotencyHeader, replayedHeader } from '../../route/idempotency.ts';
import { route } from '../../route/route.ts';

const endpointFragment = `fragment WebhookEndpoint on WebhookEndpoint {
  id url description events listIds createdAt failingSince disabledAt disabledReason previousSecretEndsAt waiting
}`;
const exampleEndpoint = {
  id: '3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10',
  url: 'https://receiver.example.com/webhooks',
  description: 'Suppliers',
  events: ['watch_list.changed'],
  listIds: null,
  createdAt: '2026-11-15T09:30:00.000Z',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  previousSecretEndsAt: null,
  waiting: 0,
};
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
export const params = z.object({ id: z.string().meta({ description: 'The id of the endpoint.', format: 'uuid' }) });

const url = z
  .string()
  .max(longestUrl)
  .meta({ description: 'An https address on the public internet.', examples: [exampleEndpoint.url] });
const description = z
  .string()
  .refine(webhookRules.description.allows, webhookRules.description.message)
  .nullish()
  .meta({ maxLength: webhookRules.description.most, examples: [exampleEndpoint.description] });
const events = z
  .array(z.string())
  .refine(webhookRules.events.allows, webhookRules.events.message)
  .meta({ examples: [[...webhookEvents]], minItems: 1 });
const listIds = z
  .array(z.string())
  .refine(webhookRules.listIds.allows, webhookRules.listIds.message)
  .nullish()
  .meta({ description: 'Null: all watch lists, also later ones.', maxItems: webhookRules.listIds.most, examples: [null] });

export const common = { tag: 'Webhooks', access: 'apiKey', cacheControl: 'no-store' } as const;
const answer = (text: string, path: string) => ({
  description: text,
  body: { data: from(path) },
  example: { data: exampleEndpoint },
});

export const listWebhookEndpoints = route({
  ...common,
  operationId: 'listWebhookEndpoints',
  method: 'get',
  path: '/webhook-endpoints',
  summary: 'List the webhook endpoints',
  description: 'All webhook endpoints of the account, oldest first.',
  document: `{ webhookEndpoints { ...WebhookEndpoint } } ${endpointFragment}`,
  answers: {
    200: {
      description: 'The endpoints.',
      body: { data: from('webhookEndpoints'), meta: { count: countOf('webhookEndpoints') } },
      example: { data: [exampleEndpoint], meta: { count: 1 } },
    },
  },
});

const withSecret = {
  body: { data: named('CreatedWebhookEndpoint', merged(from('created.endpoint'), { secret: from('created.secret') })) },
  example: { data: { ...exampleEndpoint, secret: exampleSecret } },
};

export const createWebhookEndpoint = route({
  ...common,
  operationId: 'createWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description: 'The answer has the secret that signs the messages, for the only time. How many there may be is in the plan.',
  input: {
    headers: idempotencyHeader('the endpoint is deleted or has another secret'),
    body: z.strictObject({ url, description, events, listIds }),
  },
  document: `mutation ($url: String!, $description: String, $events: [String!]!, $listIds: [String!], $idempotencyKey: String) {
    created: createWebhookEndpoint(
      url: $url, description: $description, events: $events, listIds: $listIds, idempotencyKey: $idempotencyKey
    ) { endpoint { ...WebhookEndpoint } secret replayed }
  } ${endpointFragment}`,
  variables: ({ body, headers }) => ({ ...body, idempotencyKey: headers['Idempotency-Key'] }),
  answers: {
    201: {
      description: 'The endpoint and its secret.',
      headers: replayedHeader,
      ...withSecret,
    },
  },
  errors: ['webhook_address_refused', 'webhook_limit_reached', 'watch_list_not_found', 'idempotency_key_reused'],
});

export const getWebhookEndpoint = route({
  ...common,
  operationId: 'getWebhookEndpoint',
  method: 'get',
  path: '/webhook-endpoints/{id}',
  summary: 'Get a webhook endpoint',
  description: 'The endpoint, how many messages wait for it, and whether it is disabled.',
  input: { params },
  document: `query ($id: ID!) { webhookEndpoint(id: $id) { ...WebhookEndpoint } } ${endpointFragment}`,
  variables: (input) => input.params,
  answers: { 200: answer('The endpoint.', 'webhookEndpoint') },
  errors: ['webhook_endpoint_not_found'],
});

export const changeWebhookEndpoint = route({
  ...common,
  operationId: 'changeWebhookEndpoint',
  method: 'patch',
  path: '/webhook-endpoints/{id}',
  summary: 'Change a webhook endpoint',
  description: 'Changes what is sent. Messages that wait go to the new address.',
  input: {
    params,
    body: z.strictObject({ url: url.optional(), description, events: events.optional(), listIds }),
  },
  document: `mutation ($id: ID!, $url: String, $description: String, $events: [String!], $listIds: [String!]) {
    changed: changeWebhookEndpoint(id: $id, url: $url, description: $description, events: $events, listIds: $listIds) {
      ...WebhookEndpoint
    }
  } ${endpointFragment}`,
  variables: (input) => ({ ...input.body, ...input.params }),
  answers: { 200: answer('The endpoint.', 'changed') },
  errors: ['webhook_endpoint_not_found', 'webhook_address_refused', 'watch_list_not_found'],
});

export const deleteWebhookEndpoint = route({
  ...common,
  operationId: 'deleteWebhookEndpoint',
  method: 'delete',
  path: '/webhook-endpoints/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint with what waits for it, and its deliveries.',
  input: { params },
  document: 'mutation ($id: ID!) { deleteWebhookEndpoint(id: $id) }',
  variables: (input) => input.params,
  answers: { 204: { description: 'It is deleted.' } },
  errors: ['webhook_endpoint_not_found'],
});

export const rotateWebhookSecret = route({
  ...common,
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: '/webhook-endpoints/{id}/rotate-secret',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Makes a new secret. For the overlap, a day unless another one is sent, messages have a signature by each of the two. ' +
    'Another rotation meanwhile is 409 `rotation_in_progress`, unless it has no overlap.',
  input: {
    params,
    body: z
      .strictObject({
        overlapSeconds: z
          .int()
          .min(webhookRules.overlapSeconds.least)
          .max(webhookRules.overlapSeconds.most)
          .optional()
          .meta({ examples: [webhookRules.overlapSeconds.usual] }),
      })
      .optional(),
  },
  document: `mutation ($id: ID!, $overlapSeconds: Int) {
    created: rotateWebhookSecret(id: $id, overlapSeconds: $overlapSeconds) { endpoint { ...WebhookEndpoint } secret }
  } ${endpointFragment}`,
  variables: (input) => ({ ...input.body, ...input.params }),
  answers: { 200: { description: 'The endpoint and its new secret.', ...withSecret } },
  errors: ['webhook_endpoint_not_found', 'rotation_in_progress'],
});

export const enableWebhookEndpoint = route({
  ...common,
  operationId: 'enableWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints/{id}/enable',
  summary: 'Enable a webhook endpoint',
  description: 'Ends what disabled it. What waits is sent at once.',
  input: { params },
  document: `mutation ($id: ID!) { enabled: enableWebhookEndpoint(id: $id) { ...WebhookEndpoint } } ${endpointFragment}`,
  variables: (input) => input.params,
  answers: { 200: answer('The endpoint.', 'enabled') },
  errors: ['webhook_endpoint_not_found'],
});
