import { z } from 'zod';
import { addressFrom, alpha2, joined, labelled, type StoredFields } from '../../declaration/addresses.ts';
import { day, given, list, maybeGroup, numberValidBy, text } from '../../declaration/kinds.ts';
import { weightedSum } from '../../declaration/numbers.ts';

const named = {
  name: given.text('The name.', 'name'),
  from: day('Since when it is registered.', 'registrationDate'),
};
const address = {
  street: text('Street.', 'street'),
  buildingNumber: text('Number of the building.', 'buildingNumber'),
  entrance: text('Entrance.', 'entrance'),
  apartment: text('Apartment.'),
  poBox: text('Post-office box.', 'postOfficeBox'),
  postCode: text('Post code.', 'postCode'),
  city: text('Town, in Finnish if the register has it.'),
  citySwedish: text('Town in Swedish.'),
  municipalityCode: text('Code of the municipality.'),
  country: text('Country, if it is not Finland.', 'country'),
  freeText: text('An address that is not split, such as a foreign one.', 'freeAddressLine'),
};

/** Seven digits, a dash and a check digit. A remainder of 1 belongs to no number. */
function isBusinessId(number: string): boolean {
  if (!/^\d{7}-\d$/.test(number)) return false;
  const remainder = weightedSum(number, [7, 9, 10, 5, 8, 4, 2]) % 11;
  return remainder !== 1 && Number(number[8]) === (remainder === 0 ? 0 : 11 - remainder);
}

/** Finland */
export const fiFields = z.object({
  numberValid: numberValidBy('businessId.value', isBusinessId),
  businessIdRegisteredOn: day('When the business ID was given.', 'businessId.registrationDate'),
  euId: text('The European identifier (EUID).', 'euId.value'),
  tradeRegisterStatus: text('State in the trade register, as a code.', 'tradeRegisterStatus'),
  businessIdStatus: text('State of the business ID, as a code.', 'status'),
  endedOn: day('When it ended.'),
  legalFormCode: text('Legal form, as a code.'),
  legalFormText: text('Legal form in words.'),
  parallelNames: list('Names in other languages.', named),
  auxiliaryNames: list('Names of parts of the business.', named),
  previousNames: list('Names that it had before.', { ...named, until: day('Until when.', 'endDate') }),
  situations: list('Liquidation, bankruptcy and restructuring.', {
    type: text('`SELTILA`, `KONK` or `SANE`.', 'type'),
    from: day('Since when.', 'registrationDate'),
    until: day('Until when.', 'endDate'),
  }),
  visitingAddress: maybeGroup('Where it is.', address),
  postalAddress: maybeGroup('Where it receives post.', address),
  website: text('Its web site.', 'website.url'),
  entries: list('Entries in the registers of the authorities.', {
    register: text('The register, as a code.', 'register'),
    authority: text('The authority, as a code.', 'authority'),
    type: text('What the entry says, as a code.', 'type'),
    text: text('What the entry says in words.'),
    from: day('Since when.', 'registrationDate'),
    until: day('Until when.', 'endDate'),
  }),
  modifiedAt: text('When the register last changed the record, as it writes it.', 'lastModified'),
});

type Fields = StoredFields<typeof fiFields>;

/** Where it is, or else where it receives post. */
const ownAddress = ({ visitingAddress, postalAddress }: Fields) => visitingAddress ?? postalAddress;

/** In Finnish and in Swedish. */
export function finnishLocalities(registry: Fields): string[] {
  const address = ownAddress(registry);
  return [address?.city, address?.citySwedish].filter((name) => typeof name === 'string');
}

export function finnishAddress(registry: Fields) {
  const address = ownAddress(registry);
  if (!address) return null;
  return addressFrom({
    lines: [
      joined(address.street, address.buildingNumber, address.entrance, address.apartment),
      // The Finnish word for a post-office box, as it is written on letters.
      labelled('PL', address.poBox),
    ],
    postalCode: address.postCode,
    locality: address.city,
    country: alpha2(address.country) ?? (address.municipalityCode ? 'FI' : null),
    raw: address.freeText,
  });
}
