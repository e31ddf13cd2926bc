import { z } from 'zod';
import { builder } from '../graphql/builder.ts';
import { sessionOf } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import type { accountErasure } from './erasure.ts';
import { type accountExports, exportedLists } from './export.ts';

declare module '../graphql/context.ts' {
  interface Services {
    accountExports: ReturnType<typeof accountExports>;
    erasure: ReturnType<typeof accountErasure>;
  }
}

/** Rows as they are stored. */
const rows = (description: string) => z.array(z.looseObject({})).meta({ description });
const AccountExport = z
  .object({
    account: z.looseObject({ id: z.guid() }),
    ...Object.fromEntries(exportedLists.map(({ list, description }) => [list, rows(description)])),
    incomplete: z
      .array(z.string())
      .meta({ description: 'Lists that are longer than what is given here: of those, the newest rows are.' }),
  })
  .meta({ id: 'AccountExport' });

builder.queryField('accountExport', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    description: 'All that is kept of the account, without secrets. The audit log notes that it was asked for.',
    extensions: declare({ limit: 'changes', value: AccountExport }),
    resolve: (_root, _args, context) => context.services.accountExports.of(sessionOf(context)),
  }),
);

// Nullable like every root field, see accounts/api-key.schema.ts.
builder.mutationField('deleteAccount', (t) =>
  t.field({
    type: 'ID',
    nullable: true,
    description: 'Ends what the account pays for, then erases it with its people, keys and usage. There is no way back.',
    extensions: declare({ limit: 'changes' }),
    args: { confirm: t.arg.id({ required: true, description: "The account's own id, so that no slip erases it." }) },
    resolve: (_root, { confirm }, context) => context.services.erasure.erase(sessionOf(context), confirm),
  }),
);
