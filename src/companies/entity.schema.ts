import { z } from 'zod';
import type { Address as AddressRow } from '../company/address.ts';
import { endKinds } from '../company/company.ts';
import { registryOf } from '../company/content/content.ts';
import { sourceFields } from '../company/content/layout.ts';
import { fullRecordCost } from '../company/costs.ts';
import { nameKinds, type OtherName as OtherNameRow } from '../company/other-names.ts';
import { legalFormGroups, statuses } from '../company/values.ts';
import { builder } from '../graphql/builder.ts';
import type { Services } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { Failure } from '../kernel/errors.ts';
import type { EntityRecord, OpenRecords, Part, Provenance as ProvenanceRow } from '../records/index.ts';
import type { Search } from '../search/index.ts';
import { countryCode } from './country.schema.ts';
import type { Groups } from './groups.ts';
import { matchedNameOf } from './matched-name.ts';

declare module '../graphql/builder.ts' {
  interface NamedTypes {
    Entity: EntityRecord;
    Provenance: ProvenanceRow;
  }
}

type RecordServices = OpenRecords['services'];

declare module '../graphql/context.ts' {
  interface Services {
    dataVersion: RecordServices['dataVersion'];
    records: RecordServices['records'];
    sourceTerms: RecordServices['sourceTerms'];
    derived: RecordServices['derived'];
    identifiers: RecordServices['identifiers'];
    freshness: RecordServices['freshness'];
    search: Search;
    groups: Groups;
  }
}

/** A string and no enum, because the contract lets the list grow. */
export const knownStatus = z.string().meta({ 'x-extensible-enum': [...statuses] });

const knownKind = z.string().meta({ 'x-extensible-enum': [...nameKinds] });

const knownGroup = z.string().meta({ 'x-extensible-enum': [...legalFormGroups] });

const knownEnd = z.string().meta({ 'x-extensible-enum': [...endKinds] });

const freeForm = z.record(z.string(), z.unknown());

const SourceFile = builder.objectRef<{ name: string; sha256: string }>('SourceFile').implement({
  description: 'One of the files that were imported together.',
  fields: (t) => ({ name: t.exposeString('name'), sha256: t.exposeString('sha256') }),
});

export const Provenance = builder.objectRef<ProvenanceRow>('Provenance').implement({
  description: 'Where a record comes from: the file that last changed it.',
  fields: (t) => ({
    register: t.exposeString('register'),
    file: t.exposeString('file'),
    sha256: t.exposeString('sha256', { description: 'Of the file; of several files, one over all of them.' }),
    files: t.expose('files', {
      type: [SourceFile],
      nullable: true,
      description: 'Each of several files that were imported together; null for a single file.',
    }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    sourceUrl: t.exposeString('sourceUrl', { description: 'Where the file was published.' }),
    licence: t.exposeString('licence'),
  }),
});

const OtherName = builder.objectRef<OtherNameRow>('OtherName').implement({
  description: 'A name that a company has or had besides its canonical name.',
  fields: (t) => ({
    name: t.exposeString('name'),
    kind: t.exposeString('kind', {
      description:
        '`previous`: it was called so before. `trading`: a name of its business or of a part of it. `alternative`: its name in ' +
        'another language, or an abbreviation. `transliterated`: in Latin letters. `reading`: how the name is read.',
      extensions: declare({ value: knownKind }),
    }),
    language: t.exposeString('language', { nullable: true, description: 'ISO 639-1, if the register states it.' }),
    from: t.exposeString('from', {
      nullable: true,
      description: 'Since when, if the register states it.',
      extensions: declare({ value: z.iso.date() }),
    }),
    to: t.exposeString('to', {
      nullable: true,
      description: 'Until when, if the register states it.',
      extensions: declare({ value: z.iso.date() }),
    }),
    source: t.string({
      nullable: true,
      description: 'Where the name comes from, such as `GLEIF`. Null: from the register of the record.',
      extensions: declare({ optional: true }),
      resolve: ({ source }) => source ?? null,
    }),
  }),
});

const Address = builder.objectRef<AddressRow>('Address').implement({
  description: 'Where a company is. No text of a register is taken apart: where it has one text, only `raw` has it.',
  fields: (t) => ({
    lines: t.stringList({
      description: 'Street, number, building and box, as they are written on a letter.',
      resolve: ({ lines }) => [...lines],
    }),
    postalCode: t.exposeString('postalCode', { nullable: true }),
    locality: t.exposeString('locality', { nullable: true, description: 'Town or municipality.' }),
    region: t.exposeString('region', { nullable: true, description: 'County, province or prefecture.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'ISO 3166-1 alpha-2, if the register states a country, or a place by a national code.',
      extensions: declare({ value: countryCode }),
    }),
    raw: t.exposeString('raw', { nullable: true, description: 'The address in one text, if the register has it so.' }),
  }),
});

/** A search result has some fields already. The other fields are read when they are selected. */
async function partOf<Name extends Part>(entity: EntityRecord, name: Name, { records }: Services) {
  const part = await records.part(entity, name);
  if (!part) throw new Failure('entity_not_found');
  return part;
}

export const Entity = builder.objectRef<EntityRecord>('Entity').implement({
  description: 'A company record.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Stable: the same company has the same id after any import.' }),
    countryCode: t.exposeString('countryCode', {
      description: 'ISO 3166-1 alpha-2 jurisdiction.',
      extensions: declare({ value: countryCode }),
    }),
    canonicalName: t.exposeString('canonicalName', { description: 'The name used for search and display.' }),
    status: t.exposeString('status', {
      description: `One of ${statuses.map((status) => `\`${status}\``).join(', ')}.`,
      extensions: declare({ value: knownStatus }),
    }),
    legalForm: t.exposeString('legalForm', {
      nullable: true,
      description: 'National legal form, in the words of the register.',
      extensions: declare({ optional: true }),
    }),
    registeredAt: t.expose('registeredAt', {
      type: 'Date',
      nullable: true,
      description:
        'The day on which it was registered, or the nearest that its register has: see the guide on statuses and days.',
      extensions: declare({ optional: true }),
    }),
    legalFormLabel: t.exposeString('legalFormLabel', {
      nullable: true,
      description:
        'Where `legalForm` is a code: what it stands for, in the national language. Null where no published list has it, and ' +
        'where `legalForm` is no code.',
      extensions: declare({ optional: true }),
    }),
    legalFormCode: t.string({
      nullable: true,
      description: 'The legal form by ISO 20275. Null where the standard has no code, or where our table lacks the form.',
      extensions: declare({ optional: true }),
      resolve: (entity, _args, { services }) => services.derived.legalForm(entity).legalFormCode,
    }),
    legalFormGroup: t.string({
      nullable: true,
      description:
        `What the legal form is in every country: ${legalFormGroups.map((group) => `\`${group}\``).join(', ')}. Null where our ` +
        'table lacks the form.',
      extensions: declare({ optional: true, value: knownGroup }),
      resolve: (entity, _args, { services }) => services.derived.legalForm(entity).legalFormGroup,
    }),
    endedAt: t.expose('endedAt', {
      type: 'Date',
      nullable: true,
      description: 'When the company ended, if its register has the day.',
      extensions: declare({ optional: true }),
    }),
    endKind: t.exposeString('endKind', {
      nullable: true,
      description: `How it ended, if its register has it: ${endKinds.map((kind) => `\`${kind}\``).join(', ')}.`,
      extensions: declare({ optional: true, value: knownEnd }),
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Since when the record is served like this. Moves only when its content changed.',
      extensions: declare({ optional: true }),
    }),
    number: t.exposeString('number', {
      nullable: true,
      description: 'The national number, as its register writes it.',
      extensions: declare({ optional: true }),
    }),
    numberScheme: t.string({
      nullable: true,
      description: 'The scheme of the national number, such as `GB-COH`. `registrations` has all numbers.',
      extensions: declare({ optional: true }),
      resolve: ({ countryCode, number }, _args, { services }) => services.derived.schemeOf(countryCode, number),
    }),
    otherNames: t.field({
      type: [OtherName],
      description:
        'Its previous, trading, second-language, English and reading names, as its register publishes them, and those that ' +
        'GLEIF adds. A search with `names=all` finds them.',
      extensions: declare({ readsRecord: true, cost: fullRecordCost, optional: true }),
      resolve: async (entity, _args, { services }) => {
        const { registry } = entity.past ?? (await partOf(entity, 'registry', services));
        const others = services.derived.otherNames({ ...entity, registry });
        return [...others, ...(await services.identifiers.furtherNames(entity, registry))];
      },
    }),
    matchedName: t.string({
      nullable: true,
      description: 'Of a search with `names=all`: the other name that matches, where the current one does not.',
      extensions: declare({ readsRecord: true, optional: true }),
      resolve: (entity, _args, { services }) => matchedNameOf(entity, services),
    }),
    address: t.field({
      type: Address,
      nullable: true,
      description:
        'Where it is, from the columns that its register has. Null where the register has no address: the guide on registers ' +
        'says what each fills.',
      extensions: declare({ readsRecord: true, cost: fullRecordCost, optional: true }),
      resolve: async (entity, _args, { services }) => {
        const { registry } = entity.past ?? (await partOf(entity, 'registry', services));
        return services.derived.address({ ...entity, registry });
      },
    }),
    registry: t.field({
      type: 'JSON',
      description: 'National fields, typed and interpreted; `activities` always among them.',
      extensions: declare({ readsRecord: true, cost: fullRecordCost, value: freeForm }),
      resolve: async (entity, _args, { services }) => {
        if (entity.past) return services.derived.registry(entity.past.registry);
        const { registry, unlicensed, licensed } = await partOf(entity, 'registry', services);
        const { sourceTerms } = services;
        return services.derived.registry(
          registryOf(registry, await sourceTerms.activities(unlicensed), await sourceTerms.activities(licensed)),
        );
      },
    }),
    sourceData: t.field({
      type: 'JSON',
      description: 'The fields of the source, without loss or renaming, in their order; by file, where the register has several.',
      extensions: declare({ readsRecord: true, cost: fullRecordCost, value: freeForm }),
      resolve: async (entity, _args, { services }) => {
        if (entity.past) return entity.past.sourceData;
        const { sourceCells, layoutId } = await partOf(entity, 'sourceData', services);
        // A record of a JSON file is stored as an object.
        if (!Array.isArray(sourceCells)) return sourceCells;
        return sourceFields(await services.sourceTerms.columns(layoutId), sourceCells);
      },
    }),
    registrations: t.field({
      type: 'JSON',
      description: 'Registration numbers and local statuses: `scheme`, `number`, `status`, `validFrom`, `validTo`.',
      extensions: declare({ readsRecord: true, cost: fullRecordCost, value: z.array(freeForm) }),
      resolve: async (entity, _args, { services }) =>
        entity.past?.registrations ?? (await partOf(entity, 'registrations', services)).registrations,
    }),
    provenance: t.field({
      type: Provenance,
      nullable: true,
      extensions: declare({ readsRecord: true, cost: fullRecordCost }),
      resolve: async (entity, _args, { services }) =>
        entity.past?.provenance ?? services.records.provenance(await partOf(entity, 'provenance', services)),
    }),
    servedSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when it was served like this. Null unless the record was asked for as of a moment.',
      resolve: ({ past }) => past?.servedSince ?? null,
    }),
  }),
});
