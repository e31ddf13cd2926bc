import { z } from 'zod';
import { idempotencyHours } from '../accounts/index.ts';
import { feedRules, heldPage } from '../changes/index.ts';
import { lookups } from '../companies/index.ts';
import { pageRules } from '../company/limits.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { PageMeta } from '../graphql/page-meta.schema.ts';
import type { Page } from '../graphql/paging.schema.ts';
import { selectedFields } from '../graphql/selected.ts';
import { admit } from '../kernel/access/admission.ts';
import type { Cost } from '../kernel/cost.ts';
import { Failure } from '../kernel/errors.ts';
import { callerOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import type { Watching } from './index.ts';
import { addingCost, maxIds } from './limits.ts';
import type { Watcher, WatchListRow } from './watch-lists.ts';
import type { LookedUp, WatchedChange, WatchedRow } from './watched-companies.ts';

declare module '../graphql/context.ts' {
  interface Services {
    watching: Watching;
  }
}

/** The caller. The table of powers lets nobody else in; this is for the types. */
export function watcherOf({ principal }: Context): Watcher {
  if (principal.kind === 'anonymous') throw new Failure('api_key_required');
  return principal;
}

const WatchList = builder.objectRef<WatchListRow>('WatchList').implement({
  description: 'What the account watches: companies, or a filter.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    companies: t.exposeInt('companies', { description: 'How many companies it has.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    filter: t.field({
      type: 'JSON',
      nullable: true,
      description: 'As it was given. Null for a list of companies.',
      extensions: declare({ value: z.record(z.string(), z.unknown()).nullable() }),
      resolve: ({ filter }) => filter,
    }),
  }),
});

const LookedUpCompany = builder.objectRef<LookedUp>('WatchedLookup').implement({
  description: 'What was found for one company that was to be looked up.',
  fields: (t) => ({
    input: t.field({
      type: 'JSON',
      description: 'The item as it was sent.',
      extensions: declare({ value: z.record(z.string(), z.string()) }),
      resolve: ({ input }) => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)),
    }),
    status: t.exposeString('status', {
      description: 'As in `POST /entities/lookup`. Only what is `found` was added.',
      extensions: declare({ value: z.enum(lookups.statuses) }),
    }),
    entityId: t.exposeID('entityId', { nullable: true }),
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

const WatchedCompanyPage = builder.objectRef<Page<WatchedRow>>('WatchedCompanyPage').implement({
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
    lookup: t.field({
      type: [LookedUpCompany],
      nullable: true,
      description: 'What was found for each item of `lookup`. Null if nothing was to be looked up.',
      resolve: ({ lookup }) => lookup,
    }),
  }),
});

const cost: Cost = { of: 'A request about watch lists' };

const filterMeaning =
  'As for `entities`: the list then has the changes of all records that fit it, before a change or after it. Without it the ' +
  'list has the companies that are added to it.';

async function lookedUp(items: readonly LookedUp['input'][], { services, principal }: Context): Promise<LookedUp[] | null> {
  if (items.length === 0) return null;
  admit(principal, ['companies']);
  const found = await services.lookup.findItems(items, 'lookup', [], callerOf(principal));
  return found.map(({ status, record }, place) => ({ input: items[place] ?? {}, status, entityId: record?.id ?? null }));
}

builder.queryFields((t) => ({
  watchLists: t.field({
    type: [WatchList],
    nullable: true,
    description: 'The watch lists of the account, oldest first.',
    extensions: declare({ cost }),
    resolve: (_root, _args, context) => context.services.watching.lists.all(watcherOf(context)),
  }),

  watchList: t.field({
    type: WatchList,
    nullable: true,
    extensions: declare({ cost }),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => context.services.watching.lists.one(watcherOf(context), id),
  }),

  watchedCompanies: t.field({
    type: WatchedCompanyPage,
    nullable: true,
    description: 'The companies of a watch list, in the order in which they were added.',
    extensions: declare({ cost: { of: 'A page of a watch list' }, records: ({ pageSize }) => Number(pageSize) }),
    args: {
      id: t.arg.id({ required: true }),
      page: t.arg.int({ required: true, defaultValue: 1, description: 'A page past the end is empty.' }),
      pageSize: t.arg.int({ required: true, defaultValue: pageRules.pageSize.usual }),
    },
    resolve: async (_root, { id, page, pageSize }, context) => ({
      ...(await context.services.watching.companies.page(watcherOf(context), id, page, pageSize)),
      page,
      pageSize,
    }),
  }),

  watchListChanges: t.field({
    type: 'ChangePage',
    nullable: true,
    description: 'The changes of the companies of a watch list, since each was added, in the order of all changes.',
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
      return heldPage(waiting, { cursor, waitSeconds: wait, read }, context);
    },
  }),
}));

const CreatedWatchListType = builder.objectRef<Awaited<ReturnType<Watching['lists']['create']>>>('CreatedWatchList').implement({
  description: 'A new watch list.',
  fields: (t) => ({
    watchList: t.field({ type: WatchList, resolve: ({ watchList }) => watchList }),
    replayed: t.exposeBoolean('replayed', {
      description: 'It was made by an earlier request with the same idempotency key.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createWatchList: t.field({
    type: CreatedWatchListType,
    nullable: true,
    extensions: declare({ cost, limit: 'changes' }),
    args: {
      name: t.arg.string({ required: true }),
      filter: t.arg({ type: 'EntityFilter', description: filterMeaning }),
      idempotencyKey: t.arg.string({
        description: `The same request with the same one within ${idempotencyHours} hours gets the same answer.`,
      }),
    },
    resolve: (_root, given, context) => context.services.watching.lists.create(watcherOf(context), given),
  }),

  changeWatchList: t.field({
    type: WatchList,
    nullable: true,
    extensions: declare({ cost, limit: 'changes' }),
    description: 'Changes what is given of a watch list. A list of companies cannot get a filter.',
    args: { id: t.arg.id({ required: true }), name: t.arg.string(), filter: t.arg({ type: 'EntityFilter' }) },
    resolve: (_root, { id, ...given }, context) => context.services.watching.lists.change(watcherOf(context), id, given),
  }),

  deleteWatchList: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes a watch list with all that it has. Returns its id.',
    extensions: declare({ cost, limit: 'changes' }),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      await context.services.watching.lists.delete(watcherOf(context), id);
      return id;
    },
  }),

  changeWatchedCompanies: t.field({
    type: WatchedChangeResult,
    nullable: true,
    description:
      `Removes companies from a watch list, and then adds others, up to ${maxIds} each. If the plan does not allow so many, ` +
      'nothing is changed.',
    extensions: declare({ cost: addingCost, asked: ({ lookup }) => ((lookup ?? []) as unknown[]).length, limit: 'changes' }),
    args: {
      id: t.arg.id({ required: true }),
      add: t.arg.idList({ description: 'Ids of records. One that the list has already stays as it is.' }),
      remove: t.arg.idList({ description: 'Ids of records. One that `add` has too is added again.' }),
      lookup: t.arg({
        type: ['EntityLookupItem'],
        description: `Up to ${lookups.most} companies to look up and add, as for \`entityLookup\`. Each costs a unit.`,
      }),
    },
    resolve: async (_root, { id, add, remove, lookup }, context) => {
      const watcher = watcherOf(context);
      const change = { add: add ?? [], remove: remove ?? [], lookup: await lookedUp(lookup ?? [], context) };
      return context.services.watching.companies.alter(watcher, id, change);
    },
  }),
}));
