import { addressFrom, alpha2, type StoredFields } from '../../declaration/addresses.ts';
import type { seFields } from './fields.ts';

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
