import { z } from 'zod';
import { addressFrom, alpha2OfDigits, joined, type StoredFields } from '../../declaration/addresses.ts';
import { orNull } from '../../declaration/columns.ts';
import { day, flag, given, group, list, maybeGroup, text } from '../../declaration/kinds.ts';

const named = {
  name: given.text('The name.', 'value'),
  from: day('Since when.', 'validFrom'),
  until: day('Until when; null for one that is in use.'),
};

/** Slovakia */
export const skFields = z.object({
  rpoId: text('Id of the record in the register (RPO).', 'id'),
  ico: text('The identification number (IČO).'),
  numberValid: flag('Whether the check digit of the identification number is right; null if there is none.'),
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  legalStatusCode: text('Legal status, as a code.'),
  legalStatusText: text('Legal status in words.'),
  endedOn: day('When it ended.', 'termination'),
  previousNames: list('Names that it had before.', named),
  alternativeNames: list('Further names.', named),
  address: maybeGroup('The seat.', {
    street: text('Street.', 'street'),
    registerNumber: text('Number in the register of buildings.', 'regNumber', (number) =>
      number === '0' ? null : orNull(number),
    ),
    buildingNumber: text('Number in the street.', 'buildingNumber'),
    postCode: text('Post code.'),
    municipality: text('Municipality.'),
    country: text('Country.', 'country.value'),
    countryCode: text('Country, as a code.', 'country.code'),
    from: day('Since when it has this address.', 'validFrom'),
  }),
  sourceRegister: group('The register that keeps the entity.', {
    code: text('Which, as a code.'),
    name: text('Its name.'),
  }),
  registrationOffice: text('The office that registered it.'),
  registrationNumber: text('Its number there.'),
  businessObjects: list('What it may do, by its entry.', {
    text: text('In words.'),
    from: day('Since when.', 'validFrom'),
  }),
  modifiedOn: day('When the register last changed the record.', 'dbModificationDate'),
});

/** The seat. A village without streets numbers its houses, so its name is in the first line. */
export function slovakAddress({ address }: StoredFields<typeof skFields>) {
  if (!address) return null;
  const number = [address.registerNumber, address.buildingNumber].filter(Boolean).join('/');
  return addressFrom({
    lines: [joined(address.street ?? (number === '' ? null : address.municipality), number)],
    postalCode: address.postCode,
    locality: address.municipality,
    country: alpha2OfDigits(address.countryCode),
  });
}
