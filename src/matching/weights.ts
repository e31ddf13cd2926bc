import { wordsOf } from '../company/words.ts';
import type { WeightOf } from './names/name.ts';

/** A word in more names than this begins to lose weight: 1 in 500. */
export const rareFrequency = 0.002;
/** What a word loses each time it is ten times as frequent. */
const loss = 0.35;
const leastWeight = 0.25;
/** A few names say little about how frequent a word is, so this many are added in which no word occurs. */
const prior = 1_000;

const weightAt = (frequency: number): number =>
  frequency <= rareFrequency ? 1 : Math.max(leastWeight, 1 - loss * Math.log10(frequency / rareFrequency));

/** From the share of the names of each country that have a word. Without a country, a word weighs as where it weighs least. */
export function weightsOf(byCountry: Record<string, Record<string, number>>): WeightOf {
  const tables = new Map(Object.entries(byCountry).map(([country, words]) => [country, new Map(Object.entries(words))]));
  const highest = new Map<string, number>();
  for (const words of tables.values())
    for (const [word, frequency] of words) highest.set(word, Math.max(frequency, highest.get(word) ?? 0));
  return (word, country) => weightAt((tables.get(country ?? '') ?? highest).get(word) ?? 0);
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
