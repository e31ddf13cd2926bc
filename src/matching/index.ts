import type { Companies } from '../companies/index.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { KeyedQuery } from './matches/input.ts';
import { Matches } from './matches/matches.ts';
import { matchRules } from './matches/rules.ts';
import { readTables } from './names/tables.ts';
import { usualThreshold } from './query.ts';
import { KnownWords } from './vocabulary/known-words.ts';

export { checkedMatch, type KeyedQuery, type MatchOptions } from './matches/input.ts';
export type { MatchAnswer, Matches, MatchResult } from './matches/matches.ts';
export { matchRules } from './matches/rules.ts';
export type { WeightOf } from './names/name.ts';
export { type Candidate, type Feature, type MatchQuery, type Score, usualThreshold } from './query.ts';
export { type Ranked, rankMatches } from './rank.ts';
export { scoreMatch } from './score.ts';
export { learnWeights } from './weights.ts';

/** Names of usual words, in several languages and with a typing mistake, so that there is something to compare. */
const warmUpQueries: readonly KeyedQuery[] = [
  'International Trading & Consulting Limited',
  'Sociedade de Construções e Transportes Lda',
  'Handels- und Baugesellschaft mbH',
  'ООО Транспорт',
  'Holdnig Invest AS',
].map((name) => ({ key: null, name }));

/** Finds the companies that are meant by names. */
export function openMatching(companies: Pick<Companies, 'services' | 'reads'>, teardown: Teardown) {
  const words = new KnownWords(() => companies.reads.url);
  teardown.push(() => words.close());
  const { dataVersion } = companies.services;
  const matches = new Matches(companies.services, words);
  const limit = matchRules.limit.usual;
  // The first match after an import would wait for its words.
  dataVersion.on('moved', (version) => void (words.isThere && words.readAll(version).catch(() => {})));
  return {
    services: { matches },
    /**
     * Reads the tables while the search is loaded, and then the words of all names, by which misspelt names are found. Then it
     * matches some names, because the first match would take many times as long as later ones.
     */
    warmUp: async (searchIsReady: Promise<unknown>) => {
      await Promise.all([readTables(), searchIsReady]);
      const size = await words.readAll(await dataVersion.current());
      await matches.match(warmUpQueries, { limit, threshold: usualThreshold, exclude: [] }, { caller: 'warming up' });
      return size;
    },
  };
}
