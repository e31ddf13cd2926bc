import { Failure } from '../errors.ts';
import { builder } from '../graphql/builder.ts';
import { Entity } from './entity.ts';
import { fold } from './fold.ts';
import { searchLimits } from './limits.ts';
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
    items: t.field({ type: [Entity], resolve: ({ items }) => items }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
  }),
});

/** A fragment that is nothing once folded would be in every name, which is never meant. */
function checkFragment(q: string): void {
  if ([...q].length > searchLimits.fragment || q.includes('\0'))
    throw new Failure('invalid_request', `q may have at most ${searchLimits.fragment} characters, and no NUL.`);
  if (q !== '' && fold(q).trim() === '') throw new Failure('invalid_request', 'q has nothing to search for.');
}

builder.queryField('entities', (t) =>
  t.field({
    type: EntityPage,
    description: 'Search: one page of the records that match, sorted by name and then by id.',
    authScopes: { registry: true },
    args: {
      filter: t.arg({ type: EntityFilter }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      pageSize: t.arg.int({ required: true, defaultValue: 25 }),
    },
    resolve: async (_root, { filter, page, pageSize }, { services, principal }) => {
      if (page < 1 || pageSize < 1 || pageSize > searchLimits.pageSize) {
        throw new Failure('invalid_request', `page must be at least 1, pageSize from 1 to ${searchLimits.pageSize}.`);
      }
      checkFragment(filter?.q?.trim() ?? '');
      if (filter?.country && !/^[a-z]{2}$/i.test(filter.country)) {
        throw new Failure('invalid_request', 'country must be two letters, ISO 3166-1 alpha-2.');
      }
      const caller = 'accountId' in principal ? principal.accountId : 'nobody';
      return { ...(await services.search.find(filter ?? {}, page, pageSize, caller)), page, pageSize };
    },
  }),
);
