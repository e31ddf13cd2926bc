import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { lvFields } from './fields.ts';

/** The register has one text, a post code, and codes of places. */
export function latvianAddress({ address }: StoredFields<typeof lvFields>) {
  if (!address) return null;
  return addressFrom({ postalCode: address.postCode, country: address.territoryCode ? 'LV' : null, raw: address.full });
}
