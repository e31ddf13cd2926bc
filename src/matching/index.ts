import type { Companies } from '../companies/index.ts';
import type { KeyedQuery } from './matches/input.ts';
import { Matches } from './matches/matches.ts';
import { matchRules } from './matches/rules.ts';
import { readTables } from './names/tables.ts';
import { usualThreshold } from './query.ts';

export { checkedMatch, type KeyedQuery, type MatchOptions } from './matches/input.ts';
export type { MatchAnswer, Matches, MatchResult } from './matches/matches.ts';
export { matchRules } from './matches/rules.ts';
export type { WeightOf } from './names/name.ts';
export { type Candidate, type Feature, type MatchQuery, type Score, usualThreshold } from './query.ts';
export { type Ranked, rankMatches, scoreMatch } from './score.ts';
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
export function openMatching({ services }: Pick<Companies, 'services'>) {
  const { dataVersion, knownWords } = services;
  const matches = new Matches(services);
  const limit = matchRules.limit.usual;
  return {
    services: { matches },
    /**
     * Reads the tables while the search is loaded, and then the words of all names, by which misspelt names are found. Then it
     * matches some names, because the first match would take many times as long as later ones.
     */
    warmUp: async (searchIsReady: Promise<unknown>) => {
      await Promise.all([readTables(), searchIsReady]);
      const size = await knownWords.readAll(await dataVersion.current());
      await matches.match(warmUpQueries, { limit, threshold: usualThreshold, exclude: [] }, { caller: 'warming up' });
      return size;
    },
  };
}
