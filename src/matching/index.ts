import type { Companies } from '../companies/index.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { Matches } from './matches/matches.ts';
import { KnownWords } from './vocabulary/known-words.ts';

export { checkedMatch, type KeyedQuery, type MatchOptions } from './matches/input.ts';
export type { MatchAnswer, Matches, MatchResult } from './matches/matches.ts';
export { matchRules } from './matches/rules.ts';
export type { WeightOf } from './names/name.ts';
export { type Candidate, type Feature, type MatchQuery, type Score, usualThreshold } from './query.ts';
export { type Ranked, rankMatches } from './rank.ts';
export { scoreMatch } from './score.ts';
export { learnWeights } from './weights.ts';

/** Finds the companies that are meant by names. */
export function openMatching(companies: Pick<Companies, 'services' | 'reads'>, teardown: Teardown) {
  const words = new KnownWords(() => companies.reads.url);
  teardown.push(() => words.close());
  return {
    services: { matches: new Matches(companies.services, words) },
    /** Reads the words of all names in advance, because the first match would wait for them. */
    warmUp: async () => words.read(await companies.services.dataVersion.current()),
  };
}
