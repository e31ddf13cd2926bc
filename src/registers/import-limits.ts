import { WrongFile } from './files/table.ts';
import type { Rejects } from './rejects.ts';

/**
 * Of all rows: over this share of rejects the source isn't what it should be; nor is one with under this share of the companies
 * before.
 */
const limits = { rejected: 0.01, remaining: 0.8 };
/** A small update may have so many rejects: it would hold up all that follow. */
const rejectedInUpdate = 10;

const allowed = 'nothing was imported. If that is right, say --allow-shrink.';

export function refuseRejects(rejects: Rejects, read: number, isUpdate: boolean): void {
  if (rejects.count <= Math.max(read * limits.rejected, isUpdate ? rejectedInUpdate : 0)) return;
  throw new WrongFile(
    `${rejects.count} of ${read} rows were rejected, over 1 %: nothing was imported. ` +
      `${rejects.path} has them with their reasons.`,
  );
}

/** A source that lost much of its companies was cut off, or is another one. An update tells which ones it removes. */
export function refuseShrinking(current: number, staged: number, removed: readonly string[] | undefined): void {
  if (removed) {
    if (current - removed.length >= current * limits.remaining) return;
    throw new WrongFile(`The update removes ${removed.length} of ${current} companies, over 20 %: ${allowed}`);
  }
  if (staged < current * limits.remaining)
    throw new WrongFile(`The file has ${staged} companies, under 80 % of the ${current} before: ${allowed}`);
  if (staged === 0) throw new WrongFile('The file has no companies: nothing was imported.');
}
