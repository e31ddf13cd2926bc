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
