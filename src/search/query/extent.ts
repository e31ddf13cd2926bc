import { columns, licensedBit, yearOfDay } from '../../company/facts.ts';
import { legalFormGroups } from '../../company/values.ts';
import { maxCodes } from './classes/legal-forms.ts';
import { naceSizes } from './classes/nace.ts';
import { type FacetCount, highestScore } from './query.ts';

/** How many documents there are, and the largest value of each column: counting by value needs that much memory. */
export type Extent = typeof emptyExtent;

export const emptyExtent = {
  documents: 0,
  segments: 0,
  /** The documents, or other names, of the largest segment. */
  segmentDocuments: 0,
  firstDay: columns.day.mask as number,
  lastDay: 0,
  legalForm: 0,
  run: 0,
  activity: 0,
};

/** The extent of both together. The number of segments is that of the first. */
export const mergedExtent = (one: Extent, other: Extent): Extent => ({
  documents: one.documents + other.documents,
  segments: one.segments,
  segmentDocuments: Math.max(one.segmentDocuments, other.segmentDocuments),
  firstDay: Math.min(one.firstDay, other.firstDay),
  lastDay: Math.max(one.lastDay, other.lastDay),
  legalForm: Math.max(one.legalForm, other.legalForm),
  run: Math.max(one.run, other.run),
  activity: Math.max(one.activity, other.activity),
});

/** What a segment has of each column. */
interface SegmentValues {
  /** The first word of each document. */
  words: Uint32Array;
  /** The second and third word of each kind of documents. */
  forms: Uint32Array;
  runs: Uint32Array;
  /** The activities of all sets. */
  activities: Uint32Array;
}

/** The extent of one segment. */
export function extentOf({ words, forms, runs, activities }: SegmentValues): Extent {
  const extent = { ...emptyExtent, documents: words.length, segmentDocuments: words.length };
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

/** For each facet count the smallest value that it counts, and the number of values. */
export function facetRanges({ firstDay, lastDay, legalForm, run, activity }: Extent) {
  const firstYear = yearOfDay(firstDay);
  return {
    day: { base: firstDay, size: Math.max(0, lastDay - firstDay + 1) },
    year: { base: firstYear, size: Math.max(0, yearOfDay(lastDay) - firstYear + 1) },
    status: { base: 0, size: 8 },
    country: { base: 0, size: 26 * 26 },
    legalForm: { base: 1, size: legalForm },
    run: { base: 0, size: run + 1 },
    unlicensed: { base: 1, size: activity },
    licensed: { base: 1, size: activity },
    legalFormGroup: { base: 1, size: legalFormGroups.length },
    legalFormCode: { base: 1, size: maxCodes },
    naceDivision: { base: 1, size: naceSizes.division },
    naceSection: { base: 1, size: naceSizes.section },
    score: { base: 0, size: highestScore + 1 },
  } satisfies Record<FacetCount, object>;
}

export const facetRange = (facetCount: FacetCount, extent: Extent) => facetRanges(extent)[facetCount];
