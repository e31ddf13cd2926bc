import { addressFrom, alpha2OfDigits, joined, type StoredFields } from '../../declaration/addresses.ts';
import type { skFields } from './fields.ts';

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
