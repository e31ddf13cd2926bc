import { z } from 'zod';
import { facetNames, searchLimits } from '../../src/companies/index.ts';
import { route } from '../route.ts';
import { filterQuery, wholeNumber } from './entity-query.ts';

const Facet = z
  .object({
    name: z.enum(facetNames),
    values: z
      .array(
        z.object({
          value: z.string().meta({ description: 'As the filter takes it.' }),
          label: z.string().nullable().meta({ description: 'Of an activity.' }),
          scheme: z.string().nullable().meta({ description: 'The classification that an activity belongs to.' }),
          count: z.int32().min(0),
        }),
      )
      .meta({ description: 'The most frequent, in this order.' }),
    other: z.int32().min(0).meta({ description: 'Of the values that are not listed.' }),
    missing: z.int32().min(0).meta({ description: 'Records without a value.' }),
  })
  .meta({ id: 'Facet' });

const isFacet = (name: string): name is (typeof facetNames)[number] => (facetNames as readonly string[]).includes(name);

export const getEntityFacets = route({
  operationId: 'getEntityFacets',
  method: 'get',
  path: '/entities/facets',
  tag: 'Registry',
  summary: 'Count company records by value',
  description:
    'How many of the records that match all filters have each value, exactly. `values`, `other` and `missing` of a facet add up to `total`; ' +
    'but a record may have several activities, and counts for each of them.',
  access: 'apiKey',
  input: {
    query: z.strictObject({
      ...filterQuery,
      facets: z
        .string()
        .transform((names) => names.split(','))
        .refine((names) => names.every(isFacet), `must be some of ${facetNames.join(',')}`)
        .meta({
          type: 'string',
          description: `Some of ${facetNames.join(', ')}, with commas between.`,
          examples: ['status,country'],
        }),
      size: wholeNumber(1, searchLimits.facetSize)
        .prefault('10')
        .meta({ type: 'integer', minimum: 1, maximum: searchLimits.facetSize, description: 'So many values of each at most.' }),
    }),
  },
  document: `query ($filter: EntityFilter, $facets: [FacetName!]!, $size: Int!) {
    entityFacets(filter: $filter, facets: $facets, size: $size) { total facets { name values { value label scheme count } other missing } }
  }`,
  variables: ({ query: { facets, size, ...filter } }) => ({ filter, facets, size }),
  envelope: ({ entityFacets }: { entityFacets: { total: number; facets: z.output<typeof Facet>[] } }) => ({
    data: entityFacets.facets,
    meta: { total: entityFacets.total },
  }),
  answers: {
    200: {
      description: 'The counts, facet by facet.',
      body: z.object({ data: z.array(Facet), meta: z.object({ total: z.int32().min(0) }) }),
      example: {
        data: [{ name: 'status', values: [{ value: 'active', label: null, scheme: null, count: 41 }], other: 1, missing: 0 }],
        meta: { total: 42 },
      },
    },
  },
  errors: ['service_unavailable'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
