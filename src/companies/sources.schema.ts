import { z } from 'zod';
import { daysBetweenUpdates, type UpdateFrequency } from '../company/register.ts';
import type { IdentifierRun } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { gleif } from '../identifiers/index.ts';
import type { Country, RegisterInfo } from '../records/index.ts';
import { countryCode, isoDate, nullable } from './field-options.ts';

const CountryType = builder.objectRef<Country>('Country').implement({
  fields: (t) => ({
    code: t.exposeString('code', { description: 'ISO 3166-1 alpha-2', extensions: declare({ value: countryCode }) }),
    name: t.exposeString('name'),
    nativeName: t.exposeString('nativeName'),
    enabled: t.exposeBoolean('enabled', {
      description: 'False for a planned country, whose register cannot be searched yet.',
    }),
  }),
});

builder.queryField('countries', (t) =>
  t.field({
    type: [CountryType],
    nullable: true,
    description: 'The countries whose registers are served, and those planned, by code.',
    extensions: declare({ cost: { of: 'The countries' } }),
    resolve: (_root, _args, { services }) => services.records.countries(),
  }),
);

const fileDay = nullable('The day of the file, if known.', isoDate);
const filePlace = { description: 'Where the file was published.' };
const frequency = z.enum(Object.keys(daysBetweenUpdates) as UpdateFrequency[]);

const ServedRegister = builder.objectRef<NonNullable<RegisterInfo['served']>>('ServedRegister').implement({
  description: 'The imported data of a register.',
  fields: (t) => ({
    file: t.exposeString('file'),
    fileDate: t.exposeString('fileDate', fileDay),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    sourceUrl: t.exposeString('sourceUrl', filePlace),
    records: t.exposeInt('records'),
    dataVersion: t.exposeInt('dataVersion', { description: 'Of its last import.' }),
  }),
});

const Register = builder.objectRef<RegisterInfo>('Register').implement({
  description: 'A national register, and how fresh its data is.',
  fields: (t) => ({
    id: t.exposeString('id', nullable('Null where it is planned.')),
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2' }),
    countryName: t.exposeString('countryName'),
    name: t.exposeString('name', { nullable: true }),
    licence: t.exposeString('licence', { nullable: true }),
    sourceUrl: t.exposeString('sourceUrl', nullable('Where the register is published.')),
    updateFrequency: t.exposeString(
      'updateFrequency',
      nullable('How often its publisher offers new data. Null where it is planned.', frequency),
    ),
    updateIntervalDays: t.int({
      ...nullable(
        'The longest time between two editions. Without the day of its file, data is at most so much older than its import.',
      ),
      resolve: ({ updateFrequency }) => updateFrequency && daysBetweenUpdates[updateFrequency],
    }),
    status: t.exposeString('status', {
      description: '`available`: it can be imported, but has not been yet.',
      extensions: declare({ value: z.enum(['served', 'available', 'planned']) }),
    }),
    served: t.expose('served', { type: ServedRegister, nullable: true }),
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

const ServedIdentifiers = builder.objectRef<IdentifierRun>('ServedIdentifiers').implement({
  description: 'The imported data of a source of identifiers.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'The file; or several, separated by commas.' }),
    sha256: t.exposeString('sha256', { description: 'Of the file; of several files, one over all of them.' }),
    fileDate: t.string({ ...fileDay, resolve: ({ fileDate }) => fileDate?.slice(0, 10) ?? null }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    sourceUrl: t.exposeString('sourceUrl', filePlace),
    identifiers: t.exposeInt('identifiers', { description: 'Of companies of our registers, imported or not.' }),
    relations: t.exposeInt('relations'),
    exceptions: t.exposeInt('exceptions', { description: 'Companies that say why they name no parent.' }),
  }),
});

const IdentifierSource = builder.objectRef<{ served: IdentifierRun | null }>('IdentifierSource').implement({
  description: 'Where identifiers come from besides the registers, and how fresh they are.',
  fields: (t) => ({
    id: t.string({ resolve: () => gleif.id }),
    name: t.string({ resolve: () => gleif.title }),
    licence: t.string({ resolve: () => gleif.licence }),
    sourceUrl: t.string({ description: 'Where it is published.', resolve: () => gleif.sourceUrl }),
    updateFrequency: t.string({
      description: 'How often new data is offered.',
      extensions: declare({ value: frequency }),
      resolve: () => gleif.updateFrequency,
    }),
    updateIntervalDays: t.int({
      description: 'The longest time between two editions.',
      resolve: () => daysBetweenUpdates[gleif.updateFrequency],
    }),
    served: t.expose('served', { type: ServedIdentifiers, ...nullable('Null if nothing was imported.') }),
  }),
});

builder.queryField('identifierSources', (t) =>
  t.field({
    type: [IdentifierSource],
    nullable: true,
    description: 'The sources of identifiers, with the freshness of their data.',
    resolve: async (_root, _args, { services: { prisma } }) => [
      { served: await prisma.identifierRun.findFirst({ where: { source: gleif.id, isCurrent: true } }) },
    ],
  }),
);
