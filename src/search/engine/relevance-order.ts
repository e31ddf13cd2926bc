import type { Page, Position, RankedMatches } from '../counter.ts';
import type { Question } from '../query/query.ts';
import type { Matcher } from './matcher.ts';

/** Pages are read down to this position: what is further down is better found by a filter, or in another order. */
export const mostRanked = 10_000;

/** Matches are counted by level down to one of these positions. */
const depths = [100, 1_000, mostRanked];

/** How many of the best matches have to be counted by level for pages up to a position. */
export const depthFor = (position: number): number => depths.find((depth) => depth >= position) ?? mostRanked;

/** The highest and the lowest level on a page, and how many matches have higher levels than the page. */
interface Stretch {
  highest: number;
  lowest: number;
  before: number;
  /** How many matches have a level that is on the page and is not the lowest. */
  whole: number;
}

/** The counts of levels say which levels are on a page. Only buckets that have such levels are read. */
export function rankedPositions(
  matcher: Matcher,
  question: Question,
  { levels, best }: RankedMatches,
  { offset, size }: Page,
): Position[] {
  const { highest, lowest, before, whole } = stretchOf(levels.counts, offset, size);
  const wantedOfLowest = offset + size - before - whole;
  const found: (Position & { level: number })[] = [];
  let ofLowest = 0;
  for (const bucket of bucketsFrom(best, lowest)) {
    for (const { line, level } of matcher.levels(question, bucket, lowest, highest)) {
      if (level === lowest) ofLowest += 1;
      found.push({ bucket, line, level });
    }
    if (ofLowest >= wantedOfLowest && found.length - ofLowest === whole) break;
  }
  // The sort is stable, so what has the same level stays in the order of the names.
  const sorted = found.sort((one, other) => other.level - one.level);
  return sorted.slice(offset - before, offset - before + size).map(({ bucket, line }) => ({ bucket, line }));
}

/** The buckets whose highest level is not below another. */
function bucketsFrom(best: Uint16Array, lowest: number): number[] {
  const buckets: number[] = [];
  for (let bucket = 0; bucket < best.length; bucket++) if ((best[bucket] as number) >= lowest) buckets.push(bucket);
  return buckets;
}

/** The first count is of matches without a level: there is none. */
function stretchOf(counts: Uint32Array, offset: number, size: number): Stretch {
  let highest = -1;
  let lowest = 0;
  let before = 0;
  let reached = 0;
  let whole = 0;
  for (let level = counts.length - 2; level >= 0 && reached < offset + size; level--) {
    const count = counts[level + 1] ?? 0;
    if (count === 0) continue;
    if (reached + count > offset) {
      if (highest < 0) {
        highest = level;
        before = reached;
      }
      whole = reached - before;
      lowest = level;
    }
    reached += count;
  }
  return { highest, lowest, before, whole };
}
