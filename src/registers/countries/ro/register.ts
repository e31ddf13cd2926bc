import { type Columns, orNull, type Reader, record } from '../../declaration/columns.ts';
import { dayFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { plainNumber } from '../../declaration/numbers.ts';
import type { Part } from '../../declaration/part.ts';
import type { Activity, Register } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import type { Cell } from '../../files/table.ts';
import { joinedRegister } from '../../layouts/joined-register.ts';
import { fiscalCodeOf, roFields, romanianAddress, spellFiscalCode } from './fields.ts';

/** From ISO 20275, by their abbreviations. */
const forms = labelsIn('ro/forms');

const key = (columns: Columns) => columns.need('COD_INMATRICULARE');
const parts: readonly Part[] = [
  { name: 'OD_FIRME', file: 'OD_FIRME.CSV', role: 'companies', key },
  { name: 'OD_STARE_FIRMA', file: 'OD_STARE_FIRMA.CSV', role: 'rows', key },
  { name: 'OD_CAEN_AUTORIZAT', file: 'OD_CAEN_AUTORIZAT.CSV', role: 'rows', optional: true, key },
  { name: 'N_STARE_FIRMA', file: 'N_STARE_FIRMA.CSV', role: 'list', optional: true },
  { name: 'N_CAEN', file: 'N_CAEN.CSV', role: 'list', optional: true },
];

/** Authorised persons, individual and family enterprises: sole traders have these forms, or numbers that begin with F. */
const personForms = new Set(['PFA', 'II', 'IF', 'AF', 'PF']);

/** A firm can have several codes. */
const states = statesOf('ro');

/** Editions of the classification of activities by the number in the file; older exports have the year in words. */
const editions: Record<string, string> = { '0': '1998', '1': '2003', '2': '2008', '3': '2025' };
const schemeOf = (version: string): string => {
  const edition = editions[version] ?? /\b(?:19|20)\d\d\b/.exec(version)?.[0] ?? orNull(version);
  return edition ? `RO-CAEN-${edition}` : 'RO-CAEN';
};

/** There is a new dataset about every month: this query returns the newest. */
function newest(name: string): string {
  return `https://data.gov.ro/api/3/action/package_search?fq=organization:onrc&q=name:${name}*&sort=metadata_created+desc&rows=1`;
}

/** Romania: the trade register (ONRC). Its files have no quoting: a quote is an ordinary character. */
export const ro: Register = joinedRegister(
  {
    id: 'ro',
    country: { code: 'RO', name: 'Romania', nativeName: 'România' },
    name: 'National Trade Register Office',
    scheme: 'RO-ONRC',
    licence: 'Open data of the ONRC on data.gov.ro',
    sourceUrl: 'https://data.gov.ro/organization/onrc',
    updateFrequency: 'monthly',
    downloads: [
      { url: newest('firme'), link: /^od_firme\.csv$/i, type: 'text' },
      { url: newest('firme'), link: /^od_stare_firma\.csv$/i, type: 'text' },
      { url: newest('firme'), link: /^od_caen_autorizat\.csv$/i, type: 'text' },
      { url: newest('nomenclatoare'), link: /^n_stare_firma\.csv$/i, type: 'text' },
      { url: newest('nomenclatoare'), link: /^n_caen\.csv$/i, type: 'text' },
    ],
    revision: 4,
    fields: roFields,
    classifications: { 'RO-CAEN-1998': '1', 'RO-CAEN-2003': '1.1', 'RO-CAEN-2008': '2', 'RO-CAEN-2025': '2.1', 'RO-CAEN': null },
    address: romanianAddress,
    registeredAt: 'the day of the entry in the trade register',
    states: states.list,
    hasPersons: true,
    // They also have telephone numbers and e-mail addresses.
    persons: [
      { fields: ['/registry/web'], columns: ['OD_FIRME/WEB'] },
      {
        fields: ['/registry/address'],
        columns: ['DEN_STRADA', 'NR_STRADA', 'COMPLETARE'].map((line) => `OD_FIRME/ADR_${line}`),
        when: 'careOf',
      },
    ],
    // The European number begins with the letters of country and register.
    lei: { authorities: ['RA000497'], number: tradeNumber },
    euid: { prefix: 'ROONRC.', of: ({ euid }) => euid },
    normalizeNumber: (typed) => plainNumber(typed).replace(/^(?:RO)?ONRC(?=[CFJ])/, ''),
    // The slashes stay: J1/11/1992 and J11/1/1992 are two companies.
    idNumber: (number) => number.replaceAll(/\s/g, '').toUpperCase(),
    written: /^[CFJ]\d{1,2}[ /.-]\d{1,6}[ /.-]\d{4}$/,
    otherNumber: { scheme: 'RO-CUI', spell: spellFiscalCode },
  },
  parts,
  { delimiter: '^', quote: null },
  (columnsOf, list) => {
    const firms = columnsOf('OD_FIRME');
    const number = firms.need('COD_INMATRICULARE');
    const form = firms.need('FORMA_JURIDICA');
    const entry = record({
      number,
      name: firms.need('DENUMIRE'),
      legalForm: firms.text('FORMA_JURIDICA'),
      legalFormLabel: firms.read('FORMA_JURIDICA', (code) => forms.get(code.toUpperCase()) ?? null),
      registeredAt: firms.read('DATA_INMATRICULARE', (day) => dayFirst(day.slice(0, 10))),
      otherNumbers: record({ 'RO-CUI': firms.need('CUI', fiscalCodeOf) }),
    });
    const registry = registryOf(firms, roFields, { statuses: () => [] });
    const stateCode = columnsOf('OD_STARE_FIRMA').need('COD');
    const texts = stateTexts(columnsOf('N_STARE_FIRMA'), list('N_STARE_FIRMA'));
    const activityOf = activityReader(columnsOf('OD_CAEN_AUTORIZAT'), activityLabels(columnsOf('N_CAEN'), list('N_CAEN')));
    return {
      isPerson: (cells) => personForms.has(form(cells).toUpperCase()) || /^F/i.test(number(cells)),
      company: (rows) => {
        const row = rows('OD_FIRME').at(-1) ?? [];
        const codes = rows('OD_STARE_FIRMA').map(stateCode);
        return {
          ...entry(row),
          state: states.ofAll(codes, 'unknown', (code) => `${code} ${texts.get(code) ?? ''}`.trim()),
          stateText: orNull(codes.map((code) => texts.get(code) ?? code).join('; ')),
          registry: { ...registry(row), statuses: codes.map((code) => ({ code, text: texts.get(code) ?? null })) },
          activities: rows('OD_CAEN_AUTORIZAT').map(activityOf),
        };
      },
    };
  },
);

/** With slashes, as the register writes it: without them, J1/11/1992 and J11/1/1992 would be the same. Or a fiscal code. */
function tradeNumber(typed: string): string {
  const plain = plainNumber(typed).replace(/^(?:RO)?ONRC(?=[CFJ])/, '');
  const [, county, count, year] = /([CFJ]\d{1,2})[\s/.-]{1,9}(\d{1,9})[\s/.-]{1,9}(\d{4})/i.exec(typed) ?? [];
  return county === undefined ? plain : `${county.toUpperCase()}/${count}/${year}`;
}

function stateTexts(columns: Columns, rows: readonly string[][]): Map<string, string> {
  const code = columns.need('COD');
  const text = columns.need('DENUMIRE');
  return new Map(rows.map((row) => [code(row), text(row)]));
}

function activityReader(columns: Columns, labels: ReadonlyMap<string, string>): Reader<Activity> {
  const code = columns.need('COD_CAEN_AUTORIZAT');
  const scheme = columns.need('VER_CAEN_AUTORIZAT', schemeOf);
  const label = (cells: readonly Cell[]) => labels.get(`${scheme(cells)} ${code(cells)}`) ?? null;
  return record({ kind: () => 'unlicensed' as const, scheme, code, label });
}

/** The label of each class, by edition and code. */
function activityLabels(columns: Columns, rows: readonly string[][]): Map<string, string> {
  const code = columns.need('CLASA');
  const text = columns.need('DENUMIRE');
  const version = columns.need('VERSIUNE_CAEN');
  return new Map(rows.filter((row) => code(row) !== '').map((row) => [`${schemeOf(version(row))} ${code(row)}`, text(row)]));
}
