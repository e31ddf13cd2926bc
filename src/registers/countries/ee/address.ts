import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { eeFields } from './fields.ts';

/** Settlement, municipality and county are one text of the register, which `raw` has too. */
export function estonianAddress({ address }: StoredFields<typeof eeFields>) {
  if (!address) return null;
  return addressFrom({
    lines: [address.location],
    postalCode: address.postCode,
    country: address.municipalityCode ? 'EE' : null,
    raw: address.full ?? address.business,
  });
}
