import { type Columns, orNull } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { names } from '../../declaration/names.ts';
import { isLuhn, plainNumber } from '../../declaration/numbers.ts';
import type { Part } from '../../declaration/part.ts';
import { type Activity, type EndKind, type Register, RowProblem } from '../../declaration/register.ts';
import { inState, States } from '../../declaration/states.ts';
import type { Cell } from '../../files/table.ts';
import { joinedRegister } from '../../layouts/joined-register.ts';
import { swedishAddress } from './address.ts';
import { seFields } from './fields.ts';

type Cells = readonly Cell[];

const parts: readonly Part[] = [
  {
    name: 'bolagsverket_bulkfil',
    file: 'bolagsverket_bulkfil.txt',
    role: 'companies',
    severalRows: true,
    key: (columns) => {
      const identity = cleaned(columns, 'organisationsidentitet');
      return (cells) => identity(cells).split('$')[0] ?? '';
    },
  },
  {
    name: 'scb_bulkfil',
    file: 'scb_bulkfil.txt',
    role: 'rows',
    optional: true,
    format: { delimiter: '\t', quote: null, encoding: 'latin1' },
    key: (columns) => {
      const number = columns.need('PeOrgNr');
      // Numbers of organisations begin with 16, those of persons with the century of their birth.
      return (cells) => /^16(\d{10})$/.exec(number(cells))?.[1] ?? '';
    },
  },
];

/** Current proceedings. Ended ones have other codes (…-AVSLAVOMFO). Mergers that a company survives change nothing. */
const proceedings = new States({
  active: {
    FUOT: 'merger, as the company that takes over',
    DEOT: 'division, as the company that takes over',
    GROM: 'cross-border conversion',
    OM: 'conversion',
  },
  winding_up: { LI: 'liquidation', FUOL: 'merger, as the company that goes', DEOL: 'division, as the company that goes' },
  insolvent: { KK: 'bankruptcy', FR: 'reorganisation', AC: 'composition with creditors', RES: 'resolution' },
});

/** Bankruptcy, liquidation, merger, division, conversion. */
const endKinds = new Map<string, EndKind>([
  ['KKAV', 'bankrupt'],
  ['LIAV', 'liquidated'],
  ['FUAV', 'merged'],
  ['DELAV', 'divided'],
  ['OMAV', 'converted'],
]);

/** Bolagsverket's list of forms (organisationsform), of its documentation of the bulk file. */
const forms = labelsIn(new URL('./forms.csv', import.meta.url));
/** The sub-classes (detaljgrupper) of SNI 2025, the classification of Statistics Sweden. */
const industries = labelsIn(new URL('./sni-2025.csv', import.meta.url));

/** Identities that are personal numbers: of living persons and of estates. */
const personKinds = ['PERSON-IDORG', 'DODSBO-IDORG'];
const soleTrader = 'E';

/** A name for part of the business. Names in other languages have the type FORNAMN_FRSPRAK. */
const tradingName = 'SARS_FORNAMN';

/** Sweden: the bulk file of the Companies Registration Office. Only the file of the statistical office (SCB) has activities. */
export const se: Register = joinedRegister(
  {
    id: 'se',
    country: { code: 'SE', name: 'Sweden', nativeName: 'Sverige' },
    name: 'Swedish Companies Registration Office (Bolagsverket)',
    scheme: 'SE-BLV',
    licence: 'EU high-value dataset, free of charge',
    sourceUrl: 'https://bolagsverket.se/apierochoppnadata/vardefulladatamangder',
    updateFrequency: 'weekly',
    downloads: ['bolagsverket/bolagsverket_bulkfil.zip', 'scb/scb_bulkfil.zip'].map((file) => ({
      url: `https://vardefulla-datamangder.bolagsverket.se/${file}`,
      type: 'zip',
    })),
    dated: [dayInName, 'packed', 'downloaded'],
    revision: 5,
    fields: seFields,
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
    classifications: { 'SE-SNI-2025': '2.1' },
    address: swedishAddress,
    otherNames: ({ otherNames }) =>
      (otherNames ?? []).flatMap(({ name, type, since }) =>
        names(type === tradingName ? 'trading' : 'alternative', [{ name, from: since }]),
      ),
    registeredAt: 'the day of registration',
    states: [
      { state: '`avregistreringsdatum` has a day', status: 'dissolved' },
      ...proceedings.list,
      { state: 'no proceeding', status: 'active' },
    ],
    hasPersons: true,
    persons: [
      // They have a c/o part, which often names a person.
      { columns: ['bolagsverket_bulkfil/postadress', 'scb_bulkfil/COAdress'] },
      {
        fields: ['/registry/address'],
        columns: ['bolagsverket_bulkfil/postadress', 'scb_bulkfil/Gatuadress', 'scb_bulkfil/PostOrt'],
        when: 'careOf',
      },
    ],
    lei: { authorities: ['RA000544', 'RA000546'] },
    normalizeNumber: swedishNumber,
    written: /^(?:16)?\d{6}[ -]\d{4}(?: ?01)?$|^16\d{10}$/,
  },
  parts,
  { delimiter: ';', quote: 'bare' },
  (columnsOf) => {
    const needed = (column: string) => cleaned(columnsOf('bolagsverket_bulkfil'), column);
    const identity = needed('organisationsidentitet');
    const rowNumber = needed('namnskyddslopnummer');
    const names = needed('organisationsnamn');
    const form = needed('organisationsform');
    const country = needed('registreringsland');
    const removed = needed('avregistreringsdatum');
    const reason = needed('avregistreringsorsak');
    const underWay = needed('pagandeAvvecklingsEllerOmstruktureringsforfarande');
    const registered = needed('registreringsdatum');
    const business = needed('verksamhetsbeskrivning');
    const address = needed('postadress');
    const activitiesOf = activitiesReader(columnsOf('scb_bulkfil'));
    return {
      isPerson: (cells) => personKinds.includes(identity(cells).split('$')[1] ?? '') || codeOf(form(cells)) === soleTrader,
      company(rowsOf) {
        // The row with the lowest number is the company; the others protect its further names.
        const rank = (cells: Cells) => Number(rowNumber(cells) || 0);
        const rows = rowsOf('bolagsverket_bulkfil').toSorted((one, other) => rank(one) - rank(other));
        const main = rows[0] ?? [];
        const [number = '', kind = ''] = identity(main).split('$');
        const formCode = codeOf(form(main));
        if (kind !== 'ORGNR-IDORG') throw new RowProblem('the identity is of an unknown kind');
        for (const date of [removed(main), registered(main)])
          if (date !== '' && yearFirst(date) === null) throw new RowProblem('a column of dates holds something else', number);
        const removedOn = yearFirst(removed(main));
        const all = rows.flatMap((cells) => namesIn(names(cells)));
        const [chosen, ...further] = all.toSorted((one, other) => rankOf(one.type) - rankOf(other.type));
        const current = proceedingsIn(underWay(main));
        const codes = current.map(({ code }) => code);
        return {
          number,
          name: chosen?.name ?? '',
          state: removed(main) === '' ? proceedings.ofAll(codes, 'active') : inState.dissolved,
          stateText: orNull(codeOf(reason(main))),
          legalForm: orNull(formCode),
          legalFormLabel: forms.get(formCode) ?? null,
          registeredAt: yearFirst(registered(main)),
          endedAt: removedOn,
          endKind: endKinds.get(codeOf(reason(main))) ?? null,
          registry: {
            numberValid: /^\d{10}$/.test(number) && isLuhn(number),
            legalFormCode: orNull(formCode),
            legalFormText: forms.get(formCode) ?? null,
            registrationCountry: orNull(codeOf(country(main))),
            nameSince: chosen?.since ?? null,
            otherNames: further,
            deregisteredOn: removedOn,
            deregistrationReason: orNull(codeOf(reason(main))),
            proceedings: current,
            business: orNull(business(main)),
            address: addressIn(address(main)),
          },
          activities: activitiesOf(rowsOf('scb_bulkfil')),
        };
      },
    };
  },
);

/** Up to five codes of the Swedish classification; 00000 means: unknown. */
function activitiesReader(columns: Columns): (rows: readonly Cells[]) => Activity[] {
  const codes = ['Ng1', 'Ng2', 'Ng3', 'Ng4', 'Ng5'].map((column) => columns.need(column));
  return (rows) => {
    const known = new Set(rows.flatMap((row) => codes.map((code) => code(row))).filter((code) => !/^0*$/.test(code)));
    return [...known].map((code) => ({ kind: 'unlicensed', scheme: 'SE-SNI-2025', code, label: industries.get(code) ?? null }));
  };
}

/** The text of a column. Quotes may be doubled. NUL characters and the word null mean an empty text. */
function cleaned(columns: Columns, column: string): (cells: Cells) => string {
  const text = columns.need(column);
  return (cells) => {
    const plain = text(cells).replaceAll('\0', '').replaceAll('""', '"').trim();
    return plain === 'null' ? '' : plain;
  };
}

/** A code is followed by a dash and the name of its list: AB-ORGFO. */
const codeOf = (text: string): string => text.split('-')[0] ?? '';

interface Name {
  name: string;
  type: string;
  since: string | null;
}

/** A name, its type and its day, joined by $; several such, by |. */
function namesIn(text: string): Name[] {
  return text.split('|').flatMap((part) => {
    // A name may contain a $.
    const [since = '', type = '', ...name] = part.split('$').reverse();
    const text = name.reverse().join('$').trim();
    return text === '' ? [] : [{ name: text, type: codeOf(type), since: yearFirst(since) }];
  });
}

/** The business name, then the plain name, then names in other languages and for parts of the business. */
const rankOf = (type: string): number => (type === 'FORETAGSNAMN' ? 0 : type === 'NAMN' ? 1 : 2);

function proceedingsIn(text: string): { code: string; since: string | null }[] {
  return text.split('|').flatMap((part) => {
    const [code = '', since = ''] = part.split('$');
    return code.endsWith('-AVOMFO') ? [{ code: codeOf(code), since: yearFirst(since) }] : [];
  });
}

/** Street, c/o, town, post code and country, joined by $. The c/o part is left out. */
function addressIn(text: string) {
  if (text === '') return null;
  const [street = '', , town = '', postCode = '', country = ''] = text.split('$');
  return { street: orNull(street), postCode: orNull(postCode), postTown: orNull(town), country: orNull(codeOf(country)) };
}

/** The statistical office writes 16 before the number. The VAT number has the country before it and 01 after it. */
function swedishNumber(typed: string): string {
  const plain = plainNumber(typed);
  const [, own = plain] = /^16(\d{10})$/.exec(plain) ?? /^SE(\d{10})01$/.exec(plain) ?? [];
  return own.padStart(10, '0');
}
