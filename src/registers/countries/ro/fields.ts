import { z } from 'zod';
import { addressFrom, countryNames, joined, labelled, type StoredFields } from '../../declaration/addresses.ts';
import { orNull } from '../../declaration/columns.ts';
import { flag, given, group, list, text } from '../../declaration/kinds.ts';
import { plainNumber, weightedSum } from '../../declaration/numbers.ts';

/** Companies that pay VAT write RO before it. */
export function spellFiscalCode(typed: string): string {
  return plainNumber(typed).replace(/^RO/, '');
}

/** 0 means that the firm has none. */
export const fiscalCodeOf = (text: string): string | null => (/^0*$/.test(text) ? null : spellFiscalCode(text));

function isFiscalCode(text: string): boolean | null {
  const code = fiscalCodeOf(text);
  if (code === null || !/^\d{2,10}$/.test(code)) return code === null ? null : false;
  return ((weightedSum(code.slice(0, -1).padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(code.at(-1));
}

/** Postal codes have six digits. Spreadsheets removed the leading zero of some. */
const postCodeOf = (text: string): string | null => (/^\d{5}$/.test(text) ? `0${text}` : orNull(text));

/** Romania */
export const roFields = z.object({
  fiscalCode: text('The fiscal code (CUI).', 'CUI', fiscalCodeOf),
  fiscalCodeValid: flag('Whether the check digit of the fiscal code is right.', 'CUI', isFiscalCode),
  euid: text('The European identifier (EUID).', 'EUID'),
  legalFormCode: text('Legal form, as a code.', 'FORMA_JURIDICA'),
  statuses: list('All its states.', {
    code: given.text('The state, as a code.'),
    text: text('The state in words.'),
  }),
  address: group('The seat.', {
    country: text('Country.', 'ADR_TARA'),
    county: text('County.', 'ADR_JUDET'),
    locality: text('Locality.', 'ADR_LOCALITATE'),
    street: text('Street.', 'ADR_DEN_STRADA'),
    number: text('Number in the street.', 'ADR_NR_STRADA'),
    block: text('Block.', 'ADR_BLOC'),
    staircase: text('Staircase.', 'ADR_SCARA'),
    floor: text('Floor.', 'ADR_ETAJ'),
    apartment: text('Apartment.', 'ADR_APARTAMENT'),
    sector: text('Sector of Bucharest.', 'ADR_SECTOR'),
    more: text('What else the address says.', 'ADR_COMPLETARE'),
    postCode: text('Post code, with its leading zero.', 'ADR_COD_POSTAL', postCodeOf),
  }),
  web: text('Its web site; some write a telephone number or an e-mail address.', 'WEB'),
  parentCountry: text('Country of the company above it.', 'TARA_FIRMA_MAMA'),
});

const countryOf = countryNames(['ro', 'en']);

/** The seat. The words before the numbers of a building are those that Romanian letters have. */
export function romanianAddress({ address }: StoredFields<typeof roFields>) {
  if (!address) return null;
  const building = [
    labelled('bl.', address.block),
    labelled('sc.', address.staircase),
    labelled('et.', address.floor),
    labelled('ap.', address.apartment),
  ];
  return addressFrom({
    lines: [joined(address.street, address.number), building.filter(Boolean).join(', '), address.more],
    postalCode: address.postCode,
    locality: address.locality,
    region: address.county,
    country: countryOf(address.country),
  });
}
