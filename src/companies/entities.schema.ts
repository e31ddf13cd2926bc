import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { Failure } from '../kernel/errors.ts';
import { Entity } from './entity.schema.ts';
import { checkedFilter, EntityFilter } from './entity-filter.schema.ts';
import { searchLimits } from './limits.ts';
import type { Paged } from './paged.ts';
import { callerOf, type Found } from './search/search.ts';
import { type Unknown, unknownAmong } from './unknown-country.ts';

declare module '../graphql/builder.ts' {
  interface NamedTypes {
    PageMeta: Paged;
  }
}

const EntitySort = builder.enumType('EntitySort', {
  description: 'Records without the date come last; what is equal is sorted by name, then by id.',
  values: {
    name: { value: 'name' },
    registeredAt: { value: 'registeredAt' },
    registeredAtDescending: { value: '-registeredAt' },
    updatedAtDescending: { value: '-updatedAt' },
  } as const,
});

interface Page extends Found, Paged {
  unknownCountry: Unknown | undefined;
}

const PageMeta = builder.objectRef<Paged>('PageMeta').implement({
  fields: (t) => ({
    page: t.exposeInt('page'),
    pageSize: t.exposeInt('pageSize'),
    pageCount: t.int({ resolve: ({ total, pageSize }) => Math.ceil(total / pageSize) }),
    total: t.exposeInt('total', { description: 'Of all pages, exact.' }),
  }),
});

const UnknownCountry = builder.objectRef<Unknown>('UnknownCountry').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    likely: t.exposeString('likely', { nullable: true, description: 'The code that is probably meant.' }),
  }),
});

const EntityPage = builder.objectRef<Page>('EntityPage').implement({
  fields: (t) => ({
    items: t.field({ type: [Entity], extensions: declare({ readsRecord: true }), resolve: ({ items }) => items }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
    unknownCountry: t.field({
      type: UnknownCountry,
      nullable: true,
      description: 'The country that was asked for, where no register has it.',
      resolve: ({ unknownCountry }) => unknownCountry,
    }),
  }),
});

builder.queryField('entities', (t) =>
  t.field({
    type: EntityPage,
    nullable: true,
    description: 'Search: one page of the records that match, sorted by name and then by id, unless another order is asked for.',
    authScopes: { registry: true },
    extensions: declare({ records: ({ pageSize }) => Number(pageSize) }),
    args: {
      filter: t.arg({ type: EntityFilter }),
      sort: t.arg({ type: EntitySort, required: true, defaultValue: 'name' }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      pageSize: t.arg.int({ required: true, defaultValue: 25 }),
    },
    resolve: async (_root, { filter, sort, page, pageSize }, { services, principal }) => {
      if (page < 1 || pageSize < 1 || pageSize > searchLimits.pageSize) {
        throw new Failure('invalid_request', `page must be at least 1, pageSize from 1 to ${searchLimits.pageSize}.`);
      }
      const checked = checkedFilter(filter);
      const found = await services.search.find(checked, page, pageSize, callerOf(principal), sort);
      const unknownCountry = checked.country ? unknownAmong(await services.records.countries(), checked.country) : undefined;
      return { ...found, page, pageSize, unknownCountry };
    },
  }),
);
