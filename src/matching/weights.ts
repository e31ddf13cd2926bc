import { wordsOf } from '../companies/index.ts';
import type { WeightOf } from './names/name.ts';

/** A word in more names than this begins to lose weight: 1 in 500. */
const rare = 0.002;
/** What a word loses each time it is ten times as frequent. */
const loss = 0.35;
const leastWeight = 0.25;
/** A few names say little about how frequent a word is, so this many are added in which no word occurs. */
const prior = 1_000;

/** Learns from names which words are frequent. */
export function learnWeights(names: Iterable<string>): WeightOf {
  const counts = new Map<string, number>();
  let total = prior;
  for (const name of names) {
    total += 1;
    for (const word of new Set(wordsOf(name))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (word) => {
    const frequency = (counts.get(word) ?? 0) / total;
    return frequency <= rare ? 1 : Math.max(leastWeight, 1 - loss * Math.log10(frequency / rare));
  };
}
