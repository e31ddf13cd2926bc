import type { ApiKey as ApiKeyRow } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declared.ts';

/** Active keys alone, newest first. */
export const activeKeys = { where: { revokedAt: null }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] } as const;

export const ApiKey = builder.prismaObject('ApiKey', {
  description: 'A key to the registry. Its secret is shown once and never kept.',
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', { description: 'The part of the secret that may be shown.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To the minute.' }),
  }),
});

const CreatedApiKey = builder.objectRef<{ apiKey: ApiKeyRow; secret: string }>('CreatedApiKey').implement({
  description: 'A new key, with its secret for the only time.',
  authScopes: { account: true },
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, resolve: ({ apiKey }) => apiKey }),
    secret: t.exposeString('secret'),
  }),
});

builder.queryField('apiKeys', (t) =>
  t.prismaField({
    type: [ApiKey],
    nullable: true,
    description: 'The active keys of the account, newest first.',
    authScopes: { account: true },
    resolve: (query, _root, _args, context) => {
      const { accountId } = sessionOf(context);
      const { where, orderBy } = activeKeys;
      return context.services.prisma.apiKey.findMany({ ...query, where: { ...where, accountId }, orderBy: [...orderBy] });
    },
  }),
);

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: CreatedApiKey,
    nullable: true,
    description: 'Makes a key, unless the number of the plan is used up.',
    authScopes: { account: true },
    extensions: declare({ limit: 'keys' }),
    args: { name: t.arg.string({ required: true, description: '1 to 60 characters, without the blanks around them.' }) },
    resolve: (_root, { name }, context) => context.services.apiKeys.create(sessionOf(context).accountId, name),
  }),
);

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: 'ID',
    nullable: true,
    description: 'Revokes an active key of the account, on every instance within a second.',
    authScopes: { account: true },
    extensions: declare({ limit: 'changes' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      await context.services.apiKeys.revoke(sessionOf(context).accountId, id);
      return id;
    },
  }),
);
