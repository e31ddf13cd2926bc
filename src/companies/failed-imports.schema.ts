import { builder } from '../graphql/builder.ts';
import { PageMeta } from '../graphql/page-meta.schema.ts';
import { type Page, pageLimits, pageOf } from '../graphql/paging.ts';
import type { FailedImport as Row } from './import-log.ts';

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

const FailedImportPage = builder.objectRef<Page<Row & { id: string }>>('FailedImportPage').implement({
  authScopes: { operator: true },
  fields: (t) => ({
    items: t.field({ type: [FailedImport], resolve: ({ items }) => items }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
  }),
});

builder.queryField('failedImports', (t) =>
  t.field({
    type: FailedImportPage,
    nullable: true,
    description: 'Imports of all registers that failed in the last 90 days, newest first.',
    authScopes: { operator: true },
    args: {
      page: t.arg.int({ required: true, defaultValue: 1 }),
      pageSize: t.arg.int({ required: true, defaultValue: pageLimits.usual, description: `1 to ${pageLimits.most}.` }),
    },
    resolve: (_root, asked, { services: { prisma } }) =>
      pageOf(
        asked,
        () => prisma.importFailure.count(),
        (part) => prisma.importFailure.findMany({ orderBy: [{ at: 'desc' }, { id: 'desc' }], ...part }),
      ),
  }),
);
