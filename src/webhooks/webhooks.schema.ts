import { z } from 'zod';
import { idempotencyHours } from '../accounts/index.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import type { Cost } from '../kernel/cost.ts';
import { Failure } from '../kernel/errors.ts';
import type { AccountPrincipal } from '../kernel/principal.ts';
import type { DeliveryRow } from './deliveries.ts';
import { outcomes } from './delivery/record.ts';
import type { CreatedEndpoint, EndpointRow } from './endpoints.ts';
import type { Webhooks } from './index.ts';
import { keptDays, webhookEvents, webhookRules } from './limits.ts';

declare module '../graphql/context.ts' {
  interface Services {
    webhooks: Webhooks;
  }
}

/** The caller. The table of powers lets nobody else in; this is for the types. */
function accountOf({ principal }: Context): AccountPrincipal {
  if (principal.kind === 'anonymous') throw new Failure('api_key_required');
  return principal;
}

const WebhookEndpoint = builder.objectRef<EndpointRow>('WebhookEndpoint').implement({
  description: 'An address of the account that messages are sent to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.exposeString('url'),
    description: t.exposeString('description', { nullable: true }),
    events: t.exposeStringList('events', {
      description: 'The types of messages that it gets.',
      extensions: declare({ value: z.array(z.string().meta({ examples: [...webhookEvents] })) }),
    }),
    listIds: t.exposeStringList('listIds', {
      nullable: true,
      description: 'The watch lists that it gets messages about; null: all.',
      extensions: declare({ value: z.array(z.guid()).nullable() }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The first failed attempt since the last success; null where the last attempt succeeded.',
    }),
    disabledAt: t.expose('disabledAt', { type: 'DateTime', nullable: true }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description:
        '`gone`: it answered 410. `failing`: it failed for five days. `secret_lost`: rotate its secret, then enable it.',
    }),
    previousSecretEndsAt: t.expose('previousSecretEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before the last rotation signs too.',
    }),
    waiting: t.exposeInt('waiting', { description: 'How many messages wait to be delivered.' }),
  }),
});

const CreatedWebhookEndpoint = builder.objectRef<CreatedEndpoint>('CreatedWebhookEndpoint').implement({
  description: 'An endpoint with its new secret, which is shown here and never again.',
  fields: (t) => ({
    endpoint: t.field({ type: WebhookEndpoint, resolve: ({ endpoint }) => endpoint }),
    secret: t.exposeString('secret', { description: 'Signs the messages, as Standard Webhooks says: `whsec_` and base64.' }),
    replayed: t.exposeBoolean('replayed', {
      description: 'It was made by an earlier request with the same idempotency key.',
    }),
  }),
});

const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  description: 'An attempt to deliver a message.',
  fields: (t) => ({
    id: t.exposeID('id'),
    messageId: t.exposeID('messageId', { description: 'The `webhook-id`: the same in every attempt of one message.' }),
    type: t.exposeString('type'),
    data: t.field({
      type: 'JSON',
      description: 'What the message had.',
      extensions: declare({ value: z.record(z.string(), z.unknown()) }),
      resolve: ({ data }) => data,
    }),
    attempt: t.exposeInt('attempt', { description: '1 for the first.' }),
    at: t.expose('at', { type: 'DateTime' }),
    milliseconds: t.exposeInt('milliseconds', { description: 'Until the answer, or until it failed.' }),
    outcome: t.exposeString('outcome', {
      description: 'What came of it. New words may come.',
      extensions: declare({ value: z.string().meta({ examples: [...outcomes] }) }),
    }),
    status: t.exposeInt('status', { nullable: true, description: 'The status of the answer; null where there was none.' }),
  }),
});

const WebhookDeliveryPage = builder
  .objectRef<{ items: DeliveryRow[]; nextCursor: string | null }>('WebhookDeliveryPage')
  .implement({
    fields: (t) => ({
      items: t.field({ type: [WebhookDelivery], resolve: ({ items }) => items }),
      nextCursor: t.exposeString('nextCursor', { nullable: true, description: 'Leads to the page after; null at the end.' }),
    }),
  });

const cost: Cost = { of: 'A request about webhooks' };
const read = { extensions: declare({ cost }) };
const changing = { extensions: declare({ cost, limit: 'changes' }) };

builder.queryField('webhookEndpoints', (t) =>
  t.field({
    ...read,
    type: [WebhookEndpoint],
    nullable: true,
    description: 'The webhook endpoints of the account, oldest first.',
    resolve: (_root, _args, context) => context.services.webhooks.endpoints.all(accountOf(context)),
  }),
);

builder.queryField('webhookEndpoint', (t) =>
  t.field({
    ...read,
    type: WebhookEndpoint,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.webhooks.endpoints.one(accountOf(context), id),
  }),
);

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    ...read,
    type: WebhookDeliveryPage,
    nullable: true,
    description: `The attempts to deliver to an endpoint in the last ${keptDays} days, newest first.`,
    args: {
      id: t.arg.id({ required: true, description: 'Of the endpoint.' }),
      cursor: t.arg.string({ description: 'The `nextCursor` of the page before.' }),
      limit: t.arg.int({ required: true, defaultValue: webhookRules.limit.usual, description: 'Deliveries per page.' }),
    },
    resolve: (_root, { id, cursor, limit }, context) =>
      context.services.webhooks.deliveries.page(accountOf(context), id, cursor ?? null, limit),
  }),
);

const events = `Some of ${webhookEvents.map((event) => `\`${event}\``).join(', ')}.`;
const listIds = 'The watch lists that it gets messages about. Null: all, also later ones.';

builder.mutationField('createWebhookEndpoint', (t) =>
  t.field({
    ...changing,
    type: CreatedWebhookEndpoint,
    nullable: true,
    args: {
      url: t.arg.string({ required: true, description: 'An https address on the public internet.' }),
      description: t.arg.string({ description: 'For yourself.' }),
      events: t.arg.stringList({ required: true, description: events }),
      listIds: t.arg.stringList({ description: listIds }),
      idempotencyKey: t.arg.string({
        description: `The same request with the same one within ${idempotencyHours} hours gets the same answer.`,
      }),
    },
    resolve: (_root, { idempotencyKey, ...input }, context) =>
      context.services.webhooks.endpoints.create(accountOf(context), input, idempotencyKey),
  }),
);

builder.mutationField('changeWebhookEndpoint', (t) =>
  t.field({
    ...changing,
    type: WebhookEndpoint,
    nullable: true,
    description: 'Changes what is given.',
    args: {
      id: t.arg.id({ required: true }),
      url: t.arg.string(),
      description: t.arg.string(),
      events: t.arg.stringList({ description: events }),
      listIds: t.arg.stringList({ description: listIds }),
    },
    resolve: (_root, { id, ...change }, context) => context.services.webhooks.endpoints.change(accountOf(context), id, change),
  }),
);

builder.mutationField('deleteWebhookEndpoint', (t) =>
  t.field({
    ...changing,
    type: 'ID',
    nullable: true,
    description: 'Deletes an endpoint, with its messages and deliveries. Returns its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      await context.services.webhooks.endpoints.delete(accountOf(context), id);
      return id;
    },
  }),
);

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    ...changing,
    type: CreatedWebhookEndpoint,
    nullable: true,
    description: 'Makes a new secret. The one before signs too until the overlap is over.',
    args: {
      id: t.arg.id({ required: true }),
      overlapSeconds: t.arg.int({
        required: true,
        defaultValue: webhookRules.overlapSeconds.usual,
        description: '0: the secret before ends at once.',
      }),
    },
    resolve: (_root, { id, overlapSeconds }, context) =>
      context.services.webhooks.endpoints.rotate(accountOf(context), id, overlapSeconds),
  }),
);

builder.mutationField('enableWebhookEndpoint', (t) =>
  t.field({
    ...changing,
    type: WebhookEndpoint,
    nullable: true,
    description: 'Enables an endpoint that was disabled, and sends at once what waits.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.webhooks.endpoints.enable(accountOf(context), id),
  }),
);

builder.mutationField('testWebhookEndpoint', (t) =>
  t.field({
    ...changing,
    type: 'ID',
    nullable: true,
    description: 'Sends a message of the type `endpoint.test`, once. Returns its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.webhooks.deliveries.test(accountOf(context), id),
  }),
);

builder.mutationField('replayWebhookDelivery', (t) =>
  t.field({
    ...changing,
    type: 'ID',
    nullable: true,
    description: 'Sends what a delivery had once more, as a new message. Returns the id of the message.',
    args: { id: t.arg.id({ required: true, description: 'Of the endpoint.' }), deliveryId: t.arg.id({ required: true }) },
    resolve: (_root, { id, deliveryId }, context) =>
      context.services.webhooks.deliveries.replay(accountOf(context), id, deliveryId),
  }),
);
