import { type Columns, orNull } from './columns.ts';
import { yearFirst } from './dates.ts';
import type { Cell } from './files/table.ts';
import { isLuhn, ofDigits } from './numbers.ts';
import { type EntityStatus, naturalPerson, type Register, RowProblem } from './register.ts';
import { severalRowsRegister } from './several-rows.ts';

/**
 * Proceedings that are under way. Ended ones have other codes (…-AVSLAVOMFO), and mergers that a company survives change
 * nothing.
 */
const proceedings = new Map<string, EntityStatus>([
  ['KK', 'insolvent'],
  ['FR', 'insolvent'],
  ['AC', 'insolvent'],
  ['RES', 'insolvent'],
  ['LI', 'winding_up'],
  ['FUOL', 'winding_up'],
  ['DEOL', 'winding_up'],
]);

const forms = new Map([
  ['AB', 'Aktiebolag'],
  ['BRF', 'Bostadsrättsförening'],
  ['EK', 'Ekonomisk förening'],
  ['FL', 'Filial'],
  ['HB', 'Handelsbolag'],
  ['I', 'Ideell förening'],
  ['KB', 'Kommanditbolag'],
  ['S', 'Stiftelse'],
]);
/** Identities that are personal numbers: of living persons and of estates. */
const personKinds = ['PERSON-IDORG', 'DODSBO-IDORG'];
const soleTrader = 'E';

/** Sweden: the bulk file of the Companies Registration Office. It has a free text in place of activity codes. */
export const se: Register = severalRowsRegister(
  {
    id: 'se',
    country: { code: 'SE', name: 'Sweden', nativeName: 'Sverige' },
    name: 'Swedish Companies Registration Office (Bolagsverket)',
    scheme: 'SE-BLV',
    licence: 'EU high-value dataset, free of charge',
    sourceUrl: 'https://bolagsverket.se/apierochoppnadata/vardefulladatamangder',
    downloads: [{ url: 'https://vardefulla-datamangder.bolagsverket.se/bolagsverket/bolagsverket_bulkfil.zip', type: 'zip' }],
    revision: 1,
    hasPersons: true,
    // The address has a c/o part, which often names a person.
    personal: ['postadress'],
    normalizeNumber: ofDigits(10),
  },
  { delimiter: ';', quote: 'bare' },
  (columns) => {
    const needed = (column: string) => cleaned(columns, column);
    const [identity, rowNumber] = [needed('organisationsidentitet'), needed('namnskyddslopnummer')];
    const [names, form, country] = [needed('organisationsnamn'), needed('organisationsform'), needed('registreringsland')];
    const [removed, reason] = [needed('avregistreringsdatum'), needed('avregistreringsorsak')];
    const [underWay, registered] = [needed('pagandeAvvecklingsEllerOmstruktureringsforfarande'), needed('registreringsdatum')];
    const [business, address] = [needed('verksamhetsbeskrivning'), needed('postadress')];
    return {
      key: identity,
      // The row with the lowest number is the company's own; the others protect further names of it.
      rank: (cells) => String(999_999_999 - Number(rowNumber(cells) || 0)).padStart(9, '0'),
      company(main, others) {
        const [number = '', kind = ''] = identity(main).split('$');
        const formCode = codeOf(form(main));
        if (personKinds.includes(kind) || formCode === soleTrader) return naturalPerson;
        if (kind !== 'ORGNR-IDORG') throw new RowProblem('the identity is of an unknown kind');
        for (const date of [removed(main), registered(main)])
          if (date !== '' && yearFirst(date) === null) throw new RowProblem('a column of dates holds something else', number);
        const [removedOn, registeredAt] = [yearFirst(removed(main)), yearFirst(registered(main))];
        const all = [main, ...others].flatMap((cells) => namesIn(names(cells)));
        const [chosen, ...further] = all.toSorted((one, other) => rankOf(one.type) - rankOf(other.type));
        const current = proceedingsIn(underWay(main));
        return {
          number,
          name: chosen?.name ?? '',
          status: removed(main) === '' ? statusOf(current) : 'dissolved',
          legalForm: orNull(formCode),
          registeredAt,
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
          activities: [],
          registrations: [
            { scheme: 'SE-BLV', number, status: orNull(codeOf(reason(main))), validFrom: registeredAt, validTo: removedOn },
          ],
        };
      },
    };
  },
);

/** The text of a column. Quotes may be doubled, and NUL characters and the word null stand where nothing should. */
function cleaned(columns: Columns, column: string): (cells: readonly Cell[]) => string {
  const text = columns.need(column);
  return (cells) => {
    const plain = text(cells).replaceAll('\0', '').replaceAll('""', '"').trim();
    return plain === 'null' ? '' : plain;
  };
}

/** Codes have the name of their list behind a dash: AB-ORGFO. */
const codeOf = (text: string): string => text.split('-')[0] ?? '';

interface Name {
  name: string;
  type: string;
  since: string | null;
}

/** A name, its type and its day, joined by $; several such, by |. */
function namesIn(text: string): Name[] {
  return text.split('|').flatMap((part) => {
    // A name may hold the sign itself.
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

function statusOf(current: readonly { code: string }[]): EntityStatus {
  const known = current.map(({ code }) => proceedings.get(code));
  return known.includes('insolvent') ? 'insolvent' : known.includes('winding_up') ? 'winding_up' : 'active';
}

/** Street, c/o, town, post code and country, joined by $. The c/o part is left out. */
function addressIn(text: string) {
  if (text === '') return null;
  const [street = '', , town = '', postCode = '', country = ''] = text.split('$');
  return { street: orNull(street), postCode: orNull(postCode), postTown: orNull(town), country: orNull(codeOf(country)) };
}
