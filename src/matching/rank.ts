import type { Name, WeightOf } from './names/name.ts';
import { type Candidate, type MatchQuery, type Score, usualThreshold } from './query.ts';
import { reasonsIn, scorerOf } from './score.ts';
import { atOnce, type Steps } from './turns.ts';

/** A result that is as near as this to the best one leaves a doubt about which of them is meant. */
const doubt = 0.05;

export interface Ranked<One extends Candidate> extends Score {
  candidate: One;
  /** The score reaches the threshold, and no other result is so near that one would have to ask. */
  match: boolean;
}

interface Ranking {
  threshold?: number;
  weightOf?: WeightOf;
  /** The names that the query states, if they are known already. */
  typed?: readonly Name[];
}

/**
 * Scores candidates, the best first. Of equal ones, those with more reasons for them come first, which a score of 0 or 1 does not
 * show, then those that are active and whose current name matches.
 */
export const rankMatches = <One extends Candidate>(query: MatchQuery, candidates: readonly One[], ranking?: Ranking) =>
  atOnce(rankInSteps(query, candidates, ranking));

/** The same in steps, for many candidates take long. */
export function* rankInSteps<One extends Candidate>(
  query: MatchQuery,
  candidates: readonly One[],
  { threshold = usualThreshold, weightOf, typed }: Ranking = {},
): Steps<Ranked<One>[]> {
  const scoreOf = scorerOf(query, weightOf, typed);
  const scored: (Score & { candidate: One })[] = [];
  for (const candidate of candidates) scored.push({ ...(yield* scoreOf(candidate)), candidate });
  scored.sort(
    (one, other) =>
      other.score - one.score || reasonsIn(other.features) - reasonsIn(one.features) || preference(other) - preference(one),
  );
  const isClear = (scored[0]?.score ?? 0) - (scored[1]?.score ?? 0) > doubt || scored.length === 1;
  return scored.map((one, place) => ({ ...one, match: place === 0 && isClear && one.score >= threshold }));
}

const preference = ({ candidate, matchedName }: Score & { candidate: Candidate }): number =>
  (candidate.status === 'active' ? 2 : 0) + (matchedName.kind === 'current' ? 1 : 0);
