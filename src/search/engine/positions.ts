import { once } from '../../kernel/running/once.ts';
import { type Counted, type Counts, type Page, type Position, segmentsOnPage, type Tier } from '../counter.ts';
import type { Query } from '../query/query.ts';
import type { Matcher } from './matcher.ts';

/** The main thread always reads this many segments: it takes under a millisecond. */
const fewSegments = 32;
/** The main thread reads up to this many segments for a tier if they seem to have enough matches: a few milliseconds. */
const someSegments = 300;

/** If the first segments have so many times as many matches as are wanted, the others are not counted at first. */
const plenty = 4;

/** Finds positions by the matcher of the main thread, which may be used until the next await, and by counts. */
interface MatchSource {
  at(): Promise<Matcher>;
  /** Counts in all segments, or only in the first ones if they have enough. */
  count(query: Query, enough?: number): Promise<Pick<Counted, 'counts' | 'isPart'>>;
}

/** Segments that have matches: all, or only the first ones. */
interface Listed extends Pick<Counted, 'isPart'> {
  segments: number[];
}

/** A page of the matches in the order of the names. Only the segments that have it by their counts are read. */
export function positionsOf(matcher: Matcher, query: Query, counts: Counts, page: Page): Position[] {
  const { items: segments, skip } = segmentsOnPage(counts, page);
  const positions: Position[] = [];
  for (const segment of segments)
    for (const document of matcher.documents(query, segment).slice(positions.length === 0 ? skip : 0))
      positions.push({ segment, document });
  return positions.slice(0, page.size);
}

/** The first matches of the first tier, then those of the next one that are new, and so on. */
export async function bestPositions(tiers: readonly Tier[], size: number, source: MatchSource): Promise<Position[]> {
  const segmentsWith = async (query: Query, enough?: number): Promise<Listed> => {
    const { counts, isPart } = await source.count(query, enough);
    return { segments: [...counts.keys()].filter((segment) => (counts[segment] as number) > 0), isPart };
  };
  const counted = new Map(
    tiers.map(({ wider }) => [
      wider,
      { some: once(() => segmentsWith(wider, plenty * size)), all: once(() => segmentsWith(wider)) },
    ]),
  );
  // The last tier contains all others that are not apart. If it has few matches, its segments are enough for them.
  const ofLast = counted.get((tiers.at(-1) as Tier).wider)?.some;
  const last: { few?: number[] } = {};
  const widest = once(async (): Promise<Listed> => {
    const list = (await ofLast?.()) ?? { segments: [], isPart: true };
    if (!list.isPart && list.segments.length <= fewSegments) last.few = list.segments;
    return list;
  });
  const listsOf = (wider: Query, isApart: boolean) => {
    const own = counted.get(wider);
    if (own && isApart) return [own.some, own.all];
    const lists = own?.some === ofLast ? [widest, own?.all] : [widest, own?.some, own?.all];
    return lists.filter((list) => list !== undefined);
  };
  const positions = new Map<string, Position>();
  for (const { query, wider, isApart = false } of tiers) {
    // A tier contains the matches of the tiers before it, so more are needed.
    const enough = size + positions.size;
    const found =
      last.few && !isApart
        ? readSome(enough, await source.at(), query, last.few).found
        : await firstPositions(query, enough, source, listsOf(wider, isApart));
    for (const position of found) if (positions.size < size) positions.set(`${position.segment} ${position.document}`, position);
    if (positions.size === size) break;
  }
  return [...positions.values()];
}

/**
 * The first matches in the order of the names. If the fragment is frequent, the first segments have enough and no other is read.
 * Otherwise `wider` says which segments have matches of a wider query: first some of them, then all.
 */
async function firstPositions(
  query: Query,
  size: number,
  source: MatchSource,
  wider: readonly (() => Promise<Listed>)[],
): Promise<Position[]> {
  const matcher = await source.at();
  const first = readSome(size, matcher, query, matcher.possibleSegments(query));
  if (first.isAll) return first.found;
  for (const list of wider) {
    const { segments, isPart } = await list();
    const { found, isAll } = readSome(size, await source.at(), query, segments, someSegments);
    if (isAll && (!isPart || found.length === size)) return found;
    if (!isPart) break;
  }
  const { counts } = await source.count(query);
  return positionsOf(await source.at(), query, counts, { offset: 0, size });
}

/**
 * The first matches in some segments: enough of them, or all. After `least` segments it gives up as soon as the segments so far
 * suggest that the rest will not have enough.
 */
function readSome(
  enough: number,
  matcher: Matcher,
  query: Query,
  segments: number[],
  least = fewSegments,
): { found: Position[]; isAll: boolean } {
  const found: Position[] = [];
  for (const [read, segment] of segments.entries()) {
    if (read >= least && found.length * someSegments < enough * read) return { found, isAll: false };
    for (const document of matcher.documents(query, segment)) found.push({ segment, document });
    if (found.length >= enough) break;
  }
  return { found: found.slice(0, enough), isAll: true };
}
