import { builder } from '../graphql/builder.ts';
import { isUuid } from '../uuid.ts';

const Provenance = builder.objectRef<{
  register: string;
  file: string;
  sha256: string;
  importedAt: Date;
  sourceUrl: string;
  licence: string;
}>('Provenance');

Provenance.implement({
  description: 'Where a record comes from: the file that last changed it.',
  fields: (t) => ({
    register: t.exposeString('register'),
    file: t.exposeString('file'),
    sha256: t.exposeString('sha256', { description: 'Of the file.' }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    sourceUrl: t.exposeString('sourceUrl', { description: 'Where the file was published.' }),
    licence: t.exposeString('licence'),
  }),
});

/** What a page of results has is always read; everything else only where it is asked for. */
export const Entity = builder.prismaObject('Entity', {
  description: 'A company record.',
  select: {
    id: true,
    countryCode: true,
    canonicalName: true,
    status: true,
    legalForm: true,
    registeredAt: true,
    updatedAt: true,
  },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Stable: the same company has the same id after any import.' }),
    countryCode: t.exposeString('countryCode', { description: 'ISO 3166-1 alpha-2' }),
    canonicalName: t.exposeString('canonicalName'),
    status: t.exposeString('status', { description: 'active, winding_up, insolvent, dissolved or unknown.' }),
    legalForm: t.exposeString('legalForm', { nullable: true, description: 'In the words of the register.' }),
    registeredAt: t.expose('registeredAt', { type: 'Date', nullable: true }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Moves only when the content of the record changed.' }),
    registry: t.field({
      type: 'JSON',
      description: 'National fields, typed and interpreted; activities always among them.',
      select: { registry: true, unlicensed: true, licensed: true },
      resolve: async ({ registry, unlicensed, licensed }, _args, { services: { sourceTerms } }) => ({
        ...(registry as object),
        activities: { unlicensed: await sourceTerms.activities(unlicensed), licensed: await sourceTerms.activities(licensed) },
      }),
    }),
    sourceData: t.field({
      type: 'JSON',
      description: 'The fields of the source, without loss or renaming, in their order.',
      select: { sourceCells: true, layoutId: true },
      resolve: async ({ sourceCells, layoutId }, _args, { services: { sourceTerms } }) => {
        const cells = sourceCells as unknown[];
        return Object.fromEntries((await sourceTerms.columns(layoutId)).map((column, place) => [column, cells[place] ?? null]));
      },
    }),
    registrations: t.field({
      type: 'JSON',
      description: 'Registration numbers and local statuses.',
      select: { registrations: true },
      resolve: ({ registrations }) => registrations,
    }),
    provenance: t.field({
      type: Provenance,
      nullable: true,
      select: { importRun: true, register: true },
      resolve: ({ importRun, register }) => ({ ...importRun, register: register.name, licence: register.licence }),
    }),
  }),
});

builder.queryField('entity', (t) =>
  t.prismaField({
    type: Entity,
    nullable: true,
    description: 'One record, or null where there is none with this id.',
    authScopes: { registry: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, { services }) =>
      isUuid(id) ? services.prisma.entity.findUnique({ ...query, where: { id } }) : null,
  }),
);
