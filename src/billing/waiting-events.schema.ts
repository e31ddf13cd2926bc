import type { PaymentEvent } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { operatorPage, pageOf, pagingArgs } from '../graphql/paging.schema.ts';

/** The text of an event is never shown: it contains names and addresses. */
const shown = { id: true, kind: true, receivedAt: true, customerId: true, subscriptionId: true, outcome: true } as const;
type Shown = Pick<PaymentEvent, keyof typeof shown>;

/** The condition of events without their effect, and of the newest event of a subscription without a known account. */
const waits = { OR: [{ outcome: null }, { subscriptions: { some: { accountId: null } } }] };

const WaitingEvent = builder.objectRef<Shown>('WaitingEvent').implement({
  description: 'A payment event that waits.',
  authScopes: { operator: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: "The payment provider's own." }),
    kind: t.exposeString('kind'),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    customerId: t.exposeString('customerId', { nullable: true, description: 'Of the payment provider.' }),
    subscriptionId: t.exposeString('subscriptionId', { nullable: true }),
    waitsFor: t.string({
      description: '`effect`: it failed or never ended, and the next delivery does it. `account`: its account is not known.',
      resolve: ({ outcome }) => (outcome === null ? 'effect' : 'account'),
    }),
  }),
});

builder.queryField('waitingEvents', (t) =>
  t.field({
    type: operatorPage('WaitingEventPage', WaitingEvent),
    nullable: true,
    description: 'Payment events that wait for their effect or for their account, newest first.',
    args: pagingArgs,
    resolve: (_root, asked, { services: { prisma } }) =>
      pageOf(
        asked,
        () => prisma.paymentEvent.count({ where: waits }),
        (part) => prisma.paymentEvent.findMany({ where: waits, select: shown, orderBy: { arrival: 'desc' }, ...part }),
      ),
  }),
);
