import { yearOfDay } from '../../company/facts.ts';
import type { Counted, ValueCounts } from '../counter.ts';
import type { Job, Tally } from '../query/query.ts';
import type { IndexState } from './index-state.ts';

/** In bytes, of a row of an answer: tally, bucket, value, matches, lines. */
const answerRow = 29;
/** In bytes, of a row of a list of lines: bucket, line, value. */
const lineRow = 22;

/** Columns in which 0 means: no value. */
const canBeMissing = new Set<Tally>([
  'day',
  'year',
  'legalForm',
  'unlicensed',
  'licensed',
  'legalFormGroup',
  'legalFormCode',
  'naceDivision',
  'naceSection',
]);

/** The counts of an answer, or undefined if it did not count every line of the index exactly once. */
export function readAnswer(bytes: Buffer, { tallies }: Job, { buckets, sizes, places }: IndexState): Counted | undefined {
  const counts = new Uint32Array(buckets.length);
  const lines = new Uint32Array(buckets.length);
  const values = tallies.map((tally) => ({ isYear: tally === 'year', lines: 0, found: new Map<number, number>() }));
  for (let at = 0; at + answerRow <= bytes.length; at += answerRow) {
    const value = bytes.readUInt32LE(at + 17);
    const found = bytes.readUInt32LE(at + 21);
    const looked = bytes.readUInt32LE(at + 25);
    const tally = values[bytes.readUInt8(at) - 1];
    if (tally) {
      // ClickHouse counts days.
      const key = tally.isYear && value > 0 ? yearOfDay(value) : value;
      tally.found.set(key, (tally.found.get(key) ?? 0) + found);
      tally.lines += looked;
      continue;
    }
    const place = places.get(bytes.toString('hex', at + 1, at + 17));
    if (place === undefined) continue;
    counts[place] = found;
    lines[place] = looked;
  }
  const total = counts.reduce((sum, count) => sum + count, 0);
  const isWhole = sizes.every((size, place) => lines[place] === size) && values.every((tally) => tally.lines === total);
  return isWhole ? { counts, tallies: values.map(({ found }, index) => valueCounts(tallies[index] as Tally, found)) } : undefined;
}

/** The counts by bucket for each rank, or undefined as above. */
export function readRanks(bytes: Buffer, ranks: number, { buckets, sizes, places }: IndexState): Uint32Array[] | undefined {
  const lines = new Uint32Array(buckets.length);
  const counts = Array.from({ length: ranks }, () => new Uint32Array(buckets.length));
  for (let at = 0; at + answerRow <= bytes.length; at += answerRow) {
    const place = places.get(bytes.toString('hex', at + 1, at + 17));
    if (place === undefined) continue;
    const rank = bytes.readUInt32LE(at + 17);
    const found = bytes.readUInt32LE(at + 21);
    const ofRank = counts[rank - 1];
    if (ofRank) ofRank[place] = found;
    lines[place] = (lines[place] as number) + found;
  }
  return sizes.every((size, place) => lines[place] === size) ? counts : undefined;
}

function valueCounts(tally: Tally, found: Map<number, number>): ValueCounts {
  const missing = canBeMissing.has(tally) ? (found.get(0) ?? 0) : 0;
  const entries = [...found].filter(([value]) => value > 0 || !canBeMissing.has(tally));
  if (entries.length === 0) return { base: 1, counts: Uint32Array.of(missing) };
  let base = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const [value] of entries) [base, last] = [Math.min(base, value), Math.max(last, value)];
  const counts = new Uint32Array(last - base + 2);
  counts[0] = missing;
  for (const [value, count] of entries) counts[value - base + 1] = count;
  return { base, counts };
}

/** By bucket: the requested lines, each with a value. */
export type ListedLines = Map<number, Map<number, number>>;

export function readLines(bytes: Buffer, { places }: IndexState): ListedLines {
  const lines: ListedLines = new Map();
  for (let at = 0; at + lineRow <= bytes.length; at += lineRow) {
    const place = places.get(bytes.toString('hex', at, at + 16)) ?? -1;
    const listed = lines.get(place) ?? new Map();
    lines.set(place, listed.set(bytes.readUInt16LE(at + 16), bytes.readUInt32LE(at + 18)));
  }
  return lines;
}
