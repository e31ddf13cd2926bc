import { columns, licensedBit, yearOfDay } from '../../company/facts.ts';
import { legalFormGroups } from '../../company/values.ts';
import { mostCodes } from './classes/legal-forms.ts';
import { naceSizes } from './classes/nace.ts';
import { highestLevel, type Tally } from './query.ts';

/** How many lines there are, and the largest value of each column: counting by value needs that much memory. */
export interface Extent {
  lines: number;
  buckets: number;
  /** The lines, or other names, of the largest bucket. */
  bucketLines: number;
  firstDay: number;
  lastDay: number;
  legalForm: number;
  run: number;
  activity: number;
}

export const emptyExtent: Extent = {
  lines: 0,
  buckets: 0,
  bucketLines: 0,
  firstDay: columns.day.mask,
  lastDay: 0,
  legalForm: 0,
  run: 0,
  activity: 0,
};

/** The extent of both together. The number of buckets is that of the first. */
export const mergedExtent = (one: Extent, other: Extent): Extent => ({
  lines: one.lines + other.lines,
  buckets: one.buckets,
  bucketLines: Math.max(one.bucketLines, other.bucketLines),
  firstDay: Math.min(one.firstDay, other.firstDay),
  lastDay: Math.max(one.lastDay, other.lastDay),
  legalForm: Math.max(one.legalForm, other.legalForm),
  run: Math.max(one.run, other.run),
  activity: Math.max(one.activity, other.activity),
});

/** What a bucket has of each column. */
interface BucketValues {
  /** The first word of each line. */
  words: Uint32Array;
  /** The second and third word of each kind of lines. */
  forms: Uint32Array;
  runs: Uint32Array;
  /** The activities of all sets. */
  activities: Uint32Array;
}

/** The extent of one bucket. */
export function extentOf({ words, forms, runs, activities }: BucketValues): Extent {
  const extent = { ...emptyExtent, lines: words.length, bucketLines: words.length };
  for (const word of words) {
    const day = word & columns.day.mask;
    if (day !== 0 && day < extent.firstDay) extent.firstDay = day;
    if (day > extent.lastDay) extent.lastDay = day;
  }
  for (const form of forms) extent.legalForm = Math.max(extent.legalForm, form >>> columns.legalForm.shift);
  for (const run of runs) extent.run = Math.max(extent.run, run);
  for (const activity of activities) extent.activity = Math.max(extent.activity, activity & (licensedBit - 1));
  return extent;
}

/** The smallest value that a tally counts, and the number of values. */
export function tallyRange(
  tally: Tally,
  { firstDay, lastDay, legalForm, run, activity }: Extent,
): { base: number; size: number } {
  const firstYear = yearOfDay(firstDay);
  const ranges: Record<Tally, { base: number; size: number }> = {
    day: { base: firstDay, size: Math.max(0, lastDay - firstDay + 1) },
    year: { base: firstYear, size: Math.max(0, yearOfDay(lastDay) - firstYear + 1) },
    status: { base: 0, size: 8 },
    country: { base: 0, size: 26 * 26 },
    legalForm: { base: 1, size: legalForm },
    run: { base: 0, size: run + 1 },
    unlicensed: { base: 1, size: activity },
    licensed: { base: 1, size: activity },
    legalFormGroup: { base: 1, size: legalFormGroups.length },
    legalFormCode: { base: 1, size: mostCodes },
    naceDivision: { base: 1, size: naceSizes.division },
    naceSection: { base: 1, size: naceSizes.section },
    level: { base: 0, size: highestLevel + 1 },
  };
  return ranges[tally];
}
