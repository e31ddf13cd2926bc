import { z } from 'zod';
import { daysBetweenUpdates } from '../company/update-frequency.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import { operatorPage, pageOf, pagingArgs } from '../graphql/paging.schema.ts';
import { gleif } from '../identifiers/index.ts';

interface Run {
  id: string;
  source: string;
  file: string;
  fileDate: string | null;
  importedAt: Date;
  sourceUrl: string;
  sha256: string;
  read: number;
  added: number;
  changed: number;
  removed: number;
  identifiers: number;
  relations: number;
  exceptions: number;
  isCurrent: boolean;
}

const ServedIdentifiers = builder.objectRef<Run>('ServedIdentifiers').implement({
  description: 'The imported data of a source of identifiers.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'The file; or several, separated by commas.' }),
    sha256: t.exposeString('sha256', { description: 'Of the file; of several files, one over all of them.' }),
    fileDate: t.string({
      nullable: true,
      description: 'The day of the file, if known.',
      extensions: declare({ value: z.iso.date() }),
      resolve: ({ fileDate }) => fileDate?.slice(0, 10) ?? null,
    }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    sourceUrl: t.exposeString('sourceUrl', { description: 'Where the file was published.' }),
    identifiers: t.exposeInt('identifiers', { description: 'Of companies of our registers, imported or not.' }),
    relations: t.exposeInt('relations'),
    exceptions: t.exposeInt('exceptions', { description: 'Companies that say why they name no parent.' }),
  }),
});

interface Source {
  served: Run | null;
}

const IdentifierSource = builder.objectRef<Source>('IdentifierSource').implement({
  description: 'Where identifiers come from besides the registers, and how fresh they are.',
  fields: (t) => ({
    id: t.string({ resolve: () => gleif.id }),
    name: t.string({ resolve: () => gleif.title }),
    licence: t.string({ resolve: () => gleif.licence }),
    sourceUrl: t.string({ description: 'Where it is published.', resolve: () => gleif.sourceUrl }),
    updateFrequency: t.string({
      description: 'How often new data is offered.',
      extensions: declare({ value: z.enum(Object.keys(daysBetweenUpdates) as (keyof typeof daysBetweenUpdates)[]) }),
      resolve: () => gleif.updateFrequency,
    }),
    updateIntervalDays: t.int({
      description: 'The longest time between two editions.',
      resolve: () => daysBetweenUpdates[gleif.updateFrequency],
    }),
    served: t.field({
      type: ServedIdentifiers,
      nullable: true,
      description: 'Null if nothing was imported.',
      resolve: ({ served }) => served,
    }),
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

const IdentifierImport = builder.objectRef<Run>('IdentifierImport').implement({
  description: 'A completed import of identifiers.',
  authScopes: { operator: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    source: t.exposeString('source'),
    file: t.exposeString('file'),
    fileDate: t.exposeString('fileDate', { nullable: true }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    isServed: t.exposeBoolean('isCurrent', { description: 'What it brought is served now.' }),
    read: t.exposeInt('read', { description: 'Rows of all its files.' }),
    added: t.exposeInt('added', { description: 'New identifiers of companies of our registers.' }),
    changed: t.exposeInt('changed'),
    removed: t.exposeInt('removed'),
    total: t.exposeInt('identifiers', { description: 'Identifiers of our registers after it.' }),
    relations: t.exposeInt('relations', { description: 'Relations after it.' }),
  }),
});

builder.queryField('identifierImports', (t) =>
  t.field({
    type: operatorPage('IdentifierImportPage', IdentifierImport),
    nullable: true,
    description: 'The imports of identifiers, newest first.',
    args: pagingArgs,
    resolve: (_root, asked, { services: { prisma } }) =>
      pageOf(
        asked,
        () => prisma.identifierRun.count(),
        (part) => prisma.identifierRun.findMany({ orderBy: { importedAt: 'desc' }, ...part }),
      ),
  }),
);
