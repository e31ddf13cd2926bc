import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { eeFields } from './fields.ts';

/** The register writes settlement, municipality and county in one column. */
export function estonianAddress({ address }: StoredFields<typeof eeFields>) {
  if (!address) return null;
  return addressFrom({
    lines: [address.location],
    postalCode: address.postCode,
    locality: address.municipality,
    country: address.municipalityCode ? 'EE' : null,
    raw: address.full ?? address.business,
  });
}
