import { nameFeatures } from './name-features.ts';
import { type Name, namesIn, type WeightOf } from './names/name.ts';
import type { Candidate, Feature, MatchedNameKind, MatchQuery, Score } from './query.ts';
import { recordFeatures } from './record-features.ts';
import { atOnce, type Steps } from './turns.ts';

/** A word of which nothing was learnt says as much as a rare one. */
const unlearnt: WeightOf = () => 1;

/** A number that decides makes up for every difference. */
const isDecided = (features: readonly Feature[]): boolean =>
  features.some(({ id, score, weight }) => (id === 'number' || id === 'lei') && score * weight >= 1);

/** The sum of the features to four decimals, although it may be below 0 or above 1. */
export const reasonsIn = (features: readonly Feature[]): number =>
  Math.round(features.reduce((total, { score, weight }) => total + score * weight, 0) * 10_000) / 10_000;

/** From 0 to 1. */
const sumOf = (features: readonly Feature[]): number => Math.min(1, Math.max(0, reasonsIn(features)));

const kindOf = (kind: string): MatchedNameKind => (kind === 'previous' ? 'previous' : 'other');

/** The names of records that were taken apart lately: the queries of a request are often compared with the same records. */
const lately = new WeakMap<WeightOf, Map<string, Name[]>>();
const mostKept = 2_000;

function namesOnce(text: string, weightOf: WeightOf, country: string | undefined): Name[] {
  const kept = lately.get(weightOf) ?? new Map<string, Name[]>();
  lately.set(weightOf, kept);
  const key = `${country} ${text}`;
  const names = kept.get(key) ?? namesIn(text, weightOf, country);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, names);
  return names;
}

/** Compares records with a query, which is taken apart once. Each pair of names is a step. */
export function scorerOf(
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
