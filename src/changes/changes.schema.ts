import { z } from 'zod';
import { filterRules } from '../company/limits.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { selectedFields } from '../graphql/selected.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import { changeSetRules, type ChangeSet as Imported } from './change-sets.ts';
import { entriesCost } from './costs.ts';
import type { Entry } from './entry.ts';
import { changeTypes, feedRules, type ChangePage as Page } from './feed.ts';
import { type HeldPage, heldPage } from './held-page.ts';
import type { Changes } from './index.ts';

declare module '../graphql/context.ts' {
  interface Services {
    changes: Changes;
  }
}

const reason = {
  description: '`mapping` where only our reading of the same file changed; `erasure` where what is about a person was erased.',
  extensions: declare({ value: z.enum(['source', 'mapping', 'erasure']) }),
};
const uuid = { allows: isUuid, message: 'must be a UUID' };

const ChangeType = builder.enumType('ChangeType', {
  description:
    'baseline: the first import of a register, which is one entry however many records it has. identifiers: the identifiers of ' +
    'a record changed; the first import of identifiers is one entry for each country, without an entityId.',
  values: changeTypes,
});

const FieldChange = builder.objectRef<Entry['changes'][number]>('FieldChange').implement({
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'A JSON pointer into the record as it is served. The empty one is the whole record.',
    }),
    old: t.expose('old', { type: 'JSON', nullable: true }),
    new: t.expose('new', { type: 'JSON', nullable: true }),
  }),
});

export const Change = builder.objectRef<Entry>('Change').implement({
  description: 'A change of one record. What is about natural persons is left out.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Its place in the order of all changes.' }),
    type: t.field({ type: ChangeType, resolve: ({ type }) => type as (typeof changeTypes)[number] }),
    entityId: t.exposeID('entityId', {
      nullable: true,
      description: 'Null for a baseline, and for the first identifiers of a country.',
    }),
    countryCode: t.exposeString('countryCode'),
    number: t.exposeString('number', { nullable: true, description: 'The national number.' }),
    numberScheme: t.exposeString('numberScheme', { nullable: true, description: 'The scheme of the national number.' }),
    canonicalName: t.exposeString('canonicalName', {
      nullable: true,
      description: 'After the change; of a removed record, its last.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Since when it is served. Later versions have later moments.' }),
    dataVersion: t.exposeInt('dataVersion', { description: 'The version of the data that the change came with.' }),
    importRunId: t.exposeID('importRunId'),
    reason: t.exposeString('reason', reason),
    changes: t.field({ type: [FieldChange], resolve: ({ changes }) => changes }),
    provenance: t.field({
      type: 'Provenance',
      resolve: ({ provenance }) => provenance,
      description: 'Of the record after the change.',
    }),
    entity: t.field({
      type: 'Entity',
      nullable: true,
      description: 'The current record. Null if there is none.',
      extensions: declare({ readsRecord: true, cost: entriesCost, optional: true }),
      resolve: async ({ entityId }, _args, { services }, info) =>
        entityId === null ? null : ((await services.records.find(entityId, selectedFields(info))) ?? null),
    }),
  }),
});

const ChangeMeta = builder.objectRef<Page>('ChangeMeta').implement({
  fields: (t) => ({
    nextCursor: t.exposeString('nextCursor', { description: 'Where the next page begins. There is always one.' }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether to request the next page at once.' }),
    oldestCursor: t.exposeString('oldestCursor', { description: 'Before the oldest change that is kept.' }),
    dataVersion: t.exposeInt('dataVersion', { description: 'The version of the data that this page reaches.' }),
  }),
});

declare module '../graphql/builder.ts' {
  interface NamedTypes {
    ChangePage: HeldPage;
  }
}

builder.objectType('ChangePage', {
  fields: (t) => ({
    items: t.field({ type: [Change], extensions: declare({ readsRecord: true }), resolve: ({ items }) => items }),
    meta: t.field({ type: ChangeMeta, resolve: (page) => page }),
    waited: t.exposeInt('waited', {
      nullable: true,
      description: 'For how many seconds the request could wait. Null if it did not wait.',
    }),
  }),
});

const ChangeSet = builder.objectRef<Imported>('ChangeSet').implement({
  description: 'What one import changed.',
  fields: (t) => ({
    dataVersion: t.exposeInt('version', { description: 'Of the data, since that import.' }),
    register: t.exposeString('registerId'),
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2' }),
    at: t.expose('at', { type: 'DateTime' }),
    reason: t.exposeString('reason', reason),
    changes: t.exposeInt('size', { description: 'How many. The first import of a register counts as one change.' }),
    records: t.exposeInt('records', { description: 'How many records the register has since then.' }),
    cursor: t.exposeString('cursor', {
      nullable: true,
      description: 'For `changes`: the place before them. Null if they are no longer stored.',
    }),
  }),
});

builder.queryFields((t) => ({
  changes: t.field({
    type: 'ChangePage',
    nullable: true,
    description: 'All changes, in the order in which they were published. Following nextCursor returns every change once.',
    extensions: declare({ cost: { of: 'A page of the feed' }, records: ({ limit }) => Number(limit) }),
    args: {
      cursor: t.arg.string({
        required: true,
        defaultValue: 'start',
        description:
          '`nextCursor` of a page, the `cursor` of a change or a snapshot, `start` for the oldest change that is kept, or `now`.',
      }),
      country: t.arg.string({ description: 'ISO 3166-1 alpha-2, in either case.' }),
      type: t.arg({ type: ChangeType, description: 'Of this type alone.' }),
      entityId: t.arg.id(),
      limit: t.arg.int({ required: true, defaultValue: feedRules.limit.usual, description: 'Changes per page.' }),
      wait: t.arg.int({ required: true, defaultValue: 0, description: 'Seconds to wait for a change if there is none yet.' }),
    },
    resolve: (_root, { cursor, country, type, entityId, limit, wait }, context) => {
      check({ ...feedRules, country: filterRules.country, entityId: uuid }, { limit, wait, country, entityId });
      const filter = { country: country?.toUpperCase(), type: type ?? undefined, entityId: entityId ?? undefined };
      const { feed, waiting } = context.services.changes;
      return heldPage(waiting, { cursor, waitSeconds: wait, read: (from) => feed.page(from, filter, limit) }, context);
    },
  }),

  changeSets: t.field({
    type: [ChangeSet],
    nullable: true,
    description: 'The last imports that changed something, newest first, with the place of their changes in the feed.',
    args: {
      limit: t.arg.int({
        required: true,
        defaultValue: changeSetRules.limit.usual,
        description: `1 to ${changeSetRules.limit.most}.`,
      }),
    },
    resolve: (_root, { limit }, { services }) => {
      check(changeSetRules, { limit });
      return services.changes.changeSets.latest(limit);
    },
  }),
}));
