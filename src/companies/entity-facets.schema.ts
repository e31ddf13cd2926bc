import { facetRules } from '../company/limits.ts';
import { facetNames } from '../company/values.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { callerOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { type CountedFacets, checkedFilter, type Facet, type FacetValue } from '../search/index.ts';
import { fuzzyMeaning } from './entity-filter.schema.ts';
import { nullable } from './field-options.ts';
import { whereNoneLicensed, withoutLicences } from './served-countries.ts';

const FacetNameType = builder.enumType('FacetName', { values: facetNames });

const FacetValueType = builder.objectRef<FacetValue>('FacetValue').implement({
  fields: (t) => ({
    value: t.exposeString('value', {
      description:
        'As the filter of this name takes it; of an activity together with its scheme, as `activityScheme`; a section as ' +
        '`nace`.',
    }),
    label: t.exposeString(
      'label',
      nullable(
        'The words for an activity, of several the newest; for a code of a legal form, if all registers agree on it; a ' +
          'national form for a `legalFormCode`; the heading of a division or section.',
      ),
    ),
    scheme: t.exposeString('scheme', nullable('The classification that an activity belongs to.')),
    count: t.exposeInt('count', { description: 'Records that have it, exact.' }),
  }),
});

const FacetType = builder.objectRef<Facet>('Facet').implement({
  description:
    'Values, others and missing add up to the total; but a record may have several activities, divisions and ' +
    'sections, and counts for each.',
  fields: (t) => ({
    name: t.expose('name', { type: FacetNameType }),
    values: t.expose('values', { type: [FacetValueType], description: 'The most frequent, in this order.' }),
    other: t.exposeInt('other', { description: 'Of the values that are not listed.' }),
    missing: t.exposeInt('missing', { description: 'Records without a value.' }),
  }),
});

interface Answer extends CountedFacets {
  /** Null unless it was a search by words. */
  fuzzy: boolean | null;
  noLicensedActivities: string[] | undefined;
}

const EntityFacets = builder.objectRef<Answer>('EntityFacets').implement({
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Records that match the filter, exact.' }),
    facets: t.expose('facets', { type: [FacetType] }),
    fuzzy: t.exposeBoolean('fuzzy', nullable(fuzzyMeaning)),
    noLicensedActivities: t.exposeStringList('noLicensedActivities', nullable(whereNoneLicensed)),
  }),
});

builder.queryField('entityFacets', (t) =>
  t.field({
    type: EntityFacets,
    nullable: true,
    description: 'How many of the records that match have each value.',
    extensions: declare({ cost: { of: 'A page of facets' } }),
    args: {
      filter: t.arg({ type: 'EntityFilter' }),
      facets: t.arg({ type: [FacetNameType], required: true }),
      size: t.arg.int({ required: true, defaultValue: facetRules.size.usual, description: 'So many values of each at most.' }),
    },
    resolve: async (_root, { filter, facets, size }, { services, principal }) => {
      check(facetRules, { size });
      const checked = checkedFilter(filter);
      const counted = await services.search.facets(checked, [...new Set(facets)], size, callerOf(principal));
      const noLicensedActivities = withoutLicences(checked, await services.records.countries(), services.search.licensing);
      return { ...counted, fuzzy: checked.mode === 'words' ? counted.isFuzzy : null, noLicensedActivities };
    },
  }),
);
