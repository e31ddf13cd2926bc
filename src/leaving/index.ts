import { accountErasure, type ErasureDependencies } from './erasure.ts';
import { accountExports } from './export.ts';

/** Exports and erases accounts. The tables of every feature declare their part. */
export const openLeaving = (dependencies: ErasureDependencies) => ({
  accountExports: accountExports(dependencies.pool),
  erasure: accountErasure(dependencies),
});
