import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { ieFields } from './fields.ts';

/** Four columns without a meaning of their own are lines. Only Irish addresses have an Eircode. */
export function irishAddress({ address }: StoredFields<typeof ieFields>) {
  if (!address) return null;
  return addressFrom({ lines: address.lines ?? [], postalCode: address.eircode, country: address.eircode ? 'IE' : null });
}
