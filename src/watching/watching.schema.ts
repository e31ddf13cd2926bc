import { feedRules, heldPage } from '../changes/index.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { type Paged, PageMeta } from '../graphql/page-meta.schema.ts';
import { selectedFields } from '../graphql/selected.ts';
import type { Cost } from '../kernel/cost.ts';
import { Failure } from '../kernel/errors.ts';
import { check } from '../kernel/rules.ts';
import { watchRules } from './limits.ts';
import type { Watching } from './offer.ts';
import type { Watcher, WatchListRow } from './watch-lists.ts';
import type { WatchedChange, WatchedPage, WatchedRow } from './watched-companies.ts';

declare module '../graphql/context.ts' {
  interface Services {
    watching: Watching;
  }
}

/** The caller. The scopes have checked it already; this is for the types, and for a visitor of the front page. */
function watcherOf({ principal }: Context): Watcher {
  if (principal.kind === 'anonymous') throw new Failure('api_key_required');
  return principal;
}

const WatchList = builder.objectRef<WatchListRow>('WatchList').implement({
  description: 'Companies that the account watches.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    companies: t.exposeInt('companies', { description: 'How many companies it has.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const WatchedCompany = builder.objectRef<WatchedRow>('WatchedCompany').implement({
  fields: (t) => ({
    entityId: t.exposeID('entityId'),
    addedAt: t.expose('addedAt', { type: 'DateTime' }),
    entity: t.field({
      type: 'Entity',
      nullable: true,
      description: 'The current record. Null if its register no longer has it.',
      extensions: declare({ readsRecord: true }),
      resolve: async ({ entityId }, _args, { services }, info) =>
        (await services.records.find(entityId, selectedFields(info))) ?? null,
    }),
  }),
});

const WatchedCompanyPage = builder.objectRef<WatchedPage & Paged>('WatchedCompanyPage').implement({
  fields: (t) => ({
    items: t.field({ type: [WatchedCompany], extensions: declare({ readsRecord: true }), resolve: ({ items }) => items }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
  }),
});

const WatchedChangeResult = builder.objectRef<WatchedChange>('WatchedChange').implement({
  description: 'What a change of a list did.',
  fields: (t) => ({
    added: t.exposeInt('added', { description: 'How many companies are new in the list.' }),
    removed: t.exposeInt('removed'),
    unknown: t.exposeStringList('unknown', { description: 'The ids that no record has. They were not added.' }),
    companies: t.exposeInt('companies', { description: 'How many companies the list has now.' }),
  }),
});

const cost: Cost = { of: 'A request about watch lists' };

builder.queryField('watchLists', (t) =>
  t.field({
    type: [WatchList],
    nullable: true,
    description: 'The watch lists of the account, oldest first.',
    authScopes: { registry: true },
    extensions: declare({ cost }),
    resolve: (_root, _args, context) => context.services.watching.lists.all(watcherOf(context)),
  }),
);

builder.queryField('watchList', (t) =>
  t.field({
    type: WatchList,
    nullable: true,
    authScopes: { registry: true },
    extensions: declare({ cost }),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.watching.lists.one(watcherOf(context), id),
  }),
);

builder.queryField('watchedCompanies', (t) =>
  t.field({
    type: WatchedCompanyPage,
    nullable: true,
    description: 'The companies of a watch list, in the order in which they were added.',
    authScopes: { registry: true },
    extensions: declare({ cost: { of: 'A page of a watch list' }, records: ({ pageSize }) => Number(pageSize) }),
    args: {
      id: t.arg.id({ required: true }),
      page: t.arg.int({ required: true, defaultValue: 1, description: 'A page past the end is empty.' }),
      pageSize: t.arg.int({ required: true, defaultValue: watchRules.pageSize.usual }),
    },
    resolve: async (_root, { id, page, pageSize }, context) => ({
      ...(await context.services.watching.companies.page(watcherOf(context), id, page, pageSize)),
      page,
      pageSize,
    }),
  }),
);

builder.queryField('watchListChanges', (t) =>
  t.field({
    type: 'ChangePage',
    nullable: true,
    description: 'The changes of the companies of a watch list, since each was added, in the order of all changes.',
    authScopes: { registry: true },
    extensions: declare({ cost: { of: "A page of a watch list's changes" }, records: ({ limit }) => Number(limit) }),
    args: {
      id: t.arg.id({ required: true }),
      cursor: t.arg.string({ required: true, defaultValue: 'start', description: 'As for `changes`.' }),
      limit: t.arg.int({ required: true, defaultValue: feedRules.limit.usual, description: 'Changes per page.' }),
      wait: t.arg.int({ required: true, defaultValue: 0, description: 'Seconds to wait for a change if there is none yet.' }),
    },
    resolve: async (_root, { id, cursor, limit, wait }, context) => {
      check(feedRules, { limit, wait });
      const { lists, feed, waiting } = context.services.watching;
      // The list may be deleted while the request waits.
      const read = async (from: string) => feed.page((await lists.one(watcherOf(context), id)).id, from, limit);
      return heldPage(waiting, { cursor, wait, read }, context);
    },
  }),
);

builder.mutationField('createWatchList', (t) =>
  t.field({
    type: WatchList,
    nullable: true,
    authScopes: { registry: true },
    extensions: declare({ cost, limit: 'changes' }),
    args: { name: t.arg.string({ required: true }) },
    resolve: (_root, { name }, context) => context.services.watching.lists.create(watcherOf(context), name),
  }),
);

builder.mutationField('renameWatchList', (t) =>
  t.field({
    type: WatchList,
    nullable: true,
    authScopes: { registry: true },
    extensions: declare({ cost, limit: 'changes' }),
    args: { id: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
    resolve: (_root, { id, name }, context) => context.services.watching.lists.rename(watcherOf(context), id, name),
  }),
);

builder.mutationField('deleteWatchList', (t) =>
  t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes a watch list with all that it has. Returns its id.',
    authScopes: { registry: true },
    extensions: declare({ cost, limit: 'changes' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      await context.services.watching.lists.delete(watcherOf(context), id);
      return id;
    },
  }),
);

const mostIds = watchRules.add.most;

builder.mutationField('changeWatchedCompanies', (t) =>
  t.field({
    type: WatchedChangeResult,
    nullable: true,
    description:
      `Adds companies to a watch list and removes others, up to ${mostIds} each. If the plan does not allow so many, ` +
      'nothing is changed.',
    authScopes: { registry: true },
    extensions: declare({ cost, limit: 'changes' }),
    args: {
      id: t.arg.id({ required: true }),
      add: t.arg.idList({ description: 'Ids of records. One that the list has already stays as it is.' }),
      remove: t.arg.idList({ description: 'Ids of records.' }),
    },
    resolve: (_root, { id, add, remove }, context) =>
      context.services.watching.companies.alter(watcherOf(context), id, add ?? [], remove ?? []),
  }),
);
