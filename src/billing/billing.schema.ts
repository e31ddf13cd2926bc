import { z } from 'zod';
import { type PlanId, planIds } from '../accounts/index.ts';
import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import type { Checkout } from './checkout.ts';
import type { PaymentEvents, Receipt } from './payment-events.ts';
import { paidPlans } from './subscription.ts';

declare module '../graphql/context.ts' {
  interface Services {
    checkout: Checkout;
    paymentEvents: PaymentEvents;
  }
}

interface BillingState {
  billingStatus: string;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
}

const AccountBilling = builder.objectRef<BillingState>('AccountBilling').implement({
  description: 'The subscription of the account.',
  authScopes: { account: true },
  fields: (t) => ({
    status: t.exposeString('billingStatus', { description: "`none` without a subscription, else the payment provider's word." }),
    currentPeriodEnd: t.expose('periodEnd', { type: 'DateTime', nullable: true }),
    cancelAtPeriodEnd: t.exposeBoolean('cancelAtPeriodEnd'),
  }),
});

builder.prismaObjectField('Account', 'billing', (t) =>
  t.field({
    type: AccountBilling,
    select: { billingStatus: true, periodEnd: true, cancelAtPeriodEnd: true },
    resolve: (account) => account,
  }),
);

const PaidPlan = builder.enumType('PaidPlan', { values: paidPlans });

const BillingSession = builder.objectRef<{ url: string }>('BillingSession').implement({
  description: 'A page of the payment provider, open for a short time.',
  authScopes: { account: true },
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'The page to open. It is valid for a short time.',
      extensions: declare({ value: z.url() }),
    }),
  }),
});

builder.mutationField('createCheckout', (t) =>
  t.field({
    type: BillingSession,
    nullable: true,
    description: 'Where the plan is bought; the portal, where the account has a subscription already.',
    extensions: declare({ limit: 'checkout' }),
    args: { plan: t.arg({ type: PaidPlan, required: true }) },
    resolve: async (_root, { plan }, context) => ({
      url: await context.services.checkout.open(sessionOf(context).accountId, plan),
    }),
  }),
);

builder.mutationField('createPortal', (t) =>
  t.field({
    type: BillingSession,
    nullable: true,
    description: 'Where the subscription is changed and ended, and its invoices are.',
    extensions: declare({ limit: 'portal' }),
    resolve: async (_root, _args, context) => ({ url: await context.services.checkout.openPortal(sessionOf(context).accountId) }),
  }),
);

const PaymentReceipt = builder.objectRef<Receipt>('PaymentReceipt').implement({
  description: 'What became of a delivery of the payment provider.',
  fields: (t) => ({
    duplicate: t.exposeBoolean('duplicate', { description: 'The event was received before and its effect is done.' }),
    stale: t.exposeBoolean('stale', { description: 'Something newer is known of its subscription: recorded, no effect.' }),
  }),
});

builder.mutationField('receivePaymentEvent', (t) =>
  t.field({
    type: PaymentReceipt,
    nullable: true,
    description: 'An event of the payment provider. Anyone may send one; what counts is its signature.',
    extensions: declare({ internal: true }),
    args: {
      body: t.arg({ type: 'Bytes', required: true, description: 'The bytes that were signed.' }),
      signatures: t.arg.stringList({ required: true, description: 'The signature headers; one that is right will do.' }),
    },
    resolve: (_root, { body, signatures }, { services }) => services.paymentEvents.receive(body, signatures),
  }),
);

builder.prismaObject('PlanChange', {
  description: 'A change of the plan, and what caused it.',
  authScopes: { account: true },
  fields: (t) => ({
    from: t.field({ type: planIds, select: { fromPlan: true }, resolve: ({ fromPlan }) => fromPlan as PlanId }),
    to: t.field({ type: planIds, select: { toPlan: true }, resolve: ({ toPlan }) => toPlan as PlanId }),
    at: t.expose('at', { type: 'DateTime' }),
    eventId: t.exposeString('eventId', {
      nullable: true,
      description:
        'The event of the payment provider; null where a reconciliation found the difference, or the event is no longer kept.',
    }),
  }),
});

/** The number of changes on a page of the dashboard. */
const historyLength = 100;

builder.queryField('planChanges', (t) =>
  t.prismaField({
    type: ['PlanChange'],
    nullable: true,
    description: `The changes of the account's plan, newest first, at most ${historyLength}.`,
    resolve: (query, _root, _args, context) =>
      context.services.prisma.planChange.findMany({
        ...query,
        where: { accountId: sessionOf(context).accountId },
        orderBy: { id: 'desc' },
        take: historyLength,
      }),
  }),
);
