import { z } from 'zod';
import { route } from '../route.ts';

const Country = z
  .object({
    code: z.string().length(2).meta({ description: 'ISO 3166-1 alpha-2' }),
    name: z.string(),
    nativeName: z.string(),
    enabled: z.boolean().meta({ description: 'False for a planned country, whose register cannot be searched yet.' }),
  })
  .meta({ id: 'Country' });

export const listCountries = route({
  operationId: 'listCountries',
  method: 'get',
  path: '/countries',
  tag: 'Registry',
  summary: 'List the countries',
  description: 'The countries whose registers are served, and those planned, by code.',
  access: 'apiKey',
  document: '{ countries { code name nativeName enabled } }',
  envelope: ({ countries }: { countries: z.output<typeof Country>[] }) => ({
    data: countries,
    meta: { count: countries.length },
  }),
  answers: {
    200: {
      description: 'The countries.',
      body: z.object({ data: z.array(Country), meta: z.object({ count: z.int32().min(0) }) }),
      example: {
        data: [
          { code: 'MD', name: 'Moldova', nativeName: 'Moldova', enabled: true },
          { code: 'RO', name: 'Romania', nativeName: 'România', enabled: false },
        ],
        meta: { count: 2 },
      },
    },
  },
  errors: ['service_unavailable'],
  cacheControl: 'private, no-cache',
  versioned: true,
});
