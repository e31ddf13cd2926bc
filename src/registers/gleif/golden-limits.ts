import { futureFile, isFuture } from '../declaration/file-date.ts';
import { WrongFile } from '../files/table.ts';

/** The share of rows that may be unreadable, and the share of the served identifiers that may be missing. */
const limits = { rejected: 0.01, removed: 0.2 };
/** Fewer losses than these are no sign of a wrong file. */
const minCount = 10;

const allowed = (flag: string) => `nothing was imported. If that is right, add ${flag}.`;

/** Refuses a file of the future, and one that is older than the served one, unless the day of that is in the future. */
export function refuseGoldenDay(
  day: string | undefined,
  served: string | undefined,
  { allowOlder, now, today = now }: { allowOlder?: boolean | undefined; now(): Date; today?: () => Date },
): void {
  if (day !== undefined && isFuture(day.slice(0, 10), today())) throw new WrongFile(futureFile(day, today()));
  if (served !== undefined && isFuture(served.slice(0, 10), today())) return;
  if (allowOlder || day === undefined || served === undefined || day.slice(0, served.length) >= served.slice(0, day.length))
    return;
  throw new WrongFile(`The file is of ${day}, and what is served is of ${served}: ${allowed('--allow-older')}`);
}

/** Refuses a file that is empty, cut off or damaged. */
export function refuseUnreadable(name: string, rows: { read: number; rejected: number; isLastBad: boolean }): void {
  const { read, rejected, isLastBad } = rows;
  if (read === 0) throw new WrongFile(`${name} has no rows: nothing was imported.`);
  if (isLastBad) throw new WrongFile(`${name} is cut off: its last row is not whole. Nothing was imported.`);
  if (rejected > read * limits.rejected)
    throw new WrongFile(`${rejected} of ${read} rows of ${name} cannot be used, over 1 %: nothing was imported.`);
}

interface Difference {
  removed: number;
  current: number;
  newer: number;
  older: number;
}

/** Refuses files that lack many of the served identifiers, and files whose rows are all older than those that are served. */
export function refuseDifference(
  { removed, current, newer, older }: Difference,
  { allowShrink, allowOlder }: { allowShrink?: boolean | undefined; allowOlder?: boolean | undefined },
): void {
  if (!allowOlder && older > 0 && newer === 0)
    throw new WrongFile(`${older} rows are older than those that are served, and none is newer: ${allowed('--allow-older')}`);
  if (!allowShrink && removed >= minCount && removed > current * limits.removed)
    throw new WrongFile(
      `The file lacks ${removed} of the ${current} identifiers that are served, over 20 %: ${allowed('--allow-shrink')}`,
    );
}
