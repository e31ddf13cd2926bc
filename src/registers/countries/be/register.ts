import { type Columns, orNull, record } from '../../declaration/columns.ts';
import { dashedDayFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { names } from '../../declaration/names.ts';
import type { Part } from '../../declaration/part.ts';
import { type Register, RowProblem } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import { joinedRegister } from '../../layouts/joined-register.ts';
import { activitiesReader, codeTexts } from './codes.ts';
import { beFields, belgianAddress, belgianLocalities, belgianNumber } from './fields.ts';

const numberIn = (column: string) => (columns: Columns) => columns.need(column, belgianNumber);
const rows = (name: string, optional = false): Part => ({
  name,
  file: `${name}.csv`,
  role: 'rows',
  optional,
  key: numberIn('EntityNumber'),
});
/** These rows have their own number, by which an update deletes them. */
const units = (name: string, ownNumber: string): Part => ({ ...rows(name, true), key: numberIn('EnterpriseNumber'), ownNumber });

const parts: readonly Part[] = [
  { name: 'meta', file: 'meta.csv', role: 'list' },
  { name: 'code', file: 'code.csv', role: 'list' },
  { name: 'enterprise', file: 'enterprise.csv', role: 'companies', key: numberIn('EnterpriseNumber') },
  rows('denomination'),
  rows('address'),
  rows('activity'),
  rows('contact', true),
  units('establishment', 'EstablishmentNumber'),
  units('branch', 'Id'),
];

/** By juridical situation. */
const situations = statesOf('be');
const naturalPersonType = '1';
const languages: Record<string, string> = { '1': 'fr', '2': 'nl', '3': 'de', '4': 'en' };
const nameTypes: Record<string, string> = { '001': 'name', '002': 'abbreviation', '003': 'commercial', '004': 'branch' };
/** The others are the name in several languages, and abbreviations of it. */
const tradingTypes = ['commercial', 'branch'];
/** The kinds of names by preference: the first one that exists is the name. */
const nameOrder = ['001', '003', '002', '004'];

/**
 * Belgium: the Crossroads Bank for Enterprises (KBO, BCE). The files have active enterprises only. They have to be downloaded by
 * hand, because the publisher requires a registration.
 */
export const be: Register = joinedRegister(
  {
    id: 'be',
    country: { code: 'BE', name: 'Belgium', nativeName: 'België / Belgique' },
    name: 'Crossroads Bank for Enterprises',
    scheme: 'BE-BCE_KBO',
    licence: 'KBO Open Data licence: no direct marketing with personal data, and no spreading of it',
    sourceUrl: 'https://kbopub.economie.fgov.be/kbo-open-data',
    updateFrequency: 'daily',
    dated: ['content', { name: /_(\d{4})_(\d{2})_(\d{2})_/ }],
    revision: 2,
    fields: beFields,
    classifications: { 'NACE-BEL-2003': '1.1', 'NACE-BEL-2008': '2', 'NACE-BEL-2025': '2.1' },
    address: belgianAddress,
    localities: belgianLocalities,
    otherNames: ({ names: all }) =>
      (all ?? []).flatMap((one) => names(tradingTypes.includes(one.type) ? 'trading' : 'alternative', [one])),
    registeredAt: 'the day on which the enterprise began; 1 January 1968 often stands for an earlier one',
    states: situations.list,
    hasPersons: true,
    persons: [
      { fields: ['/registry/contacts'], columns: ['contact'] },
      {
        fields: ['/registry/address'],
        columns: ['StreetNL', 'StreetFR', 'HouseNumber', 'Box', 'ExtraAddressInfo'].map((line) => `address/${line}`),
        when: 'careOf',
      },
    ],
    lei: { authorities: ['RA000025'] },
    // As BRIS prints it: BEKBOBCE.0403101811.
    euid: { prefix: 'BEKBOBCE.' },
    normalizeNumber: belgianNumber,
    written: /^[01]?\d{3}[. ]\d{3}[. ]\d{3}$/,
  },
  parts,
  { delimiter: ',' },
  (columnsOf, list) => {
    const enterprise = columnsOf('enterprise');
    const number = enterprise.need('EnterpriseNumber', belgianNumber);
    const type = enterprise.need('TypeOfEnterprise');
    const form = enterprise.need('JuridicalForm');
    const transitionalForm = enterprise.maybe('JuridicalFormCAC');
    const texts = codeTexts(columnsOf('code'), list('code'));
    const situationText = enterprise.need('JuridicalSituation', (code) => texts('JuridicalSituation', code));
    const entry = record({
      number,
      state: enterprise.read('JuridicalSituation', situations.of),
      stateText: situationText,
      legalForm: (cells) => texts('JuridicalForm', form(cells)) ?? orNull(form(cells)),
      registeredAt: enterprise.read('StartDate', dashedDayFirst),
      endKind: enterprise.read('JuridicalSituation', situations.endOf),
    });
    const registry = registryOf(enterprise, beFields, {
      situationText,
      transitionalFormText: (cells) => texts('JuridicalForm', transitionalForm(cells)),
      names: () => [],
      address: () => null,
      contacts: () => null,
      establishments: () => [],
      branches: () => [],
    });
    const activitiesOf = activitiesReader(columnsOf('activity'), texts);
    const denomination = columnsOf('denomination');
    const nameOf = record({
      kind: denomination.need('TypeOfDenomination'),
      name: denomination.need('Denomination'),
      language: denomination.need('Language', (code) => languages[code] ?? null),
    });
    const addressType = columnsOf('address').need('TypeOfAddress');
    const addressOf = registryOf(columnsOf('address'), beFields.shape.address.unwrap(), {}, dashedDayFirst);
    const contactOf = registryOf(columnsOf('contact'), beFields.shape.contacts.unwrap().element);
    columnsOf('contact').require('ContactType', 'Value');
    const unitNumber = columnsOf('establishment').need('EstablishmentNumber');
    const branchNumber = columnsOf('branch').need('Id');
    const metaOf = metaReader(columnsOf('meta'), list('meta'));
    return {
      edition: editionOf(metaOf('ExtractNumber')),
      day: () => dashedDayFirst(metaOf('SnapshotDate')) ?? undefined,
      isPerson: (cells) => type(cells) === naturalPersonType,
      company: (rowsOf) => {
        const row = rowsOf('enterprise').at(-1) ?? [];
        if (!/^[01]\d{9}$/.test(number(row))) throw new RowProblem('the national number is not one of ten digits', number(row));
        const names = rowsOf('denomination').map(nameOf);
        const seat = rowsOf('address').find((one) => addressType(one) === 'REGO');
        return {
          ...entry(row),
          name: nameOrder.map((kind) => names.find((one) => one.kind === kind)?.name).find((name) => name) ?? '',
          registry: {
            ...registry(row),
            names: names.map(({ kind, ...name }) => ({ ...name, type: nameTypes[kind] ?? kind })),
            address: seat ? addressOf(seat) : null,
            contacts: rowsOf('contact').map(contactOf),
            establishments: rowsOf('establishment').map(unitNumber),
            branches: rowsOf('branch').map(branchNumber),
          },
          activities: activitiesOf(rowsOf('activity')),
        };
      },
    };
  },
);

/** The publisher's data about the edition. */
function metaReader(columns: Columns, list: readonly string[][]): (name: string) => string {
  const variable = columns.need('Variable');
  const value = columns.need('Value');
  return (name) => value(list.find((row) => variable(row) === name) ?? []);
}

/** Editions are numbered, and an update follows the edition before it. */
function editionOf(text: string) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) return undefined;
  const id = (edition: number) => String(edition).padStart(6, '0');
  return { id: id(number), since: id(number - 1) };
}
