import { fullRecordCost, pageRules } from '../company/limits.ts';
import { builder } from '../graphql/builder.ts';
import type { Services } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { PageMeta } from '../graphql/page-meta.schema.ts';
import type { Page } from '../graphql/paging.schema.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import { Change } from './changes.schema.ts';
import type { Entry } from './entry.ts';

const EntityHistory = builder.objectRef<Page<Entry>>('EntityHistory').implement({
  fields: (t) => ({
    items: t.field({ type: [Change], extensions: declare({ readsRecord: true }), resolve: ({ items }) => items }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
  }),
});

async function historyOf(id: string, page: number, pageSize: number, { changes }: Services): Promise<Page<Entry> | null> {
  check(pageRules, { page, pageSize });
  const found = isUuid(id) ? await changes.history.page(id.toLowerCase(), page, pageSize) : undefined;
  return found ? { ...found, page, pageSize } : null;
}

/** Each history needs its own statements: hundreds in one operation would take all connections of the pool. */
const historyReads = 50;
const pageArgs = builder.args((t) => ({
  page: t.int({ required: true, defaultValue: 1 }),
  pageSize: t.int({ required: true, defaultValue: pageRules.pageSize.usual }),
}));
const pageSizeOf = ({ pageSize }: Record<string, unknown>) => Number(pageSize);

builder.queryField('entityHistory', (t) =>
  t.field({
    type: EntityHistory,
    nullable: true,
    description: 'Every change of one record, newest first; also of a removed one. Null for an id that was never served.',
    extensions: declare({ cost: { of: 'A page of a history' }, absent: 'entity_not_found', records: pageSizeOf }),
    args: { id: t.arg.id({ required: true }), ...pageArgs },
    resolve: (_root, { id, page, pageSize }, { services }) => historyOf(id, page, pageSize, services),
  }),
);

builder.objectField('Entity', 'history', (t) =>
  t.field({
    type: EntityHistory,
    nullable: true,
    description: 'Every change of the record, newest first.',
    extensions: declare({ readsRecord: historyReads, cost: fullRecordCost, records: pageSizeOf }),
    args: pageArgs,
    resolve: ({ id }, { page, pageSize }, { services }) => historyOf(id, page, pageSize, services),
  }),
);
