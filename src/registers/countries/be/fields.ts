import { z } from 'zod';
import { addressFrom, countryNames, joined, labelled, type StoredFields } from '../../declaration/addresses.ts';
import { day, given, list, maybeGroup, maybeList, numberValidBy, text, texts } from '../../declaration/kinds.ts';
import { plainNumber } from '../../declaration/numbers.ts';

/** Ten digits; older numbers were written with nine. */
export function belgianNumber(typed: string): string {
  const plain = plainNumber(typed).replace(/^BE/, '');
  return /^\d{9}$/.test(plain) ? `0${plain}` : plain;
}

function isEnterpriseNumber(written: string): boolean {
  const number = belgianNumber(written);
  return 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));
}

/** Belgium */
export const beFields = z.object({
  numberValid: numberValidBy('EnterpriseNumber', isEnterpriseNumber),
  enterpriseNumber: given.text('The number as the register writes it, with dots.', 'EnterpriseNumber'),
  stateCode: text('`AC` for an active enterprise.', 'Status'),
  situationCode: text('Juridical situation, as a code.', 'JuridicalSituation'),
  situationText: text('Juridical situation in Dutch and French.'),
  legalFormCode: text('Legal form, as a code.', 'JuridicalForm'),
  transitionalFormCode: text('The legal form that applies until the statutes follow the code of 2019.', 'JuridicalFormCAC'),
  transitionalFormText: text('That form in Dutch and French.'),
  names: list('All names.', {
    name: given.text('The name.'),
    language: text('`fr`, `nl`, `de` or `en`.'),
    type: given.text('`name`, `abbreviation`, `commercial` or `branch`; any other code of the register unchanged.'),
  }),
  address: maybeGroup('The seat.', {
    countryNl: text('Country in Dutch, if it is not Belgium.', 'CountryNL'),
    countryFr: text('Country in French, if it is not Belgium.', 'CountryFR'),
    postCode: text('Post code.', 'Zipcode'),
    municipalityNl: text('Municipality in Dutch.', 'MunicipalityNL'),
    municipalityFr: text('Municipality in French.', 'MunicipalityFR'),
    streetNl: text('Street in Dutch.', 'StreetNL'),
    streetFr: text('Street in French.', 'StreetFR'),
    houseNumber: text('House number.', 'HouseNumber'),
    box: text('Box.', 'Box'),
    extra: text('What else the address says.', 'ExtraAddressInfo'),
    struckOffOn: day('When the register struck the address off.', 'DateStrikingOff'),
  }),
  contacts: maybeList('Contact details. Null if they were erased.', {
    type: given.text('`TEL`, `EMAIL` or `WEB`.', 'ContactType'),
    value: given.text('The number or address.', 'Value'),
  }),
  establishments: texts('Numbers of its establishments.'),
  branches: texts('Ids of its branches, of foreign entities.'),
});

const countryOf = countryNames(['fr', 'nl']);

/** A street or municipality with two names has both, the Dutch one first, as a legal form has. */
const both = (dutch: string | null | undefined, french: string | null | undefined): string | null =>
  [...new Set([dutch, french].filter(Boolean))].join(' / ') || null;

/** Of the seat, in Dutch and in French. */
export const belgianLocalities = ({ address }: StoredFields<typeof beFields>): string[] =>
  [address?.municipalityNl, address?.municipalityFr].filter((name) => typeof name === 'string');

/** The seat. The register states a country only if it is not Belgium. */
export function belgianAddress({ address }: StoredFields<typeof beFields>) {
  if (!address) return null;
  const { countryFr, countryNl } = address;
  return addressFrom({
    lines: [joined(both(address.streetNl, address.streetFr), address.houseNumber, labelled('box', address.box)), address.extra],
    postalCode: address.postCode,
    locality: both(address.municipalityNl, address.municipalityFr),
    country: countryFr || countryNl ? (countryOf(countryFr) ?? countryOf(countryNl)) : 'BE',
  });
}
