export type { WeightOf } from './names/name.ts';
export type { Candidate, Feature, MatchQuery, Score } from './query.ts';
export { type Ranked, rankMatches, usualThreshold } from './rank.ts';
export { scoreMatch } from './score.ts';
export { learnWeights } from './weights.ts';
