import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { cyFields } from './fields.ts';

/** Post code, place and district are one text of the register, so they are a line. */
export function cypriotAddress({ address }: StoredFields<typeof cyFields>) {
  return address ? addressFrom({ lines: [address.street, address.building, address.territory] }) : null;
}
