import { nameFeatures } from './name-features.ts';
import { namesIn, type WeightOf } from './names/name.ts';
import type { Candidate, Feature, MatchedNameKind, MatchQuery, Score } from './query.ts';
import { recordFeatures } from './record-features.ts';

/** A word of which nothing was learnt says as much as a rare one. */
const unlearnt: WeightOf = () => 1;

/** A number that decides makes up for every difference. */
const isDecided = (features: readonly Feature[]): boolean =>
  features.some(({ id, score, weight }) => (id === 'number' || id === 'lei') && score * weight >= 1);

/** From 0 to 1, to four decimals. */
function sumOf(features: readonly Feature[]): number {
  const sum = features.reduce((total, { score, weight }) => total + score * weight, 0);
  return Math.round(Math.min(1, Math.max(0, sum)) * 10_000) / 10_000;
}

const kindOf = (kind: string): MatchedNameKind => (kind === 'previous' ? 'previous' : 'other');

/** How well a record fits a query: its best name, and what else is known of both. */
export function scoreMatch(query: MatchQuery, candidate: Candidate, weightOf: WeightOf = unlearnt): Score {
  const country = query.country ?? candidate.country ?? undefined;
  const typed = namesIn(query.name, weightOf, country);
  const record = recordFeatures(query, candidate);
  const names: Score['matchedName'][] = [
    { name: candidate.name, kind: 'current' },
    ...(candidate.otherNames ?? []).map(({ name, kind }) => ({ name, kind: kindOf(kind) })),
  ];
  let best: Score | undefined;
  for (const matchedName of names) {
    const parsed = namesIn(matchedName.name, weightOf, country);
    for (const one of typed)
      for (const other of parsed) {
        const all = [...nameFeatures(one, other), ...record];
        const features = isDecided(all) ? all.filter(({ weight }) => weight > 0) : all;
        const score = sumOf(features);
        if (!best || score > best.score) best = { score, matchedName, features };
      }
  }
  return best as Score;
}
