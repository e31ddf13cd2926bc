import { z } from 'zod';
import { maxCursorLength } from '../../../src/changes/index.ts';
import { keptDays, testsPerMinute, webhookRules } from '../../../src/webhooks/index.ts';
import { from, named } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits, maxLengths } from '../../route/rules.ts';
import { common, params } from './webhook-endpoints.ts';

const exampleMessage = 'b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33';
const exampleDelivery = {
  id: '9f6d2c1a-3b7e-4c55-8d10-6a2e0f4b7c88',
  messageId: exampleMessage,
  type: 'watch_list.changed',
  data: { listId: '5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44', since: 'Mi4wLjRmN2QxYTIy', cursor: 'Mi45LjRmN2QxYTIy', count: 9 },
  attempt: 1,
  at: '2026-11-15T09:30:00.000Z',
  milliseconds: 84,
  outcome: 'delivered',
  status: 204,
};

/** The message is sent soon after the answer. Every document names it `messageId`. */
const queued = {
  202: {
    description: 'It is on its way: the deliveries show what comes of it.',
    body: { data: named('QueuedWebhookMessage', { messageId: from('messageId') }) },
    example: { data: { messageId: exampleMessage } },
  },
};

export const testWebhookEndpoint = route({
  ...common,
  operationId: 'testWebhookEndpoint',
  method: 'post',
  path: '/webhook-endpoints/{id}/test',
  summary: 'Test a webhook endpoint',
  description: `Sends a message of the type \`endpoint.test\`, once. An account has one under way, ${testsPerMinute} a minute.`,
  input: { params },
  document: 'mutation ($id: ID!) { messageId: testWebhookEndpoint(id: $id) }',
  variables: (input) => input.params,
  answers: queued,
  errors: ['webhook_endpoint_not_found', 'webhook_endpoint_disabled', 'webhook_test_under_way'],
});

export const listWebhookDeliveries = route({
  ...common,
  operationId: 'listWebhookDeliveries',
  method: 'get',
  path: '/webhook-endpoints/{id}/deliveries',
  summary: 'List the deliveries of a webhook endpoint',
  description: `Every attempt of the last ${keptDays} days, newest first. Nothing of an answer's body is kept.`,
  input: {
    params,
    query: z.strictObject({
      cursor: z.string().max(maxLengths.id, 'is none that we gave').optional(),
      limit: digits(webhookRules.limit),
    }),
  },
  document: `query ($id: ID!, $cursor: String, $limit: Int) {
    webhookDeliveries(id: $id, cursor: $cursor, limit: $limit) { items { ...WebhookDelivery } nextCursor }
  } fragment WebhookDelivery on WebhookDelivery { id messageId type data attempt at milliseconds outcome status }`,
  variables: (input) => ({ ...input.params, ...input.query }),
  answers: {
    200: {
      description: 'The page.',
      body: { data: from('webhookDeliveries.items'), meta: { nextCursor: from('webhookDeliveries.nextCursor') } },
      example: { data: [exampleDelivery], meta: { nextCursor: null } },
    },
  },
  errors: ['webhook_endpoint_not_found'],
});

export const replayWebhookDelivery = route({
  ...common,
  operationId: 'replayWebhookDelivery',
  method: 'post',
  path: '/webhook-endpoints/{id}/deliveries/{deliveryId}/replay',
  summary: 'Replay a delivery',
  description: 'Sends what the delivery had once more, as a new message.',
  input: {
    params: params.extend({ deliveryId: z.string().meta({ description: 'The id of the delivery.', format: 'uuid' }) }),
  },
  document: 'mutation ($id: ID!, $deliveryId: ID!) { messageId: replayWebhookDelivery(id: $id, deliveryId: $deliveryId) }',
  variables: (input) => input.params,
  answers: queued,
  errors: ['webhook_endpoint_not_found', 'webhook_delivery_not_found', 'webhook_endpoint_disabled'],
});

export const replayWatchList = route({
  ...common,
  operationId: 'replayWatchList',
  method: 'post',
  path: '/webhook-endpoints/{id}/replay',
  summary: 'Replay a watch list from a cursor',
  description: 'Sends one message about all changes of the list after the cursor, to this endpoint.',
  input: {
    params,
    body: z.strictObject({
      listId: z.string().meta({ format: 'uuid', examples: [exampleDelivery.data.listId] }),
      cursor: z
        .string()
        .max(maxCursorLength, 'is none that we gave')
        .meta({ examples: ['start'] }),
    }),
  },
  document: `mutation ($id: ID!, $listId: ID!, $cursor: String!) {
    messageId: replayWatchList(id: $id, listId: $listId, cursor: $cursor)
  }`,
  variables: (input) => ({ ...input.body, ...input.params }),
  answers: queued,
  errors: ['webhook_endpoint_not_found', 'watch_list_not_found', 'webhook_endpoint_disabled', 'cursor_expired'],
});
