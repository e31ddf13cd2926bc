import { once } from '../../kernel/once.ts';
import type { Counts, Page, Position, Tier } from './counter.ts';
import type { Matcher } from './matcher.ts';
import type { Question } from './question.ts';

/** So many buckets are read in the main thread, which takes under a millisecond. */
const fewBuckets = 32;
/** So many are read in the main thread where they are known to have matches, which takes a few milliseconds. */
const someBuckets = 300;

/** In bytes: from here on signatures tell where a fragment cannot be. */
const longFragment = 4;

/** What is read to find positions: the matcher of the main thread, which may be used until the next await, and the counts. */
interface Reading {
  at(): Promise<Matcher>;
  count(question: Question): Promise<Counts>;
}

/** Some matches in the order of the names, from one on. The counts tell which buckets they are in, and only those are read. */
export function positionsOf(matcher: Matcher, question: Question, counts: Counts, { offset, size }: Page): Position[] {
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

/** The first matches of the first tier, then those of the next one that are new, and so on. */
export async function bestPositions(tiers: readonly Tier[], size: number, reading: Reading): Promise<Position[]> {
  const bucketsWith = async (question: Question) => {
    const counts = await reading.count(question);
    return [...counts.keys()].filter((bucket) => (counts[bucket] as number) > 0);
  };
  const shared = new Map(tiers.map(({ wider }) => [wider, once(() => bucketsWith(wider))]));
  // A long fragment is seldom found often enough before the last tier: all are counted in the same pass over the names.
  const isLong = tiers.some(({ question }) => (question.fragment?.bytes.length ?? 0) >= longFragment);
  const bucketsOf = async (wider: Question) => {
    if (isLong) await Promise.all([...shared.values()].map((count) => count()));
    return shared.get(wider)?.() ?? [];
  };
  const positions = new Map<string, Position>();
  for (const { question, wider } of tiers) {
    // A tier contains the tiers before it, so that many more are asked for.
    const enough = size + positions.size;
    const found = await firstPositions(question, enough, reading, () => bucketsOf(wider));
    for (const position of found) if (positions.size < size) positions.set(`${position.bucket} ${position.line}`, position);
    if (positions.size === size) break;
  }
  return [...positions.values()];
}

/**
 * The first matches in the order of the names. Of a frequent fragment the first few buckets have enough, and no other is read.
 * Otherwise `wider` tells which buckets have matches of a wider question.
 */
async function firstPositions(
  question: Question,
  size: number,
  reading: Reading,
  wider: () => Promise<number[]>,
): Promise<Position[]> {
  const matcher = await reading.at();
  const possible = matcher.possibleBuckets(question);
  const found = readUntil(size, matcher, question, possible.slice(0, fewBuckets));
  if (found.length >= size || possible.length <= fewBuckets) return found.slice(0, size);
  const buckets = await wider();
  const some = readUntil(size, await reading.at(), question, buckets.slice(0, someBuckets));
  if (some.length >= size || buckets.length <= someBuckets) return some.slice(0, size);
  const counts = await reading.count(question);
  return positionsOf(await reading.at(), question, counts, { offset: 0, size });
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
