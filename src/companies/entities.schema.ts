import { pageRules } from '../company/limits.ts';
import { sortNames, sorts } from '../company/values.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { type Paged, PageMeta } from '../graphql/page-meta.schema.ts';
import { selectedFields } from '../graphql/selected.ts';
import { Failure } from '../kernel/errors.ts';
import { callerOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import type { CompanyRecord } from '../records/index.ts';
import { checkedFilter, type SearchPage } from '../search/index.ts';
import { fuzzyMeaning } from './entity-filter.schema.ts';
import { nullable } from './field-options.ts';
import { nameMatcher } from './matched-name.ts';
import { type UnknownCountry, unknownAmong, whereNoneLicensed, withoutLicences } from './served-countries.ts';

declare module '../graphql/context.ts' {
  interface Services {
    past: Past;
  }
}

const sortMeaning =
  'By `relevance` with `mode=words`, else by `name`. Records without the date come last; what is equal is sorted by name, then ' +
  'by id.';

const EntitySort = builder.enumType('EntitySort', {
  description: sortMeaning,
  values: Object.fromEntries(sortNames.map((value) => [sorts[value].graphql, { value }])),
});

interface Page extends SearchPage, Paged {
  unknownCountry: UnknownCountry | undefined;
  /** Null unless it was a search by words. */
  fuzzy: boolean | null;
  noLicensedActivities: string[] | undefined;
}

const UnknownCountryType = builder.objectRef<UnknownCountry>('UnknownCountry').implement({
  fields: (t) => ({
    code: t.exposeString('code'),
    likely: t.exposeString('likely', nullable('The code that is probably meant.')),
  }),
});

const EntityPage = builder.objectRef<Page>('EntityPage').implement({
  fields: (t) => ({
    items: t.expose('items', { type: ['Entity'], extensions: declare({ readsRecord: true }) }),
    meta: t.field({ type: PageMeta, resolve: (page) => page }),
    fuzzy: t.exposeBoolean('fuzzy', nullable(fuzzyMeaning)),
    nextUpdatedSince: t.expose('nextUpdatedSince', {
      type: 'DateTime',
      ...nullable(
        'For `updatedSince`, to learn later what changed since this page: nothing is left out and nothing comes twice. ' +
          'Of several pages take that of the first.',
      ),
    }),
    unknownCountry: t.expose('unknownCountry', {
      type: UnknownCountryType,
      ...nullable('The country that was asked for, where no register has it.'),
    }),
    noLicensedActivities: t.exposeStringList('noLicensedActivities', nullable(whereNoneLicensed)),
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
      sort: t.arg({ type: EntitySort, description: sortMeaning }),
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

/** Records of the past, from the log of changes. */
interface Past {
  /** The record as it was served at a time; undefined if it was not served then. A time in the future is refused. */
  at(id: string, moment: Date): Promise<CompanyRecord | undefined>;
  /** When a removed record was last served; undefined for a record that is served or never was. */
  removedAt(id: string): Promise<Date | undefined>;
}

builder.queryField('entity', (t) =>
  t.field({
    type: 'Entity',
    nullable: true,
    description:
      'One record, or null if there is none with this id, or was none at that moment. For a removed record an error says ' +
      'when it was last served, and where its history is.',
    extensions: declare({ readsRecord: true, cost: { of: 'One record, full or not' }, absent: 'entity_not_found' }),
    args: {
      id: t.arg.id({ required: true }),
      asOf: t.arg({
        type: 'DateTime',
        description: 'The record as we served it then, without what is about natural persons. It says nothing of legal validity.',
      }),
    },
    resolve: async (_root, args, { services }, info) => {
      if (!isUuid(args.id)) return null;
      const id = args.id.toLowerCase();
      const found = args.asOf ? await services.past.at(id, args.asOf) : await services.records.find(id, selectedFields(info));
      if (found) return found;
      const lastServedAt = await services.past.removedAt(id);
      if (!lastServedAt) return null;
      const removed = { lastServedAt: lastServedAt.toISOString(), history: `/api/v1/entities/${id}/history` };
      throw new Failure('entity_not_found', undefined, { removed });
    },
  }),
);
