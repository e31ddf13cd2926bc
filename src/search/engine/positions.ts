import { once } from '../../kernel/running/once.ts';
import type { Counted, Counts, Page, Position, Tier } from '../counter.ts';
import type { Question } from '../query/query.ts';
import type { Matcher } from './matcher.ts';

/** The main thread always reads this many buckets: it takes under a millisecond. */
const fewBuckets = 32;
/** The main thread reads up to this many buckets for a tier if they seem to have enough matches: a few milliseconds. */
const someBuckets = 300;

/** If the first buckets have so many times as many matches as are wanted, the others are not counted at first. */
const plenty = 4;

/** Finds positions by the matcher of the main thread, which may be used until the next await, and by counts. */
interface Reading {
  at(): Promise<Matcher>;
  /** Counts in all buckets, or only in the first ones if they have enough. */
  count(question: Question, enough?: number): Promise<Pick<Counted, 'counts' | 'isPart'>>;
}

/** Buckets that have matches: all, or only the first ones. */
interface Listed extends Pick<Counted, 'isPart'> {
  buckets: number[];
}

/** A page of the matches in the order of the names. Only the buckets that have it by their counts are read. */
export function positionsOf(matcher: Matcher, question: Question, counts: Counts, { offset, size }: Page): Position[] {
  let bucket = 0;
  let skip = offset;
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
  const bucketsWith = async (question: Question, enough?: number): Promise<Listed> => {
    const { counts, isPart } = await reading.count(question, enough);
    return { buckets: [...counts.keys()].filter((bucket) => (counts[bucket] as number) > 0), isPart };
  };
  const counted = new Map(
    tiers.map(({ wider }) => [
      wider,
      { some: once(() => bucketsWith(wider, plenty * size)), all: once(() => bucketsWith(wider)) },
    ]),
  );
  // The last tier contains all others that are not apart. If it has few matches, its buckets are enough for them.
  const ofLast = counted.get((tiers.at(-1) as Tier).wider)?.some;
  const last: { few?: number[] } = {};
  const widest = once(async (): Promise<Listed> => {
    const list = (await ofLast?.()) ?? { buckets: [], isPart: true };
    if (!list.isPart && list.buckets.length <= fewBuckets) last.few = list.buckets;
    return list;
  });
  const listsOf = (wider: Question, isApart: boolean) => {
    const own = counted.get(wider);
    if (own && isApart) return [own.some, own.all];
    const lists = own?.some === ofLast ? [widest, own?.all] : [widest, own?.some, own?.all];
    return lists.filter((list) => list !== undefined);
  };
  const positions = new Map<string, Position>();
  for (const { question, wider, isApart = false } of tiers) {
    // A tier contains the matches of the tiers before it, so more are needed.
    const enough = size + positions.size;
    const found =
      last.few && !isApart
        ? readSome(enough, await reading.at(), question, last.few).found
        : await firstPositions(question, enough, reading, listsOf(wider, isApart));
    for (const position of found) if (positions.size < size) positions.set(`${position.bucket} ${position.line}`, position);
    if (positions.size === size) break;
  }
  return [...positions.values()];
}

/**
 * The first matches in the order of the names. If the fragment is frequent, the first buckets have enough and no other is read.
 * Otherwise `wider` says which buckets have matches of a wider question: first some of them, then all.
 */
async function firstPositions(
  question: Question,
  size: number,
  reading: Reading,
  wider: readonly (() => Promise<Listed>)[],
): Promise<Position[]> {
  const matcher = await reading.at();
  const first = readSome(size, matcher, question, matcher.possibleBuckets(question));
  if (first.isAll) return first.found;
  for (const list of wider) {
    const { buckets, isPart } = await list();
    const { found, isAll } = readSome(size, await reading.at(), question, buckets, someBuckets);
    if (isAll && (!isPart || found.length === size)) return found;
    if (!isPart) break;
  }
  const { counts } = await reading.count(question);
  return positionsOf(await reading.at(), question, counts, { offset: 0, size });
}

/**
 * The first matches in some buckets: enough of them, or all. After `least` buckets it gives up as soon as the buckets so far
 * suggest that the rest will not have enough.
 */
function readSome(
  enough: number,
  matcher: Matcher,
  question: Question,
  buckets: number[],
  least = fewBuckets,
): { found: Position[]; isAll: boolean } {
  const found: Position[] = [];
  for (const [read, bucket] of buckets.entries()) {
    if (read >= least && found.length * someBuckets < enough * read) return { found, isAll: false };
    for (const line of matcher.lines(question, bucket)) found.push({ bucket, line });
    if (found.length >= enough) break;
  }
  return { found: found.slice(0, enough), isAll: true };
}
