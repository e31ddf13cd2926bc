import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { ltFields } from './fields.ts';

/** The register has one text. */
export const lithuanianAddress = ({ address }: StoredFields<typeof ltFields>) => addressFrom({ raw: address?.full });
