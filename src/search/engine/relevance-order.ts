import type { Page, Position, RankedMatches } from '../counter.ts';
import type { Query } from '../query/query.ts';
import type { Matcher } from './matcher.ts';

/** Pages are read down to this position: what is further down is better found by a filter, or in another order. */
export const mostRanked = 10_000;

/** Matches are counted by score down to one of these positions. */
const depths = [100, 1_000, mostRanked];

/** How many of the best matches have to be counted by score for pages up to a position. */
export const depthFor = (position: number): number => depths.find((depth) => depth >= position) ?? mostRanked;

/** The highest and the lowest score on a page, and how many matches have higher scores than the page. */
interface Stretch {
  highest: number;
  lowest: number;
  before: number;
  /** How many matches have a score that is on the page and is not the lowest. */
  whole: number;
}

/** The counts of scores say which scores are on a page. Only segments that have such scores are read. */
export function rankedPositions(
  matcher: Matcher,
  query: Query,
  { scores, best }: RankedMatches,
  { offset, size }: Page,
): Position[] {
  const { highest, lowest, before, whole } = stretchOf(scores.counts, offset, size);
  const wantedOfLowest = offset + size - before - whole;
  const found: (Position & { score: number })[] = [];
  let ofLowest = 0;
  for (const segment of segmentsFrom(best, lowest)) {
    for (const { document, score } of matcher.scores(query, segment, lowest, highest)) {
      if (score === lowest) ofLowest += 1;
      found.push({ segment, document, score });
    }
    if (ofLowest >= wantedOfLowest && found.length - ofLowest === whole) break;
  }
  // The sort is stable, so what has the same score stays in the order of the names.
  const sorted = found.sort((one, other) => other.score - one.score);
  return sorted.slice(offset - before, offset - before + size).map(({ segment, document }) => ({ segment, document }));
}

/** The segments whose highest score is not below another. */
function segmentsFrom(best: Uint16Array, lowest: number): number[] {
  const segments: number[] = [];
  for (let segment = 0; segment < best.length; segment++) if ((best[segment] as number) >= lowest) segments.push(segment);
  return segments;
}

/** The first count is of matches without a score: there is none. */
function stretchOf(counts: Uint32Array, offset: number, size: number): Stretch {
  let highest = -1;
  let lowest = 0;
  let before = 0;
  let reached = 0;
  let whole = 0;
  for (let score = counts.length - 2; score >= 0 && reached < offset + size; score--) {
    const count = counts[score + 1] ?? 0;
    if (count === 0) continue;
    if (reached + count > offset) {
      if (highest < 0) {
        highest = score;
        before = reached;
      }
      whole = reached - before;
      lowest = score;
    }
    reached += count;
  }
  return { highest, lowest, before, whole };
}
