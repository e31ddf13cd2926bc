import type { Companies } from '../companies/index.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { Matches } from './matches/matches.ts';
import { readTables } from './names/tables.ts';
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
  const { dataVersion } = companies.services;
  // The first match after an import would wait for its words.
  dataVersion.on('moved', (version) => void (words.isThere && words.readAll(version).catch(() => {})));
  return {
    services: { matches: new Matches(companies.services, words) },
    /** Reads the tables while the search is loaded, and then the words of all names, by which misspelt names are found. */
    warmUp: async (searchIsReady: Promise<unknown>) => {
      await Promise.all([readTables(), searchIsReady]);
      return words.readAll(await dataVersion.current());
    },
  };
}
