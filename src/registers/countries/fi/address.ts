import { addressFrom, alpha2, joined, labelled, type StoredFields } from '../../declaration/addresses.ts';
import type { fiFields } from './fields.ts';

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
