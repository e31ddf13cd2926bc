import { countOf, from } from '../route/envelope.ts';
import { route } from '../route/route.ts';

export const listRegisters = route({
  operationId: 'listRegisters',
  method: 'get',
  path: '/registers',
  tag: 'Registers',
  summary: 'List the registers and how fresh they are',
  description: 'The registers that are served, which file each was imported from and when, and those planned, by country.',
  access: 'public',
  document: `{ registers { ...Register } } fragment Register on Register {
    id countryCode countryName name licence sourceUrl updateFrequency status
    served { file fileDate importedAt sourceUrl records dataVersion }
  }`,
  answers: {
    200: {
      description: 'The registers.',
      body: { data: from('registers'), meta: { count: countOf('registers') } },
      example: {
        data: [
          {
            id: 'md',
            countryCode: 'MD',
            countryName: 'Moldova',
            name: 'State Register of Legal Units',
            licence: 'Open data of the Republic of Moldova',
            sourceUrl: 'https://dataset.gov.md/',
            updateFrequency: 'weekly',
            status: 'served',
            served: {
              file: 'company_2026.09.14.xlsx',
              fileDate: '2026-09-14',
              importedAt: '2026-09-14T06:00:00.000Z',
              sourceUrl: 'https://dataset.gov.md/',
              records: 230_000,
              dataVersion: 7,
            },
          },
        ],
        meta: { count: 1 },
      },
    },
  },
  cacheControl: 'public, max-age=60',
});

export const listIdentifierSources = route({
  operationId: 'listIdentifierSources',
  method: 'get',
  path: '/identifier-sources',
  tag: 'Registers',
  summary: 'List the sources of identifiers and how fresh they are',
  description: 'Where the identifiers of records come from besides the registers, and which file is served.',
  access: 'public',
  document: `{ identifierSources { ...IdentifierSource } } fragment IdentifierSource on IdentifierSource {
    id name licence sourceUrl updateFrequency
    served { file sha256 fileDate importedAt sourceUrl identifiers relations exceptions }
  }`,
  answers: {
    200: {
      description: 'The sources.',
      body: { data: from('identifierSources'), meta: { count: countOf('identifierSources') } },
      example: {
        data: [
          {
            id: 'gleif',
            name: 'Global LEI Index',
            licence: 'CC0 1.0',
            sourceUrl: 'https://www.gleif.org/en/lei-data/gleif-golden-copy/download-the-golden-copy',
            updateFrequency: 'daily',
            served: null,
          },
        ],
        meta: { count: 1 },
      },
    },
  },
  cacheControl: 'public, max-age=60',
});
