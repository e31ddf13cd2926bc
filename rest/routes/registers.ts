import { z } from 'zod';
import { route } from '../route.ts';

const Register = z
  .object({
    id: z.string().nullable().meta({ description: 'Null where it is planned.' }),
    countryCode: z.string().length(2).meta({ description: 'ISO 3166-1 alpha-2' }),
    countryName: z.string(),
    name: z.string().nullable(),
    licence: z.string().nullable(),
    sourceUrl: z.string().nullable().meta({ description: 'Where the register is published.' }),
    status: z.enum(['served', 'available', 'planned']).meta({ description: '`available`: it can be imported and was not yet.' }),
    served: z
      .object({
        file: z.string(),
        fileDate: z.iso.date().nullable().meta({ description: 'The day in the name of the file, where it has one.' }),
        importedAt: z.iso.datetime(),
        sourceUrl: z.string().meta({ description: 'Where the file was published.' }),
        records: z.int32().min(0),
        dataVersion: z.int32().meta({ description: 'Of its last import.' }),
      })
      .nullable(),
  })
  .meta({ id: 'Register' });

export const listRegisters = route({
  operationId: 'listRegisters',
  method: 'get',
  path: '/registers',
  tag: 'Registers',
  summary: 'List the registers and how fresh they are',
  description: 'The registers that are served, which file each was imported from and when, and those planned, by country.',
  access: 'public',
  document: `{ registers {
    id countryCode countryName name licence sourceUrl status served { file fileDate importedAt sourceUrl records dataVersion }
  } }`,
  envelope: ({ registers }: { registers: z.output<typeof Register>[] }) => ({
    data: registers,
    meta: { count: registers.length },
  }),
  answers: {
    200: {
      description: 'The registers.',
      body: z.object({ data: z.array(Register), meta: z.object({ count: z.int32().min(0) }) }),
      example: {
        data: [
          {
            id: 'md',
            countryCode: 'MD',
            countryName: 'Moldova',
            name: 'State Register of Legal Units',
            licence: 'Open data of the Republic of Moldova',
            sourceUrl: 'https://dataset.gov.md/',
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
  errors: ['service_unavailable'],
  cacheControl: 'public, max-age=60',
});
