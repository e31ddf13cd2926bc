import { addressFrom, countryNames, joined, labelled, type StoredFields } from '../../declaration/addresses.ts';
import type { roFields } from './fields.ts';

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
