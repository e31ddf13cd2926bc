import type { ColumnName, Tally } from './question.ts';

/** How far the values of all lines reach. */
export interface Extent {
  lines: number;
  buckets: number;
  /** Of the largest bucket. */
  bucketLines: number;
  firstDay: number;
  lastDay: number;
  legalForm: number;
  run: number;
  activity: number;
}

/** All buckets as of one version of the data, ready in the shared memory. */
export interface Snapshot {
  version: string;
  /** The address of the list of buckets, in the order of their names. */
  directory: number;
  /** Their ids in the database. */
  buckets: string[];
  extent: Extent;
  /** When each import took place, in milliseconds, by its number. */
  runTimes: [number: number, time: number][];
  /** How often each byte occurs, in a sample. */
  frequencies: Uint32Array;
  /** Where each thread finds room for its work. */
  scratches: number[];
  /** In bytes: all that is kept of the records, and the room for work. */
  memory: number;
}

/** In bytes, of an entry in the directory. */
export const entrySize = 36;
/** So many questions are answered in one go. */
export const slots = 8;
/** In bytes: a fragment of 200 characters and a number as fifty registers spell it, in any alphabet. */
const needleRoom = 32_768;

/** The values of a tally: the smallest that has a count of its own, and how many there are from there on. */
export function tallyRange(
  tally: Tally,
  { firstDay, lastDay, legalForm, run, activity }: Extent,
): { base: number; size: number } {
  const ranges: Record<Tally, { base: number; size: number }> = {
    day: { base: firstDay, size: Math.max(0, lastDay - firstDay + 1) },
    status: { base: 0, size: 8 },
    country: { base: 0, size: 26 * 26 },
    legalForm: { base: 1, size: legalForm },
    run: { base: 0, size: run + 1 },
    unlicensed: { base: 1, size: activity },
    licensed: { base: 1, size: activity },
  };
  return ranges[tally];
}

/** Where in the room of a thread everything is. */
export interface Scratch {
  bits: number;
  otherBits: number;
  partBits: number;
  list: number;
  slots: { needles: number; activities: number; runs: number }[];
  tallies: Record<Tally, number>;
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
  const tallies = {} as Record<Tally, number>;
  const [bits, otherBits, partBits] = [take(field), take(field), take(field)];
  const list = take(4 * (extent.buckets + 1));
  const all = Array.from({ length: slots }, () => ({
    needles: take(needleRoom),
    activities: take(4 * (extent.activity + 1)),
    runs: take(extent.run + 1),
  }));
  for (const tally of tallyNames) tallies[tally] = take(4 * (tallyRange(tally, extent).size + 1));
  return { bits, otherBits, partBits, list, slots: all, tallies, size: end - start };
}

const columnNames = ['day', 'status', 'country', 'legalForm', 'run'] as const satisfies ColumnName[];
const tallyNames: readonly Tally[] = [...columnNames, 'unlicensed', 'licensed'];
