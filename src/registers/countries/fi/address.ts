import { addressFrom, alpha2, joined, labelled, type StoredFields } from '../../declaration/addresses.ts';
import type { fiFields } from './fields.ts';

/** Where it is, or else where it receives post. */
export function finnishAddress({ visitingAddress, postalAddress }: StoredFields<typeof fiFields>) {
  const address = visitingAddress ?? postalAddress;
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
