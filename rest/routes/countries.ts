import { countOf, from } from '../route/envelope.ts';
import { route } from '../route/route.ts';

export const listCountries = route({
  operationId: 'listCountries',
  method: 'get',
  path: '/countries',
  tag: 'Registry',
  summary: 'List the countries',
  description: 'The countries whose registers are served, and those planned, by code.',
  access: 'apiKey',
  document: '{ countries { ...Country } } fragment Country on Country { code name nativeName enabled }',
  answers: {
    200: {
      description: 'The countries.',
      body: { data: from('countries'), meta: { count: countOf('countries') } },
      example: {
        data: [
          { code: 'MD', name: 'Moldova', nativeName: 'Moldova', enabled: true },
          { code: 'RO', name: 'Romania', nativeName: 'România', enabled: false },
        ],
        meta: { count: 2 },
      },
    },
  },
  cacheControl: 'private, no-cache',
  versioned: true,
});
