import type { Matcher } from './matcher.ts';
import type { Question } from './question.ts';
import type { Scanner } from './scanner.ts';

/** Where a record stands in the index. */
export interface Position {
  bucket: number;
  line: number;
}

/** How many records match in each bucket: no bucket has more than fit into 16 bits. */
export type Counts = Uint16Array | Uint32Array;

/** Who asks, and of which version of the data. */
export interface Asking {
  scanner: Scanner;
  version: string;
  caller: string;
}

/** So many buckets are read on the spot, which takes under a millisecond. */
const fewBuckets = 32;

export const sum = (counts: Counts): number => {
  let total = 0;
  for (const count of counts) total += count;
  return total;
};

/** Some of the lines that match, from one on, in the order of the names. */
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

/** The first matches in the order of the names. Where they are frequent a few buckets have enough of them, and the others are not read. */
export async function firstPositions(
  question: Question,
  count: number,
  { scanner, version, caller }: Asking,
): Promise<Position[]> {
  const matcher = await scanner.at(version);
  const possible = matcher.possibleBuckets(question);
  const positions: Position[] = [];
  for (const bucket of possible.slice(0, fewBuckets)) {
    for (const line of matcher.lines(question, bucket)) positions.push({ bucket, line });
    if (positions.length >= count) break;
  }
  if (positions.length >= count || possible.length <= fewBuckets) return positions.slice(0, count);
  const { counts } = await scanner.answer({ question, parts: [[]], tallies: [] }, version, caller);
  return positionsOf(await scanner.at(version), question, counts, 0, count);
}
