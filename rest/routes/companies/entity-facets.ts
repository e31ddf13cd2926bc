import { z } from 'zod';
import { facetRules } from '../../../src/company/limits.ts';
import { facetNames } from '../../../src/company/values.ts';
import type { FacetName } from '../../operations.generated.ts';
import { from, unlessNull } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits } from '../../route/rules.ts';
import { filterQuery, noLicensedActivities } from './entity-query.ts';

const isFacet = (name: string): name is FacetName => (facetNames as readonly string[]).includes(name);

export const getEntityFacets = route({
  operationId: 'getEntityFacets',
  method: 'get',
  path: '/entities/facets',
  tag: 'Registry',
  summary: 'Count company records by value',
  description:
    'How many of the records that match all filters have each value, exactly. `values`, `other` and `missing` of a facet ' +
    'add up to `total`; but a record may have several activities, divisions and sections, and counts for each of them. ' +
    'An activity counts as many records as `activity` and `activityScheme` find with its `value` and `scheme`.',
  access: 'apiKey',
  input: {
    query: z.strictObject({
      ...filterQuery,
      facets: z
        .string()
        // The description must come before the transformation, or it would not describe the input.
        .meta({ description: `Some of ${facetNames.join(', ')}, with commas between.`, examples: ['status,country'] })
        .transform((names) => names.split(','))
        .refine((names): names is FacetName[] => names.every(isFacet), `must be some of ${facetNames.join(',')}`),
      size: digits(facetRules.size),
    }),
  },
  document: `query ($filter: EntityFilter, $facets: [FacetName!]!, $size: Int) {
    entityFacets(filter: $filter, facets: $facets, size: $size) {
      total fuzzy facets { ...Facet } noLicensedActivities
    }
  } fragment Facet on Facet { name values { value label scheme count } other missing }`,
  variables: ({ query: { facets, size, ...filter } }) => ({ filter, facets, size }),
  answers: {
    200: {
      description: 'The counts, facet by facet.',
      headers: {
        'X-No-Licensed-Activities': {
          description: noLicensedActivities,
          text: ({ entityFacets }) => entityFacets.noLicensedActivities?.join(', '),
        },
      },
      body: {
        data: from('entityFacets.facets'),
        meta: { total: from('entityFacets.total'), fuzzy: unlessNull('entityFacets.fuzzy') },
      },
      example: {
        data: [{ name: 'status', values: [{ value: 'active', label: null, scheme: null, count: 41 }], other: 1, missing: 0 }],
        meta: { total: 42 },
      },
    },
  },
  cacheControl: 'private, no-cache',
  versioned: true,
});
