/** GLEIF's golden copy of identifiers, relations and exceptions, with the columns that we read. */
import { checkDigitsOf } from '../../../src/company/lei.ts';

/** An invented LEI: no issuer has the prefix. */
export const leiNumber = (number: number): string => {
  const first = `0000EX${String(number).padStart(12, '0')}`;
  return first + checkDigitsOf(first);
};

export interface GoldenLei {
  lei: string;
  name: string;
  authority?: string;
  number?: string;
  status?: string;
  country?: string;
  category?: string;
  updated?: string;
  others?: { name: string; type: string; language?: string }[];
}

const leiColumns = [
  'LEI',
  'Entity.LegalName',
  'Entity.OtherEntityNames.OtherEntityName.1',
  'Entity.OtherEntityNames.OtherEntityName.1.xmllang',
  'Entity.OtherEntityNames.OtherEntityName.1.type',
  'Entity.OtherEntityNames.OtherEntityName.2',
  'Entity.OtherEntityNames.OtherEntityName.2.xmllang',
  'Entity.OtherEntityNames.OtherEntityName.2.type',
  'Entity.LegalAddress.Country',
  'Entity.RegistrationAuthority.RegistrationAuthorityID',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  'Entity.EntityCategory',
  'Registration.InitialRegistrationDate',
  'Registration.LastUpdateDate',
  'Registration.RegistrationStatus',
  'ConformityFlag',
];

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('');

/** Identifiers as the CSV form of the golden copy has them. */
export const leiCsv = (rows: readonly GoldenLei[]): string =>
  csvOf([
    leiColumns,
    ...rows.map(({ lei, name, others = [], ...row }) => [
      lei,
      name,
      ...[0, 1].flatMap((place) => [others[place]?.name ?? '', others[place]?.language ?? '', others[place]?.type ?? '']),
      row.country ?? '',
      row.authority ?? 'RA999999',
      row.number ?? '',
      row.category ?? 'GENERAL',
      '2019-03-04T00:00:00Z',
      row.updated ?? '2026-11-01T00:00:00Z',
      row.status ?? 'ISSUED',
      'CONFORMING',
    ]),
  ]);

/** The same as JSON. */
export const leiJson = (rows: readonly GoldenLei[]): string => {
  const value = (text: string) => ({ $: text });
  return JSON.stringify({
    records: rows.map(({ lei, name, others = [], ...row }) => ({
      LEI: value(lei),
      Entity: {
        LegalName: { '@xml:lang': 'en', $: name },
        ...(others.length > 0 && {
          OtherEntityNames: {
            OtherEntityName: others.map((one) => ({ '@xml:lang': one.language ?? 'en', '@type': one.type, $: one.name })),
          },
        }),
        LegalAddress: { Country: value(row.country ?? '') },
        RegistrationAuthority: {
          RegistrationAuthorityID: value(row.authority ?? 'RA999999'),
          ...(row.number && { RegistrationAuthorityEntityID: value(row.number) }),
        },
        EntityCategory: value(row.category ?? 'GENERAL'),
      },
      Registration: {
        InitialRegistrationDate: value('2019-03-04T00:00:00+02:00'),
        LastUpdateDate: value(row.updated ?? '2026-11-01T00:00:00Z'),
        RegistrationStatus: value(row.status ?? 'ISSUED'),
      },
    })),
  });
};

export interface GoldenRelation {
  child: string;
  parent: string;
  kind?: string;
  status?: string;
  percentage?: number;
  validation?: string;
}

export const directly = 'IS_DIRECTLY_CONSOLIDATED_BY';
export const ultimately = 'IS_ULTIMATELY_CONSOLIDATED_BY';

export const relationCsv = (rows: readonly GoldenRelation[]): string =>
  csvOf([
    [
      'Relationship.StartNode.NodeID',
      'Relationship.EndNode.NodeID',
      'Relationship.RelationshipType',
      'Relationship.RelationshipStatus',
      'Relationship.Period.1.startDate',
      'Relationship.Period.1.endDate',
      'Relationship.Period.1.periodType',
      'Relationship.Period.2.startDate',
      'Relationship.Period.2.endDate',
      'Relationship.Period.2.periodType',
      'Relationship.Quantifiers.1.QuantifierAmount',
      'Relationship.Quantifiers.1.QuantifierUnits',
      'Registration.RegistrationStatus',
      'Registration.ValidationSources',
    ],
    ...rows.map(({ child, parent, kind = directly, status = 'ACTIVE', percentage, validation = 'FULLY_CORROBORATED' }) => [
      ...[child, parent, kind, status, '2025-01-01T00:00:00Z', '2025-12-31T00:00:00Z', 'ACCOUNTING_PERIOD'],
      ...['2018-02-03T00:00:00Z', '', 'RELATIONSHIP_PERIOD', percentage?.toString() ?? '', percentage ? 'PERCENTAGE' : ''],
      ...['PUBLISHED', validation],
    ]),
  ]);

export const exceptionCsv = (rows: readonly { lei: string; category: 'DIRECT' | 'ULTIMATE'; reason: string }[]): string =>
  csvOf([
    ['LEI', 'Exception.Category', 'Exception.Reason.1'],
    ...rows.map(({ lei, category, reason }) => [lei, `${category}_ACCOUNTING_CONSOLIDATION_PARENT`, reason]),
  ]);
