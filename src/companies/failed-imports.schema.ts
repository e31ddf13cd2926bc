import { builder } from '../graphql/builder.ts';
import { operatorPage, pageOf, pagingArgs } from '../graphql/paging.schema.ts';
import type { FailedImport as Row } from '../intake/index.ts';

declare module '../graphql/context.ts' {
  interface Services {
    /** Records the imports that were killed as failed. */
    recordKilledImports(): Promise<void>;
  }
}

const FailedImport = builder.objectRef<Row & { id: string }>('FailedImport').implement({
  description: 'An import that failed, or whose download did. It changed nothing.',
  authScopes: { operator: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    register: t.exposeString('registerId'),
    at: t.expose('at', { type: 'DateTime' }),
    file: t.exposeString('file', { nullable: true, description: 'Null if it was not downloaded.' }),
    reason: t.exposeString('reason', { description: 'As the command printed it.' }),
  }),
});

builder.queryField('failedImports', (t) =>
  t.field({
    type: operatorPage('FailedImportPage', FailedImport),
    nullable: true,
    description: 'Imports of all registers that failed in the last 90 days, newest first.',
    args: pagingArgs,
    resolve: async (_root, asked, { services: { prisma, recordKilledImports } }) => {
      await recordKilledImports();
      return pageOf(
        asked,
        () => prisma.importFailure.count(),
        (part) => prisma.importFailure.findMany({ orderBy: [{ at: 'desc' }, { id: 'desc' }], ...part }),
      );
    },
  }),
);
