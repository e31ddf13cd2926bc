import { wordsOf } from '../company/words.ts';
import type { WeightOf } from './names/name.ts';

/** A word in more names than this begins to lose weight: 1 in 500. */
const rareShare = 0.002;
/** What a word loses each time it is ten times as frequent. */
const loss = 0.35;
const minWeight = 0.25;
/** A few names say little about how frequent a word is, so this many are added in which no word occurs. */
const prior = 1_000;

const weightAt = (share: number): number =>
  share <= rareShare ? 1 : Math.max(minWeight, 1 - loss * Math.log10(share / rareShare));

const weights = new WeakMap<WeightOf, WeightOf>();

/** From the share of names that have a word. The same shares get the same function, so that what it gave can be kept. */
export function weightsOf(shareOf: WeightOf): WeightOf {
  const weightOf = weights.get(shareOf) ?? ((word, country) => weightAt(shareOf(word, country)));
  weights.set(shareOf, weightOf);
  return weightOf;
}

/** Learns from names which words are frequent. */
export function learnWeights(names: Iterable<string>): WeightOf {
  const counts = new Map<string, number>();
  let total = prior;
  for (const name of names) {
    total += 1;
    for (const word of new Set(wordsOf(name))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (word) => weightAt((counts.get(word) ?? 0) / total);
}
