import { z } from 'zod';
import { addressFrom, alpha2, type StoredFields } from '../../declaration/addresses.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { day, given, list, maybeGroup, numberValidBy, text } from '../../declaration/kinds.ts';
import { labelsIn } from '../../declaration/labels.ts';
import { isLuhn } from '../../declaration/numbers.ts';

/** Bolagsverket's list of forms (organisationsform), of its documentation of the bulk file. */
export const forms = labelsIn('se/forms');

/** Quotes may be doubled. NUL characters and the word null mean an empty text. */
export function cleaned(text: string): string {
  const plain = text.replaceAll('\0', '').replaceAll('""', '"').trim();
  return plain === 'null' ? '' : plain;
}

/** A code is followed by a dash and the name of its list: AB-ORGFO. */
export const codeOf = (text: string): string | null => cleaned(text).split('-')[0] || null;

function isOrganisationNumber(identity: string): boolean {
  const [number = ''] = cleaned(identity).split('$');
  return /^\d{10}$/.test(number) && isLuhn(number);
}

/** Sweden */
export const seFields = z.object({
  numberValid: numberValidBy('organisationsidentitet', isOrganisationNumber),
  legalFormCode: text('Legal form, as a code.', 'organisationsform', codeOf),
  legalFormText: text('Legal form in words.', 'organisationsform', (text) => forms.get(codeOf(text) ?? '') ?? null),
  registrationCountry: text('The country that it is registered in.', 'registreringsland', codeOf),
  nameSince: day('Since when it has its name.'),
  otherNames: list('Further names.', {
    name: given.text('The name.'),
    type: given.text('What kind of name it is, as a word of the register.'),
    since: day('Since when.'),
  }),
  deregisteredOn: day('When it was removed from the register.', 'avregistreringsdatum', (text) => yearFirst(cleaned(text))),
  deregistrationReason: text('Why, as a code.', 'avregistreringsorsak', codeOf),
  proceedings: list('Current proceedings.', {
    code: given.text('Which, as a code.'),
    since: day('Since when.'),
  }),
  business: text('What it does, in its own words.', 'verksamhetsbeskrivning', (text) => cleaned(text) || null),
  address: maybeGroup('Where it receives post.', {
    street: text('Street and number, or box.'),
    postCode: text('Post code.'),
    postTown: text('Post town.'),
    country: text('Country.'),
  }),
});

/** Where it receives post. */
export function swedishAddress({ address }: StoredFields<typeof seFields>) {
  if (!address) return null;
  return addressFrom({
    lines: [address.street],
    postalCode: address.postCode,
    locality: address.postTown,
    country: alpha2(address.country),
  });
}
