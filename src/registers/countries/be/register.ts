import { type Columns, orNull, record } from '../../declaration/columns.ts';
import { dashedDayFirst } from '../../declaration/dates.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { names } from '../../declaration/names.ts';
import { plainNumber } from '../../declaration/numbers.ts';
import type { Part } from '../../declaration/part.ts';
import { type Register, RowProblem } from '../../declaration/register.ts';
import type { Cell } from '../../files/table.ts';
import { joinedRegister } from '../../layouts/joined-register.ts';
import { belgianAddress, belgianLocalities } from './address.ts';
import { activitiesReader, codeTexts, endKinds, situations } from './codes.ts';
import { beFields } from './fields.ts';

const numberIn = (column: string) => (columns: Columns) => {
  const number = columns.need(column);
  return (cells: readonly Cell[]) => belgianNumber(number(cells));
};
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
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
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
    const number = enterprise.need('EnterpriseNumber');
    const type = enterprise.need('TypeOfEnterprise');
    const situation = enterprise.need('JuridicalSituation');
    const form = enterprise.need('JuridicalForm');
    const state = enterprise.read('Status', orNull);
    const transitionForm = enterprise.read('JuridicalFormCAC', orNull);
    const started = enterprise.read('StartDate', dashedDayFirst);
    const texts = codeTexts(columnsOf('code'), list('code'));
    const activitiesOf = activitiesReader(columnsOf('activity'), texts);
    const namesOf = namesReader(columnsOf('denomination'));
    const addressOf = addressReader(columnsOf('address'));
    const contactsOf = contactsReader(columnsOf('contact'));
    const unitNumber = columnsOf('establishment').need('EstablishmentNumber');
    const branchNumber = columnsOf('branch').need('Id');
    const metaOf = metaReader(columnsOf('meta'), list('meta'));
    return {
      edition: editionOf(metaOf('ExtractNumber')),
      day: () => dashedDayFirst(metaOf('SnapshotDate')) ?? undefined,
      isPerson: (cells) => type(cells) === naturalPersonType,
      company: (rowsOf) => {
        const row = rowsOf('enterprise').at(-1) ?? [];
        const plain = belgianNumber(number(row));
        if (!/^[01]\d{9}$/.test(plain)) throw new RowProblem('the national number is not one of ten digits', plain);
        const names = namesOf(rowsOf('denomination'));
        const situationText = texts('JuridicalSituation', situation(row));
        return {
          number: plain,
          name: nameOrder.map((kind) => names.find((one) => one.kind === kind)?.name).find((name) => name) ?? '',
          state: situations.of(situation(row)),
          stateText: situationText,
          legalForm: texts('JuridicalForm', form(row)) ?? orNull(form(row)),
          registeredAt: started(row),
          endKind: endKinds.get(situation(row)) ?? null,
          registry: {
            numberValid: 97 - (Number(plain.slice(0, 8)) % 97) === Number(plain.slice(8)),
            enterpriseNumber: number(row),
            stateCode: state(row),
            situationCode: orNull(situation(row)),
            situationText,
            legalFormCode: orNull(form(row)),
            transitionalFormCode: transitionForm(row),
            transitionalFormText: texts('JuridicalForm', transitionForm(row) ?? ''),
            names: names.map(({ kind, ...name }) => ({ ...name, type: nameTypes[kind] ?? kind })),
            address: addressOf(rowsOf('address')),
            contacts: contactsOf(rowsOf('contact')),
            establishments: rowsOf('establishment').map(unitNumber),
            branches: rowsOf('branch').map(branchNumber),
          },
          activities: activitiesOf(rowsOf('activity')),
        };
      },
    };
  },
);

/** Ten digits; older numbers were written with nine. */
function belgianNumber(typed: string): string {
  const plain = plainNumber(typed).replace(/^BE/, '');
  return /^\d{9}$/.test(plain) ? `0${plain}` : plain;
}

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

function namesReader(columns: Columns) {
  const kind = columns.need('TypeOfDenomination');
  const language = columns.need('Language');
  const name = columns.need('Denomination');
  return (rows: readonly (readonly Cell[])[]) =>
    rows.map((row) => ({ kind: kind(row), name: name(row), language: languages[language(row)] ?? null }));
}

/** The registered office. */
function addressReader(columns: Columns) {
  const type = columns.need('TypeOfAddress');
  const text = (column: string) => columns.read(column, orNull);
  const address = record({
    countryNl: text('CountryNL'),
    countryFr: text('CountryFR'),
    postCode: text('Zipcode'),
    municipalityNl: text('MunicipalityNL'),
    municipalityFr: text('MunicipalityFR'),
    streetNl: text('StreetNL'),
    streetFr: text('StreetFR'),
    houseNumber: text('HouseNumber'),
    box: text('Box'),
    extra: text('ExtraAddressInfo'),
    struckOffOn: columns.read('DateStrikingOff', dashedDayFirst),
  });
  return (rows: readonly (readonly Cell[])[]) => {
    const seat = rows.find((row) => type(row) === 'REGO');
    return seat ? address(seat) : null;
  };
}

function contactsReader(columns: Columns) {
  const type = columns.need('ContactType');
  const value = columns.need('Value');
  return (rows: readonly (readonly Cell[])[]) => rows.map((row) => ({ type: type(row), value: value(row) }));
}
