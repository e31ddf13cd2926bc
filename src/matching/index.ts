import type { Companies } from '../companies/index.ts';
import { Matches } from './matches/matches.ts';

export { matchRules } from './matches/rules.ts';
export type { WeightOf } from './names/name.ts';
export { type Candidate, type Feature, type MatchQuery, type Score, usualThreshold } from './query.ts';
export { type Ranked, rankMatches } from './rank.ts';
export { scoreMatch } from './score.ts';
export { learnWeights } from './weights.ts';

/** Finds the companies that are meant by names. */
export const openMatching = ({ services }: Pick<Companies, 'services'>): Matches => new Matches(services);
