import { Failure } from '../errors.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declared.ts';
import { Entity } from './entity.ts';
import { filterRules, searchLimits } from './limits.ts';
import type { Found } from './search.ts';

const ActivityType = builder.enumType('ActivityType', { values: ['unlicensed', 'licensed'] as const });

const EntityFilter = builder.inputType('EntityFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Fragment of name or national number; case and diacritics are ignored.' }),
    country: t.string({ description: 'ISO 3166-1 alpha-2, in either case.' }),
    legalForm: t.string({ description: 'Exact national legal form.' }),
    activity: t.string({ description: 'Exact national activity or its code.' }),
    activityType: t.field({ type: ActivityType, defaultValue: 'unlicensed' }),
  }),
});

interface Page extends Found {
  page: number;
  pageSize: number;
}

const PageMeta = builder.objectRef<Page>('PageMeta').implement({
  fields: (t) => ({
    page: t.exposeInt('page'),
    pageSize: t.exposeInt('pageSize'),
    pageCount: t.int({ resolve: ({ total, pageSize }) => Math.ceil(total / pageSize) }),
    total: t.exposeInt('total', { description: 'Records that match the filter, exact.' }),
  }),
});

const EntityPage = builder.objectRef<Page>('EntityPage').implement({
  fields: (t) => ({
    items: t.field({ type: [Entity], extensions: declare({ readsRecord: true }), resolve: ({ items }) => items }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
  }),
});

builder.queryField('entities', (t) =>
  t.field({
    type: EntityPage,
    nullable: true,
    description: 'Search: one page of the records that match, sorted by name and then by id.',
    authScopes: { registry: true },
    extensions: declare({ records: ({ pageSize }) => Number(pageSize) }),
    args: {
      filter: t.arg({ type: EntityFilter }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      pageSize: t.arg.int({ required: true, defaultValue: 25 }),
    },
    resolve: async (_root, { filter, page, pageSize }, { services, principal }) => {
      if (page < 1 || pageSize < 1 || pageSize > searchLimits.pageSize) {
        throw new Failure('invalid_request', `page must be at least 1, pageSize from 1 to ${searchLimits.pageSize}.`);
      }
      for (const [name, { allows, says }] of Object.entries(filterRules)) {
        const text = filter?.[name as keyof typeof filterRules];
        if (typeof text === 'string' && !allows(text)) throw new Failure('invalid_request', `${name}: ${says}.`);
      }
      const caller = 'accountId' in principal ? principal.accountId : 'nobody';
      return { ...(await services.search.find(filter ?? {}, page, pageSize, caller)), page, pageSize };
    },
  }),
);
