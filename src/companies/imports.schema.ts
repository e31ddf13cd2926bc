import type { IdentifierRun, ImportFailure, ImportRun } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { operatorPage, pageOf, pagingArgs } from '../graphql/paging.schema.ts';
import { nullable } from './field-options.ts';

declare module '../graphql/context.ts' {
  interface Services {
    /** Records the imports that were killed as failed. */
    recordKilledImports(): Promise<void>;
  }
}

/** The figures of an import, with their descriptions. */
const figures = {
  read: 'Rows of the file.',
  added: 'New records.',
  changed: 'Records whose content changed.',
  unchanged: 'Records that stayed as they were.',
  removed: 'Records that the register no longer has.',
  heldBack: 'Records that the file lacks, and that were not removed, because rejected rows may be theirs.',
  rejected: 'Rows that were not taken. They stand in DATA_DIR/rejects where the import ran, each with its reason.',
  repeated: 'Rows of a company that had one before.',
  persons: 'Rows about natural persons, which were dropped.',
} as const satisfies Partial<Record<keyof ImportRun, string>>;

/** A value that no table of the register has, and how many rows have it. */
const unknownValue = <Name extends string>(type: string, name: Name, is: string, as: string) =>
  builder.objectRef<Record<Name, string> & { rows: number }>(type).implement({
    description: is,
    authScopes: { operator: true },
    fields: (t) => ({
      [name]: t.string({ description: `${as}, at most 100 characters.`, resolve: (value) => value[name] }),
      rows: t.int({ description: 'Rows that have it.', resolve: ({ rows }) => rows }),
    }),
  });

const UnknownState = unknownValue(
  'UnknownState',
  'state',
  'A national state that is in no table of its register.',
  'As the file has it',
);
const UnknownForm = unknownValue(
  'UnknownForm',
  'form',
  'A national legal form that the table of its register lacks.',
  'As `legalForm` has it',
);

const ImportRunType = builder.objectRef<Omit<ImportRun, 'sha256'> & { currentOf: { id: string } | null }>('ImportRun').implement({
  description: 'A completed import. A failed import changes nothing and is not listed.',
  authScopes: { operator: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    register: t.exposeString('registerId'),
    file: t.exposeString('file'),
    sourceUrl: t.exposeString('sourceUrl'),
    edition: t.exposeString('edition', nullable('Of the source, if it states one.')),
    fileDate: t.exposeString('fileDate', nullable('The day of the file, or its month, where it is known.')),
    revision: t.exposeInt('revision', { description: 'Of our reading of the file.' }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    isServed: t.boolean({ description: 'What it brought is served now.', resolve: ({ currentOf }) => currentOf !== null }),
    unknownStates: t.field({
      type: [UnknownState],
      description: 'National states that are in no table, at most 50, the most frequent first: their records are `unknown`.',
      resolve: ({ unknownStates }) => (unknownStates ?? []) as never,
    }),
    unknownForms: t.field({
      type: [UnknownForm],
      description: 'Legal forms that the table of the register lacks, at most 50, the most frequent first.',
      resolve: ({ unknownForms }) => (unknownForms ?? []) as never,
    }),
    ...Object.fromEntries(
      Object.entries(figures).map(([name, description]) => [name, t.exposeInt(name as keyof typeof figures, { description })]),
    ),
  }),
});

builder.queryField('imports', (t) =>
  t.field({
    type: operatorPage('ImportPage', ImportRunType),
    nullable: true,
    description: 'The imports of all registers, newest first.',
    args: { register: t.arg.string({ description: 'Of this register alone.' }), ...pagingArgs },
    resolve: (_root, { register, ...paging }, { services: { prisma } }) => {
      const where = register == null ? {} : { registerId: register };
      const include = { currentOf: { select: { id: true } } };
      return pageOf(
        paging,
        () => prisma.importRun.count({ where }),
        (part) => prisma.importRun.findMany({ where, orderBy: { ordinal: 'desc' }, include, ...part }),
      );
    },
  }),
);

const FailedImport = builder.objectRef<ImportFailure>('FailedImport').implement({
  description: 'An import that failed, or whose download did. It changed nothing.',
  authScopes: { operator: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    register: t.exposeString('registerId'),
    at: t.expose('at', { type: 'DateTime' }),
    file: t.exposeString('file', nullable('Null if it was not downloaded.')),
    reason: t.exposeString('reason', { description: 'As the command printed it.' }),
  }),
});

builder.queryField('failedImports', (t) =>
  t.field({
    type: operatorPage('FailedImportPage', FailedImport),
    nullable: true,
    description: 'Imports of all registers that failed in the last 90 days, newest first.',
    args: pagingArgs,
    resolve: async (_root, paging, { services: { prisma, recordKilledImports } }) => {
      await recordKilledImports();
      return pageOf(
        paging,
        () => prisma.importFailure.count(),
        (part) => prisma.importFailure.findMany({ orderBy: [{ at: 'desc' }, { id: 'desc' }], ...part }),
      );
    },
  }),
);

const IdentifierImport = builder.objectRef<IdentifierRun>('IdentifierImport').implement({
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
    resolve: (_root, paging, { services: { prisma } }) =>
      pageOf(
        paging,
        () => prisma.identifierRun.count(),
        (part) => prisma.identifierRun.findMany({ orderBy: { importedAt: 'desc' }, ...part }),
      ),
  }),
);
