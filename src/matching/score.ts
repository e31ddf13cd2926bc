import { nameFeatures } from './name-features.ts';
import { type Name, namesIn, type WeightOf } from './names/name.ts';
import { type Candidate, type Feature, type MatchedNameKind, type MatchQuery, type Score, usualThreshold } from './query.ts';
import { recordFeatures } from './record-features.ts';
import { atOnce, type Steps } from './turns.ts';

/** A word of which nothing was learnt says as much as a rare one. */
const unlearnt: WeightOf = () => 1;

/** A number that decides makes up for every difference. */
const isDecided = (features: readonly Feature[]): boolean =>
  features.some(({ id, score, weight }) => (id === 'number' || id === 'lei') && score * weight >= 1);

/** The sum of the features to four decimals, although it may be below 0 or above 1. */
const reasonsIn = (features: readonly Feature[]): number =>
  Math.round(features.reduce((total, { score, weight }) => total + score * weight, 0) * 10_000) / 10_000;

/** From 0 to 1. */
const sumOf = (features: readonly Feature[]): number => Math.min(1, Math.max(0, reasonsIn(features)));

const kindOf = (kind: string): MatchedNameKind => (kind === 'previous' ? 'previous' : 'other');

/** The names of records that were taken apart lately: the queries of a request are often compared with the same records. */
const lately = new WeakMap<WeightOf, Map<string, Name[]>>();
const maxKept = 2_000;

function namesOnce(text: string, weightOf: WeightOf, country: string | undefined): Name[] {
  const kept = lately.get(weightOf) ?? new Map<string, Name[]>();
  lately.set(weightOf, kept);
  const key = `${country} ${text}`;
  const names = kept.get(key) ?? namesIn(text, weightOf, country);
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, names);
  return names;
}

/** Compares records with a query, which is taken apart once. Each pair of names is a step. */
function scorerOf(
  query: MatchQuery,
  weightOf: WeightOf = unlearnt,
  typed: readonly Name[] = namesIn(query.name, weightOf, query.country),
): (candidate: Candidate) => Steps<Score> {
  return function* (candidate) {
    const record = recordFeatures(query, candidate);
    const country = candidate.country ?? query.country;
    let best: Score | undefined;
    for (const matchedName of namesOf(candidate))
      for (const known of namesOnce(matchedName.name, weightOf, country))
        for (const name of typed) {
          const all = [...nameFeatures(name, known), ...record];
          const features = isDecided(all) ? all.filter(({ weight }) => weight > 0) : all;
          const score = sumOf(features);
          if (!best || score > best.score) best = { score, matchedName, features };
          yield;
        }
    return best as Score;
  };
}

const namesOf = ({ name, otherNames = [] }: Candidate): Score['matchedName'][] => [
  { name, kind: 'current' },
  ...otherNames.map((other) => ({ name: other.name, kind: kindOf(other.kind) })),
];

/** How well a record fits a query: its best name, and what else is known of both. */
export const scoreMatch = (query: MatchQuery, candidate: Candidate, weightOf?: WeightOf): Score =>
  atOnce(scorerOf(query, weightOf)(candidate));

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
