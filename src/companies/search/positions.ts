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
/** So many are read in the main thread where they are known to have matches, which takes a few milliseconds. */
const someBuckets = 300;

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

/** The buckets that have matches. */
export async function bucketsWith(question: Question, { scanner, version, caller }: Asking): Promise<number[]> {
  const { counts } = await scanner.answer({ question, tallies: [] }, version, caller);
  return [...counts.keys()].filter((bucket) => (counts[bucket] as number) > 0);
}

/**
 * The first matches in the order of the names. Of a frequent fragment the first few buckets have enough, and no other is read.
 * Otherwise `wider` tells which buckets have matches of a wider question; several questions can share the answer.
 */
export async function firstPositions(
  question: Question,
  count: number,
  { scanner, version, caller }: Asking,
  wider: () => Promise<number[]>,
): Promise<Position[]> {
  const matcher = await scanner.at(version);
  const possible = matcher.possibleBuckets(question);
  const found = readUntil(count, matcher, question, possible.slice(0, fewBuckets));
  if (found.length >= count || possible.length <= fewBuckets) return found.slice(0, count);
  const buckets = await wider();
  if (buckets.length <= someBuckets) return readUntil(count, await scanner.at(version), question, buckets).slice(0, count);
  const { counts } = await scanner.answer({ question, tallies: [] }, version, caller);
  return positionsOf(await scanner.at(version), question, counts, 0, count);
}

/** The matches in some buckets, until there are enough. */
function readUntil(enough: number, matcher: Matcher, question: Question, buckets: number[]): Position[] {
  const positions: Position[] = [];
  for (const bucket of buckets) {
    for (const line of matcher.lines(question, bucket)) positions.push({ bucket, line });
    if (positions.length >= enough) break;
  }
  return positions;
}
