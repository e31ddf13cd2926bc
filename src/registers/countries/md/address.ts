import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { mdFields } from './fields.ts';

/** The register has one text, and the code of a territory of Moldova. */
export const moldovanAddress = ({ address, territoryCode }: StoredFields<typeof mdFields>) =>
  addressFrom({ raw: address, country: territoryCode ? 'MD' : null });
