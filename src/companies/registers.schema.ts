import { z } from 'zod';
import { daysBetweenUpdates, type UpdateFrequency } from '../company/update-frequency.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import type { RegisterInfo } from '../records/index.ts';

const ServedRegister = builder.objectRef<NonNullable<RegisterInfo['served']>>('ServedRegister').implement({
  description: 'The imported data of a register.',
  fields: (t) => ({
    file: t.exposeString('file'),
    fileDate: t.exposeString('fileDate', {
      nullable: true,
      description: 'The day of the file, if known.',
      extensions: declare({ value: z.iso.date() }),
    }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    sourceUrl: t.exposeString('sourceUrl', { description: 'Where the file was published.' }),
    records: t.exposeInt('records'),
    dataVersion: t.exposeInt('dataVersion', { description: 'Of its last import.' }),
  }),
});

const Register = builder.objectRef<RegisterInfo>('Register').implement({
  description: 'A national register, and how fresh its data is.',
  fields: (t) => ({
    id: t.exposeString('id', { nullable: true, description: 'Null where it is planned.' }),
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2' }),
    countryName: t.exposeString('countryName'),
    name: t.exposeString('name', { nullable: true }),
    licence: t.exposeString('licence', { nullable: true }),
    sourceUrl: t.exposeString('sourceUrl', { nullable: true, description: 'Where the register is published.' }),
    updateFrequency: t.exposeString('updateFrequency', {
      nullable: true,
      description: 'How often its publisher offers new data. Null where it is planned.',
      extensions: declare({ value: z.enum(Object.keys(daysBetweenUpdates) as UpdateFrequency[]) }),
    }),
    updateIntervalDays: t.int({
      nullable: true,
      description:
        'The longest time between two editions. Without the day of its file, data is at most so much older than its import.',
      resolve: ({ updateFrequency }) => updateFrequency && daysBetweenUpdates[updateFrequency],
    }),
    status: t.exposeString('status', {
      description: '`available`: it can be imported, but has not been yet.',
      extensions: declare({ value: z.enum(['served', 'available', 'planned']) }),
    }),
    served: t.field({ type: ServedRegister, nullable: true, resolve: ({ served }) => served }),
  }),
});

builder.queryField('registers', (t) =>
  t.field({
    type: [Register],
    nullable: true,
    description: 'The registers by country, with the freshness of their data. Planned ones are included.',
    resolve: (_root, _args, { services }) => services.freshness.registers(),
  }),
);
