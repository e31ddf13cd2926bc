import { z } from 'zod';
import { searchLimits } from '../../src/companies/index.ts';
import { route } from '../route.ts';
import { country, fragment, wholeNumber } from './entity-query.ts';

const EntitySuggestion = z
  .object({
    id: z.guid(),
    canonicalName: z.string(),
    countryCode: z.string().length(2),
    status: z.string(),
    ranges: z.array(z.object({ start: z.int32().min(0), end: z.int32().min(0) })).meta({
      description:
        'Where in the name the fragment stands, in UTF-16 units, as JavaScript counts; the end is exclusive. None where it is in the number.',
    }),
  })
  .meta({ id: 'EntitySuggestion' });

export const suggestEntities = route({
  operationId: 'suggestEntities',
  method: 'get',
  path: '/entities/suggest',
  tag: 'Registry',
  summary: 'Suggest company records as one types',
  description:
    'Records whose name or national number has what was typed so far: beginnings of words first, among them active records first, then those whose ' +
    'name begins so, then by name.',
  access: 'apiKey',
  input: {
    query: z.strictObject({
      q: fragment
        .refine((text) => text.trim() !== '', 'must not be empty')
        .meta({
          description: 'What was typed so far. At most 200 characters.',
          examples: ['exem'],
          maxLength: searchLimits.fragment,
        }),
      country,
      limit: wholeNumber(1, searchLimits.suggestions)
        .prefault('10')
        .meta({ type: 'integer', minimum: 1, maximum: searchLimits.suggestions }),
    }),
  },
  document: `query ($q: String!, $country: String, $limit: Int!) {
    entitySuggestions(q: $q, country: $country, limit: $limit) { id canonicalName countryCode status ranges { start end } }
  }`,
  variables: ({ query }) => query,
  envelope: ({ entitySuggestions }: { entitySuggestions: z.output<typeof EntitySuggestion>[] }) => ({
    data: entitySuggestions,
    meta: { count: entitySuggestions.length },
  }),
  answers: {
    200: {
      description: 'The suggestions, best first.',
      body: z.object({ data: z.array(EntitySuggestion), meta: z.object({ count: z.int32().min(0) }) }),
      example: {
        data: [
          {
            id: '6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e',
            canonicalName: 'EXEMPLU SRL',
            countryCode: 'MD',
            status: 'active',
            ranges: [{ start: 0, end: 4 }],
          },
        ],
        meta: { count: 1 },
      },
    },
  },
  errors: ['service_unavailable'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
