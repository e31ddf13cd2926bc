import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { powersOf } from '../kernel/access/powers.ts';
import { Failure } from '../kernel/errors.ts';
import { ApiKey } from './api-key.schema.ts';
import { ApiPlan } from './plan.schema.ts';
import { planOf } from './plan.ts';

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
}));
