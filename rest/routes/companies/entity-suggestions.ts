import { z } from 'zod';
import { suggestionRules } from '../../../src/company/limits.ts';
import { countOf, from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { digits } from '../../route/rules.ts';
import { countries, country, fragment } from './entity-query.ts';

export const suggestEntities = route({
  operationId: 'suggestEntities',
  method: 'get',
  path: '/entities/suggest',
  tag: 'Registry',
  summary: 'Suggest company records as one types',
  description:
    'Records for what was typed so far: a number first, where it looks like one. For one word, then names that contain it. ' +
    'For several, names that begin with the text, then names, also other ones, with all words in any order. If there is none, ' +
    'words may have typing mistakes.',
  access: 'apiKey',
  input: {
    query: z.strictObject({
      q: fragment.refine((typed) => typed !== '', 'must not be empty').meta({ examples: ['exem'] }),
      country,
      countries,
      limit: digits(suggestionRules.limit),
    }),
  },
  document: `query ($q: String!, $country: String, $countries: [String!], $limit: Int) {
    entitySuggestions(q: $q, country: $country, countries: $countries, limit: $limit) { ...EntitySuggestion }
  } fragment EntitySuggestion on EntitySuggestion {
    id canonicalName countryCode status number numberScheme matchedName ranges { start end }
  }`,
  variables: ({ query }) => query,
  answers: {
    200: {
      description: 'The suggestions, best first.',
      body: { data: from('entitySuggestions'), meta: { count: countOf('entitySuggestions') } },
      example: {
        data: [
          {
            id: '6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e',
            canonicalName: 'EXEMPLU SRL',
            countryCode: 'MD',
            status: 'active',
            number: '1004600000000',
            numberScheme: 'MD-IDNO',
            matchedName: null,
            ranges: [{ start: 0, end: 4 }],
          },
        ],
        meta: { count: 1 },
      },
    },
  },
  cacheControl: 'private, no-cache',
  versioned: true,
});
