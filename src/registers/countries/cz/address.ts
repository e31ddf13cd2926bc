import { addressFrom, joined, type StoredFields } from '../../declaration/addresses.ts';
import type { czFields } from './fields.ts';

/** A place without street names numbers the houses of the municipality, or of a part of it. */
export function czechAddress({ address }: StoredFields<typeof czFields>) {
  if (!address) return null;
  const { street, district, municipality, houseNumber, orientationNumber } = address;
  const number = [houseNumber, orientationNumber].filter(Boolean).join('/');
  const place = street ?? (number === '' ? null : (district ?? municipality));
  return addressFrom({
    lines: [joined(place, number), place === street && district !== municipality ? district : null],
    postalCode: address.postCode,
    locality: municipality,
    country: address.municipalityCode ? 'CZ' : null,
    raw: address.full,
  });
}
