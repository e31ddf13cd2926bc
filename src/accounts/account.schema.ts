import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { Failure } from '../kernel/errors.ts';
import type { PeriodUse } from '../metering/metering.ts';
import { ApiKey } from './api-key.schema.ts';
import { ApiPlan, planOf } from './plan.ts';

const AccountUsage = builder.objectRef<PeriodUse>('AccountUsage').implement({
  description: 'What the account used of its quota in the current billing period.',
  authScopes: { account: true },
  fields: (t) => ({
    periodStart: t.expose('periodStart', { type: 'DateTime' }),
    periodEnd: t.expose('periodEnd', { type: 'DateTime' }),
    used: t.exposeInt('used'),
    limit: t.exposeInt('limit'),
    remaining: t.exposeInt('remaining'),
  }),
});

interface BillingState {
  billingStatus: string;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
}

const AccountBilling = builder.objectRef<BillingState>('AccountBilling').implement({
  description: 'The subscription of the account.',
  authScopes: { account: true },
  fields: (t) => ({
    status: t.exposeString('billingStatus', { description: "none without a subscription, else the payment provider's word." }),
    currentPeriodEnd: t.expose('periodEnd', { type: 'DateTime', nullable: true }),
    cancelAtPeriodEnd: t.exposeBoolean('cancelAtPeriodEnd'),
  }),
});

builder.prismaObject('Account', {
  description: 'A developer account: its plan, what it used, how it pays, its keys.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', { nullable: true }),
    plan: t.field({ type: ApiPlan, select: { plan: true }, resolve: ({ plan }) => planOf(plan) }),
    usage: t.field({
      type: AccountUsage,
      select: { id: true },
      resolve: ({ id }, _args, { services }) => services.metering.usageOf(id),
    }),
    billing: t.field({
      type: AccountBilling,
      select: { billingStatus: true, periodEnd: true, cancelAtPeriodEnd: true },
      resolve: (account) => account,
    }),
    apiKeys: t.field({
      type: [ApiKey],
      description: 'The active keys, newest first.',
      select: { id: true },
      resolve: ({ id }, _args, { services }) => services.apiKeys.active(id),
    }),
  }),
});

builder.prismaObject('User', {
  description: 'The person whose session it is.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', { nullable: true }),
    name: t.exposeString('name', { nullable: true }),
    accountId: t.exposeID('accountId'),
  }),
});

/** Throws if the account was erased a moment ago. The person's next session makes a new one, see people.ts. */
function found<Row>(row: Row | null): Row {
  if (!row) throw new Failure('invalid_session');
  return row;
}

builder.queryField('account', (t) =>
  t.prismaField({
    type: 'Account',
    nullable: true,
    description: 'The account of the session.',
    authScopes: { account: true },
    resolve: async (query, _root, _args, context) =>
      found(await context.services.prisma.account.findUnique({ ...query, where: { id: sessionOf(context).accountId } })),
  }),
);

builder.queryField('me', (t) =>
  t.prismaField({
    type: 'User',
    nullable: true,
    description: 'The profile of the current user.',
    authScopes: { account: true },
    resolve: async (query, _root, _args, context) =>
      found(await context.services.prisma.user.findUnique({ ...query, where: { id: sessionOf(context).userId } })),
  }),
);
