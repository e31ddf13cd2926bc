import { z } from 'zod';
import { endKinds } from '../company/company.ts';
import { registryOf } from '../company/content/content.ts';
import { sourceFields } from '../company/content/layout.ts';
import { legalFormGroups, statuses } from '../company/values.ts';
import { builder } from '../graphql/builder.ts';
import type { Services } from '../graphql/context.ts';
import { declare } from '../graphql/declaration.ts';
import { Failure } from '../kernel/errors.ts';
import type { CompanyRecord, OpenRecords, Part } from '../records/index.ts';
import type { Search } from '../search/index.ts';
import { Address, Identifier, OtherName, Provenance } from './entity-parts.schema.ts';
import { countryCode, freeForm, nullable, ofFullRecord, oneOf, optional, quoted } from './field-options.ts';
import type { Groups } from './groups.ts';
import { matchedNameOf } from './matched-name.ts';

declare module '../graphql/builder.ts' {
  interface NamedTypes {
    Entity: CompanyRecord;
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

/** A search result has some fields already. The other fields are read when they are selected. */
async function partOf<Name extends Part>(entity: CompanyRecord, name: Name, { records }: Services) {
  const part = await records.part(entity, name);
  if (!part) throw new Failure('entity_not_found');
  return part;
}

builder.objectType('Entity', {
  description: 'A company record.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Stable: the same company has the same id after any import.' }),
    countryCode: t.exposeString('countryCode', {
      description: 'ISO 3166-1 alpha-2 jurisdiction.',
      extensions: declare({ value: countryCode }),
    }),
    canonicalName: t.exposeString('canonicalName', { description: 'The name used for search and display.' }),
    status: t.exposeString('status', {
      description: `One of ${quoted(statuses)}.`,
      extensions: declare({ value: oneOf(statuses) }),
    }),
    legalForm: t.exposeString('legalForm', optional('National legal form, in the words of the register.')),
    registeredAt: t.expose('registeredAt', {
      type: 'Date',
      ...optional(
        'The day on which it was registered, or the nearest that its register has: see the guide on statuses and days.',
      ),
    }),
    legalFormLabel: t.exposeString(
      'legalFormLabel',
      optional(
        'Where `legalForm` is a code: what it stands for, in the national language. Null where no published list has it, and ' +
          'where `legalForm` is no code.',
      ),
    ),
    legalFormCode: t.string({
      ...optional('The legal form by ISO 20275. Null where the standard has no code, or where our table lacks the form.'),
      resolve: (entity, _args, { services }) => services.derived.legalForm(entity).legalFormCode,
    }),
    legalFormGroup: t.string({
      ...optional(`What the legal form is in every country: ${quoted(legalFormGroups)}. Null where our table lacks the form.`, {
        value: oneOf(legalFormGroups),
      }),
      resolve: (entity, _args, { services }) => services.derived.legalForm(entity).legalFormGroup,
    }),
    endedAt: t.expose('endedAt', { type: 'Date', ...optional('When the company ended, if its register has the day.') }),
    endKind: t.exposeString(
      'endKind',
      optional(`How it ended, if its register has it: ${quoted(endKinds)}.`, { value: oneOf(endKinds) }),
    ),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Since when the record is served like this. Moves only when its content changed.',
      extensions: declare({ optional: true }),
    }),
    number: t.exposeString('number', optional('The national number, as its register writes it.')),
    numberScheme: t.string({
      ...optional('The scheme of the national number, such as `GB-COH`. `registrations` has all numbers.'),
      resolve: ({ countryCode, number }, _args, { services }) => services.derived.schemeOf(countryCode, number),
    }),
    otherNames: t.field({
      type: [OtherName],
      description:
        'Its previous, trading, second-language, English and reading names, as its register publishes them, and those that ' +
        'GLEIF adds. A search with `names=all` finds them.',
      extensions: ofFullRecord({ optional: true }),
      resolve: async (entity, _args, { services }) => {
        const { registry } = entity.past ?? (await partOf(entity, 'registry', services));
        const others = services.derived.otherNames({ ...entity, registry });
        return [...others, ...(await services.identifiers.furtherNames(entity, registry))];
      },
    }),
    matchedName: t.string({
      ...optional('Of a search with `names=all`: the other name that matches, where the current one does not.', {
        readsRecord: true,
      }),
      resolve: (entity, _args, { services }) => matchedNameOf(entity, services),
    }),
    address: t.field({
      type: Address,
      nullable: true,
      description:
        'Where it is, from the columns that its register has. Null where the register has no address: the guide on registers ' +
        'says what each fills.',
      extensions: ofFullRecord({ optional: true }),
      resolve: async (entity, _args, { services }) => {
        const { registry } = entity.past ?? (await partOf(entity, 'registry', services));
        return services.derived.address({ ...entity, registry });
      },
    }),
    identifiers: t.field({
      type: [Identifier],
      description: 'Its identifiers in shared schemes: LEI and EUID. An LEI is joined by register and national number.',
      extensions: ofFullRecord({ optional: true }),
      resolve: (entity, _args, { services }) => services.identifiers.of(entity),
    }),
    registry: t.field({
      type: 'JSON',
      description: 'National fields, typed and interpreted; `activities` always among them.',
      extensions: ofFullRecord({ value: freeForm }),
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
      extensions: ofFullRecord({ value: freeForm }),
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
      extensions: ofFullRecord({ value: z.array(freeForm) }),
      resolve: async (entity, _args, { services }) =>
        entity.past?.registrations ?? (await partOf(entity, 'registrations', services)).registrations,
    }),
    provenance: t.field({
      type: Provenance,
      nullable: true,
      extensions: ofFullRecord(),
      resolve: async (entity, _args, { services }) =>
        entity.past?.provenance ?? services.records.provenance(await partOf(entity, 'provenance', services)),
    }),
    servedSince: t.field({
      type: 'DateTime',
      ...nullable('Since when it was served like this. Null unless the record was asked for as of a moment.'),
      resolve: ({ past }) => past?.servedSince ?? null,
    }),
  }),
});
