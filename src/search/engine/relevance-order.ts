import { onPage, type Page, type Position, type RankedMatches, sum } from '../counter.ts';
import type { Query } from '../query/query.ts';
import type { Matcher } from './matcher.ts';

/** Pages are read down to this position: what is further down is better found by a filter, or in another order. */
export const maxRanked = 10_000;

/** Matches are counted by score down to one of these positions. */
const depths = [100, 1_000, maxRanked];

/** How many of the best matches have to be counted by score for pages up to a position. */
export const depthFor = (position: number): number => depths.find((depth) => depth >= position) ?? maxRanked;

/** The counts of scores say which scores are on a page. Only segments that have such scores are read. */
export function rankedPositions(
  matcher: Matcher,
  query: Query,
  { scores: { counts }, best }: RankedMatches,
  page: Page,
): Position[] {
  // The first count is of matches without a score: there is none.
  const countOf = (score: number) => counts[score + 1] ?? 0;
  const { items: scores, skip } = onPage(scoresFromTop(counts), countOf, page);
  const [highest = 0, lowest = 0] = [scores[0], scores.at(-1)];
  // How many matches have a score that is on the page and is not the lowest.
  const whole = sum(scores.slice(0, -1).map(countOf));
  const wantedOfLowest = skip + page.size - whole;
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
  return sorted.slice(skip, skip + page.size).map(({ segment, document }) => ({ segment, document }));
}

/** The scores that matches have, the highest first. There may be tens of thousands, and a page needs few. */
function* scoresFromTop(counts: Uint32Array): Generator<number> {
  for (let score = counts.length - 2; score >= 0; score--) if (counts[score + 1] !== 0) yield score;
}

/** The segments whose highest score is not below another. */
function segmentsFrom(best: Uint16Array, lowest: number): number[] {
  const segments: number[] = [];
  for (let segment = 0; segment < best.length; segment++) if ((best[segment] as number) >= lowest) segments.push(segment);
  return segments;
}
