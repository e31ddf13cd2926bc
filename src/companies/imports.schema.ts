import type { ImportRun as Row } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { operatorPage, pageOf, pagingArgs } from '../graphql/paging.schema.ts';

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
} as const satisfies Partial<Record<keyof Row, string>>;

interface Import extends Omit<Row, 'sha256'> {
  currentOf: { id: string } | null;
}

interface UnknownState {
  state: string;
  rows: number;
}

const UnknownStateType = builder.objectRef<UnknownState>('UnknownState').implement({
  description: 'A national state that is in no table of its register.',
  authScopes: { operator: true },
  fields: (t) => ({
    state: t.exposeString('state', { description: 'As the file has it, at most 100 characters.' }),
    rows: t.exposeInt('rows', { description: 'Rows that have it.' }),
  }),
});

interface UnknownForm {
  form: string;
  rows: number;
}

const UnknownFormType = builder.objectRef<UnknownForm>('UnknownForm').implement({
  description: 'A national legal form that the table of its register lacks.',
  authScopes: { operator: true },
  fields: (t) => ({
    form: t.exposeString('form', { description: 'As `legalForm` has it, at most 100 characters.' }),
    rows: t.exposeInt('rows', { description: 'Rows that have it.' }),
  }),
});

const ImportRun = builder.objectRef<Import>('ImportRun').implement({
  description: 'A completed import. A failed import changes nothing and is not listed.',
  authScopes: { operator: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    register: t.exposeString('registerId'),
    file: t.exposeString('file'),
    sourceUrl: t.exposeString('sourceUrl'),
    edition: t.exposeString('edition', { nullable: true, description: 'Of the source, if it states one.' }),
    fileDate: t.exposeString('fileDate', {
      nullable: true,
      description: 'The day of the file, or its month, where it is known.',
    }),
    revision: t.exposeInt('revision', { description: 'Of our reading of the file.' }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    isServed: t.boolean({ description: 'What it brought is served now.', resolve: ({ currentOf }) => currentOf !== null }),
    unknownStates: t.field({
      type: [UnknownStateType],
      description: 'National states that are in no table, at most 50, the most frequent first: their records are `unknown`.',
      resolve: ({ unknownStates }) => (unknownStates ?? []) as unknown as UnknownState[],
    }),
    unknownForms: t.field({
      type: [UnknownFormType],
      description: 'Legal forms that the table of the register lacks, at most 50, the most frequent first.',
      resolve: ({ unknownForms }) => (unknownForms ?? []) as unknown as UnknownForm[],
    }),
    ...Object.fromEntries(
      Object.entries(figures).map(([name, description]) => [name, t.exposeInt(name as keyof typeof figures, { description })]),
    ),
  }),
});

builder.queryField('imports', (t) =>
  t.field({
    type: operatorPage('ImportPage', ImportRun),
    nullable: true,
    description: 'The imports of all registers, newest first.',
    args: {
      register: t.arg.string({ description: 'Of this register alone.' }),
      ...pagingArgs,
    },
    resolve: (_root, { register, ...paging }, { services: { prisma } }) => {
      const where = register == null ? {} : { registerId: register };
      const read = (part: { skip: number; take: number }) =>
        prisma.importRun.findMany({
          where,
          orderBy: { ordinal: 'desc' },
          include: { currentOf: { select: { id: true } } },
          ...part,
        });
      return pageOf(paging, () => prisma.importRun.count({ where }), read);
    },
  }),
);
