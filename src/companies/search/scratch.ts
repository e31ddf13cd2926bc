import { type Extent, tallyRange } from './extent.ts';
import type { Tally } from './question.ts';

/** The number of questions that one pass answers. */
export const slots = 8;
/** In bytes: enough for a fragment of 200 characters, and for a number as fifty registers write it, in any alphabet. */
const needleRoom = 32_768;
/** In bytes: the class Tallies of wasm/scan.ts. */
const tallyTableSize = 24;

const tallyNames = ['day', 'status', 'country', 'legalForm', 'run', 'unlicensed', 'licensed'] as const satisfies Tally[];

/** The working memory of one thread: addresses in its own part of the shared memory. */
export interface Scratch {
  /** Fields with one bit for each line of a bucket. */
  bits: number;
  otherBits: number;
  numberBits: number;
  /** A list of buckets. */
  list: number;
  /** What each question of a pass searches for. */
  slots: { needles: number; activities: number; runs: number }[];
  tallies: Record<Tally, number>;
  /** The activity that each activity is counted as. */
  merged: number;
  tallyTable: number;
  /** In bytes, in total. */
  size: number;
}

export function scratchAt(start: number, extent: Extent): Scratch {
  let end = start;
  const take = (size: number) => {
    const at = end;
    end += Math.ceil(size / 16) * 16;
    return at;
  };
  const field = extent.bucketLines / 8 + 8;
  const bits = take(field);
  const otherBits = take(field);
  const numberBits = take(field);
  const list = take(4 * (extent.buckets + 1));
  const all = Array.from({ length: slots }, () => ({
    needles: take(needleRoom),
    activities: take(4 * (extent.activity + 1)),
    runs: take(extent.run + 1),
  }));
  const tallies = {} as Record<Tally, number>;
  for (const tally of tallyNames) tallies[tally] = take(4 * (tallyRange(tally, extent).size + 1));
  const merged = take(4 * (extent.activity + 1));
  const tallyTable = take(tallyTableSize);
  return { bits, otherBits, numberBits, list, slots: all, tallies, merged, tallyTable, size: end - start };
}
