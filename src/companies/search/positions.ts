import type { Matcher } from './matcher.ts';
import type { Question } from './question.ts';
import type { Scanner } from './scanner.ts';

/** Where a record stands in the index. */
export interface Position {
  bucket: number;
  line: number;
}

/** How many records match in each bucket. No bucket has more than fit into 16 bits. */
export type Counts = Uint16Array | Uint32Array;

/** Who asks, and of which version of the data. */
export interface Asking {
  scanner: Scanner;
  version: string;
  caller: string;
}

/** So many buckets are read in the main thread, which takes under a millisecond. */
const fewBuckets = 32;

export const sum = (counts: Counts): number => {
  let total = 0;
  for (const count of counts) total += count;
  return total;
};

/** Some matches in the order of the names, from one on. The counts tell which buckets they are in, and only those are read. */
export function positionsOf(matcher: Matcher, question: Question, counts: Counts, offset: number, size: number): Position[] {
  let [bucket, skip] = [0, offset];
  for (; bucket < counts.length && skip >= (counts[bucket] ?? 0); bucket++) skip -= counts[bucket] ?? 0;
  const positions: Position[] = [];
  for (; bucket < counts.length && positions.length < size; bucket++) {
    if (counts[bucket] === 0) continue;
    for (const line of matcher.lines(question, bucket).slice(skip, skip + size - positions.length))
      positions.push({ bucket, line });
    skip = 0;
  }
  return positions;
}

/**
 * The first matches in the order of the names. Of a frequent fragment the first few buckets have enough, and no other is read.
 */
export async function firstPositions(question: Question, count: number, asking: Asking): Promise<Position[]> {
  const { scanner, version, caller } = asking;
  const matcher = await scanner.at(version);
  const possible = matcher.possibleBuckets(question);
  const positions: Position[] = [];
  for (const bucket of possible.slice(0, fewBuckets)) {
    for (const line of matcher.lines(question, bucket)) positions.push({ bucket, line });
    if (positions.length >= count) break;
  }
  if (positions.length >= count || possible.length <= fewBuckets) return positions.slice(0, count);
  const { counts } = await scanner.answer({ question, tallies: [] }, version, caller);
  return positionsOf(await scanner.at(version), question, counts, 0, count);
}
