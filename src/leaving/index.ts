import { Erasure, type ErasureParts } from './erasure.ts';
import { AccountExports } from './export.ts';

/** Exports and erases accounts. The tables of every feature declare their part. */
export function openLeaving(parts: ErasureParts) {
  return { accountExports: new AccountExports(parts.pool), erasure: new Erasure(parts) };
}
