import { orNull, tableOf } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { activitiesOf, labelsIn } from '../../declaration/labels.ts';
import { names } from '../../declaration/names.ts';
import { plainNumber } from '../../declaration/numbers.ts';
import type { Part } from '../../declaration/part.ts';
import { type EndKind, type Register, RowProblem } from '../../declaration/register.ts';
import { inState, statesOf } from '../../declaration/states.ts';
import { joinedRegister } from '../../layouts/joined-register.ts';
import { cleaned, codeOf, forms, seFields, swedishAddress } from './fields.ts';

const parts: readonly Part[] = [
  {
    name: 'bolagsverket_bulkfil',
    file: 'bolagsverket_bulkfil.txt',
    role: 'companies',
    severalRows: true,
    key: (columns) => columns.need('organisationsidentitet', (text) => cleaned(text).split('$')[0] ?? ''),
  },
  {
    name: 'scb_bulkfil',
    file: 'scb_bulkfil.txt',
    role: 'rows',
    optional: true,
    format: { delimiter: '\t', quote: null, encoding: 'latin1' },
    // Numbers of organisations begin with 16, those of persons with the century of their birth.
    key: (columns) => columns.need('PeOrgNr', (number) => /^16(\d{10})$/.exec(number)?.[1] ?? ''),
  },
];

/** Current proceedings. Ended ones have other codes (…-AVSLAVOMFO). Mergers that a company survives change nothing. */
const proceedings = statesOf('se');

/** Bankruptcy, liquidation, merger, division, conversion. */
const endKinds = tableOf<EndKind>({ KKAV: 'bankrupt', LIAV: 'liquidated', FUAV: 'merged', DELAV: 'divided', OMAV: 'converted' });

/** The sub-classes (detaljgrupper) of SNI 2025, the classification of Statistics Sweden. */
const classes = labelsIn('se/sni-2025');

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
    revision: 5,
    fields: seFields,
    classifications: { 'SE-SNI-2025': '2.1' },
    address: swedishAddress,
    otherNames: ({ otherNames }) =>
      (otherNames ?? []).flatMap(({ name, type, since }) =>
        names(type === tradingName ? 'trading' : 'alternative', [{ name, from: since }]),
      ),
    registeredAt: 'the day of registration',
    states: proceedings.list,
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
    const columns = columnsOf('bolagsverket_bulkfil');
    const identity = columns.need('organisationsidentitet', (text) => cleaned(text).split('$'));
    const rank = columns.need('namnskyddslopnummer', (text) => Number(cleaned(text) || 0));
    const namesOf = columns.need('organisationsnamn', namesIn);
    const removed = columns.need('avregistreringsdatum', cleaned);
    const registered = columns.need('registreringsdatum', cleaned);
    const proceedingsOf = columns.need('pagandeAvvecklingsEllerOmstruktureringsforfarande', proceedingsIn);
    const form = columns.need('organisationsform', codeOf);
    const reason = columns.need('avregistreringsorsak', codeOf);
    columns.require('registreringsland', 'verksamhetsbeskrivning', 'postadress');
    const registry = registryOf(columns, seFields, {
      nameSince: () => null,
      otherNames: () => [],
      proceedings: proceedingsOf,
      address: columns.read('postadress', addressIn),
    });
    const industryCodes = ['Ng1', 'Ng2', 'Ng3', 'Ng4', 'Ng5'].map((column) => columnsOf('scb_bulkfil').need(column));
    return {
      isPerson: (cells) => personKinds.includes(identity(cells)[1] ?? '') || form(cells) === soleTrader,
      company(rowsOf) {
        // The row with the lowest number is the company; the others protect its further names.
        const rows = rowsOf('bolagsverket_bulkfil').toSorted((one, other) => rank(one) - rank(other));
        const main = rows[0] ?? [];
        const [number = '', kind = ''] = identity(main);
        if (kind !== 'ORGNR-IDORG') throw new RowProblem('the identity is of an unknown kind');
        for (const date of [removed(main), registered(main)])
          if (date !== '' && yearFirst(date) === null) throw new RowProblem('a column of dates holds something else', number);
        const all = rows.flatMap(namesOf);
        const [chosen, ...otherNames] = all.toSorted((one, other) => rankOf(one.type) - rankOf(other.type));
        const current = proceedingsOf(main).map(({ code }) => code);
        const industries = new Set(rowsOf('scb_bulkfil').flatMap((row) => industryCodes.map((code) => code(row))));
        return {
          number,
          name: chosen?.name ?? '',
          state: removed(main) === '' ? proceedings.ofAll(current, 'active') : inState.dissolved,
          stateText: reason(main),
          legalForm: form(main),
          legalFormLabel: forms.get(form(main) ?? '') ?? null,
          registeredAt: yearFirst(registered(main)),
          endedAt: yearFirst(removed(main)),
          endKind: endKinds.get(reason(main) ?? '') ?? null,
          registry: { ...registry(main), nameSince: chosen?.since ?? null, otherNames },
          // 00000 means: unknown.
          activities: [...industries]
            .filter((code) => !/^0*$/.test(code))
            .flatMap((code) => activitiesOf('SE-SNI-2025', code, classes)),
        };
      },
    };
  },
);

interface Name {
  name: string;
  type: string;
  since: string | null;
}

/** A name, its type and its day, joined by $; several such, by |. */
function namesIn(text: string): Name[] {
  return cleaned(text)
    .split('|')
    .flatMap((part) => {
      // A name may contain a $.
      const [since = '', type = '', ...name] = part.split('$').reverse();
      const text = name.reverse().join('$').trim();
      return text === '' ? [] : [{ name: text, type: type.split('-')[0] ?? '', since: yearFirst(since) }];
    });
}

/** The business name, then the plain name, then names in other languages and for parts of the business. */
const rankOf = (type: string): number => (type === 'FORETAGSNAMN' ? 0 : type === 'NAMN' ? 1 : 2);

function proceedingsIn(text: string): { code: string; since: string | null }[] {
  return cleaned(text)
    .split('|')
    .flatMap((part) => {
      const [code = '', since = ''] = part.split('$');
      return code.endsWith('-AVOMFO') ? [{ code: code.split('-')[0] ?? '', since: yearFirst(since) }] : [];
    });
}

/** Street, c/o, town, post code and country, joined by $. The c/o part is left out. */
function addressIn(text: string) {
  const [street = '', , town = '', postCode = '', country = ''] = cleaned(text).split('$');
  if (cleaned(text) === '') return null;
  return { street: orNull(street), postCode: orNull(postCode), postTown: orNull(town), country: codeOf(country) };
}

/** The statistical office writes 16 before the number. The VAT number has the country before it and 01 after it. */
function swedishNumber(typed: string): string {
  const plain = plainNumber(typed);
  const [, own = plain] = /^16(\d{10})$/.exec(plain) ?? /^SE(\d{10})01$/.exec(plain) ?? [];
  return own.padStart(10, '0');
}
