import { Erasure, type ErasureParts } from './erasure.ts';
import { AccountExports } from './export.ts';

/** What a person may ask for who leaves: all that is kept of the account, and that it is erased. It asks every feature for its part. */
export function openLeaving(parts: ErasureParts) {
  return { accountExports: new AccountExports(parts.pool), erasure: new Erasure(parts) };
}
