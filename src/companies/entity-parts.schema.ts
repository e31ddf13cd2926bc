import type { Address as AddressRow } from '../company/company.ts';
import { identifierSchemes } from '../company/lei.ts';
import { nameKinds, type OtherName as OtherNameRow } from '../company/other-names.ts';
import { builder } from '../graphql/builder.ts';
import { declare } from '../graphql/declaration.ts';
import type { Provenance as ProvenanceRow, ServedIdentifier } from '../records/index.ts';
import { countryCode, isoDate, nullable, oneOf, optional } from './field-options.ts';

declare module '../graphql/builder.ts' {
  interface NamedTypes {
    Provenance: ProvenanceRow;
  }
}

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
      ...nullable('Each of several files that were imported together; null for a single file.'),
    }),
    importedAt: t.expose('importedAt', { type: 'DateTime' }),
    sourceUrl: t.exposeString('sourceUrl', { description: 'Where the file was published.' }),
    licence: t.exposeString('licence'),
  }),
});

export const OtherName = builder.objectRef<OtherNameRow>('OtherName').implement({
  description: 'A name that a company has or had besides its canonical name.',
  fields: (t) => ({
    name: t.exposeString('name'),
    kind: t.exposeString('kind', {
      description:
        '`previous`: it was called so before. `trading`: a name of its business or of a part of it. `alternative`: its name in ' +
        'another language, or an abbreviation. `transliterated`: in Latin letters. `reading`: how the name is read.',
      extensions: declare({ value: oneOf(nameKinds) }),
    }),
    language: t.exposeString('language', nullable('ISO 639-1, if the register states it.')),
    from: t.exposeString('from', nullable('Since when, if the register states it.', isoDate)),
    to: t.exposeString('to', nullable('Until when, if the register states it.', isoDate)),
    source: t.string({
      ...optional('Where the name comes from, such as `GLEIF`. Null: from the register of the record.'),
      resolve: ({ source }) => source ?? null,
    }),
  }),
});

export const Address = builder.objectRef<AddressRow>('Address').implement({
  description: 'Where a company is. No text of a register is taken apart: where it has one text, only `raw` has it.',
  fields: (t) => ({
    lines: t.stringList({
      description: 'Street, number, building and box, as they are written on a letter.',
      resolve: ({ lines }) => [...lines],
    }),
    postalCode: t.exposeString('postalCode', { nullable: true }),
    locality: t.exposeString('locality', nullable('Town or municipality.')),
    region: t.exposeString('region', nullable('County, province or prefecture.')),
    country: t.exposeString(
      'country',
      nullable('ISO 3166-1 alpha-2, if the register states a country, or a place by a national code.', countryCode),
    ),
    raw: t.exposeString('raw', nullable('The address in one text, if the register has it so.')),
  }),
});

export const Identifier = builder.objectRef<ServedIdentifier>('Identifier').implement({
  description: 'What a company is called in a scheme that is the same in every country.',
  fields: (t) => ({
    scheme: t.exposeString('scheme', {
      description: '`LEI`: the legal entity identifier. `EUID`: the European unique identifier.',
      extensions: declare({ value: oneOf(identifierSchemes) }),
    }),
    value: t.exposeString('value'),
    status: t.exposeString(
      'status',
      nullable('Of an LEI, in the words of GLEIF: `ISSUED`, `LAPSED`, `RETIRED`, `MERGED` and others. A lapsed one stays.'),
    ),
    since: t.exposeString('since', nullable('The day on which an LEI was first registered.', isoDate)),
    doubtful: t.exposeBoolean('doubtful', {
      description: 'Whether its source calls the company by a name that has nothing in common with any name of the record.',
    }),
    source: t.exposeString('source', { description: 'Who says so: `GLEIF`, or the register of the record.' }),
    provenance: t.expose('provenance', {
      type: Provenance,
      ...nullable('The file that it comes from. Null where that is the file of the record.'),
    }),
  }),
});
