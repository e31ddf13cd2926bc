import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import type { Erasure } from './erasure.ts';
import type { AccountExports } from './export.ts';

declare module '../graphql/context.ts' {
  interface Services {
    accountExports: AccountExports;
    erasure: Erasure;
  }
}

builder.queryField('accountExport', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    description: 'All that is kept of the account, without secrets. The audit log notes that it was asked for.',
    authScopes: { account: true },
    extensions: declare({ limit: 'changes' }),
    resolve: (_root, _args, context) => context.services.accountExports.of(sessionOf(context)),
  }),
);

// Nullable like every root field, see accounts/api-key.schema.ts.
builder.mutationField('deleteAccount', (t) =>
  t.field({
    type: 'ID',
    nullable: true,
    description: 'Ends what the account pays for, then erases it with its people, keys and usage. There is no way back.',
    authScopes: { account: true },
    extensions: declare({ limit: 'changes' }),
    args: { confirm: t.arg.id({ required: true, description: "The account's own id: so no slip erases it." }) },
    resolve: async (_root, { confirm }, context) => {
      const { accountId } = sessionOf(context);
      await context.services.erasure.erase(accountId, confirm);
      return accountId;
    },
  }),
);
