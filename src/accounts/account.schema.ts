import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { powersOf } from '../kernel/access/powers.ts';
import { Failure } from '../kernel/errors.ts';
import { ApiKey } from './api-key.schema.ts';
import { type Plan, planIds, planOf, plans } from './plan.ts';

builder.enumType(planIds, { name: 'PlanId' });

const ApiPlan = builder.objectRef<Plan>('ApiPlan').implement({
  description: 'What an account may use, and for how much.',
  fields: (t) => ({
    id: t.expose('id', { type: planIds }),
    name: t.exposeString('name'),
    monthlyPriceEur: t.exposeFloat('monthlyPriceEur', {
      description: 'Price per month in euro.',
      extensions: declare({ value: z.number().min(0) }),
    }),
    monthlyRequests: t.exposeInt('monthlyRequests', {
      description: 'Requests per billing period, shared by all keys of the account.',
    }),
    requestsPerMinute: t.exposeInt('requestsPerMinute', { description: 'Requests per minute and key.' }),
    maxApiKeys: t.exposeInt('maxApiKeys', { description: 'Maximum number of active API keys.' }),
    maxWatchLists: t.exposeInt('maxWatchLists', { description: 'Maximum number of watch lists.' }),
    maxWatchedCompanies: t.exposeInt('maxWatchedCompanies', {
      description: 'Maximum number of companies in all watch lists together.',
    }),
    maxMembers: t.exposeInt('maxMembers', { description: 'Maximum number of members, open invitations included.' }),
    maxWebhookEndpoints: t.exposeInt('maxWebhookEndpoints', { description: 'Maximum number of webhook endpoints.' }),
  }),
});

builder.prismaObject('Account', {
  description: 'A developer account: its plan, what it used, how it pays, its keys.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', { nullable: true }),
    plan: t.field({ type: ApiPlan, select: { plan: true }, resolve: ({ plan }) => planOf(plan) }),
    powers: t.stringList({
      description: 'What the role of the person allows, by the names of the table in the guide on teams.',
      resolve: (_account, _args, context) => powersOf(sessionOf(context).role),
    }),
    apiKeys: t.field({
      type: [ApiKey],
      description: 'The active keys, newest first.',
      resolve: (_account, _args, context) => context.services.apiKeys.active(sessionOf(context)),
    }),
    countedApiKeys: t.field({
      type: 'Int',
      description:
        'How many of the keys count towards the plan. A key and its successor count once. One key that lives an hour at most ' +
        'does not count.',
      select: { id: true },
      resolve: ({ id }, _args, { services }) => services.apiKeys.count(id),
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

/** Throws if the account was just erased. The person's next session makes a new one, see people.ts. */
function found<Row>(row: Row | null): Row {
  if (!row) throw new Failure('invalid_session');
  return row;
}

builder.queryFields((t) => ({
  account: t.prismaField({
    type: 'Account',
    nullable: true,
    description: 'The account of the session.',
    resolve: async (query, _root, _args, context) =>
      found(await context.services.prisma.account.findUnique({ ...query, where: { id: sessionOf(context).accountId } })),
  }),
  me: t.prismaField({
    type: 'User',
    nullable: true,
    description: 'The profile of the current user.',
    resolve: async (query, _root, _args, context) =>
      found(await context.services.prisma.user.findUnique({ ...query, where: { id: sessionOf(context).userId } })),
  }),
  plans: t.field({
    type: [ApiPlan],
    nullable: true,
    description: 'The plan catalogue, cheapest first.',
    resolve: () => [...plans],
  }),
}));
