import { countOf, from } from '../route/envelope.ts';
import { route } from '../route/route.ts';

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
