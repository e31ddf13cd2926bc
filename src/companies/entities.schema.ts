import { pageRules } from '../company/limits.ts';
import { sortNames, sorts } from '../company/values.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { type Paged, PageMeta } from '../graphql/page-meta.schema.ts';
import { callerOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { checkedFilter, type SearchPage } from '../search/index.ts';
import { Entity } from './entity.schema.ts';
import { fuzzyMeaning } from './entity-filter.schema.ts';
import { nameMatcher } from './matched-name.ts';
import { type Unknown, unknownAmong } from './unknown-country.ts';
import { whereNoneLicensed, withoutLicences } from './without-licences.ts';

const orders =
  'By `relevance` with `mode=words`, else by `name`. Records without the date come last; what is equal is sorted by name, then ' +
  'by id.';

const EntitySort = builder.enumType('EntitySort', {
  description: orders,
  values: Object.fromEntries(sortNames.map((value) => [sorts[value].graphql, { value }])),
});

interface Page extends SearchPage, Paged {
  unknownCountry: Unknown | undefined;
  /** Null unless it was a search by words. */
  fuzzy: boolean | null;
  noLicensedActivities: string[] | undefined;
}

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
    fuzzy: t.exposeBoolean('fuzzy', { nullable: true, description: fuzzyMeaning }),
    nextUpdatedSince: t.expose('nextUpdatedSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'For `updatedSince`, to learn later what changed since this page: nothing is left out and nothing comes twice. ' +
        'Of several pages take that of the first.',
    }),
    unknownCountry: t.field({
      type: UnknownCountry,
      nullable: true,
      description: 'The country that was asked for, where no register has it.',
      resolve: ({ unknownCountry }) => unknownCountry,
    }),
    noLicensedActivities: t.exposeStringList('noLicensedActivities', { nullable: true, description: whereNoneLicensed }),
  }),
});

builder.queryField('entities', (t) =>
  t.field({
    type: EntityPage,
    nullable: true,
    description: 'Search: one page of the records that match, in the order that `sort` says.',
    extensions: declare({ cost: { of: 'A page of a search' }, records: ({ pageSize }) => Number(pageSize) }),
    args: {
      filter: t.arg({ type: 'EntityFilter' }),
      sort: t.arg({ type: EntitySort, description: orders }),
      page: t.arg.int({ required: true, defaultValue: 1, description: 'A page past the end is empty.' }),
      pageSize: t.arg.int({ required: true, defaultValue: pageRules.pageSize.usual }),
    },
    resolve: async (_root, { filter, sort, page, pageSize }, { services, principal }) => {
      check(pageRules, { page, pageSize });
      const checked = checkedFilter(filter);
      const found = await services.search.find(checked, page, pageSize, callerOf(principal), sort ?? undefined);
      const matcher = checked.names === 'all' ? nameMatcher(checked, found.isFuzzy) : undefined;
      const items = matcher ? found.items.map((item) => ({ ...item, matchers: [matcher] })) : found.items;
      const countries = await services.records.countries();
      const unknownCountry = checked.country ? unknownAmong(countries, checked.country) : undefined;
      const noLicensedActivities = withoutLicences(checked, countries, services.search.licensing);
      const fuzzy = checked.mode === 'words' ? found.isFuzzy : null;
      return { ...found, items, fuzzy, page, pageSize, unknownCountry, noLicensedActivities };
    },
  }),
);
