import { Phrases, rowsOf } from './tables.ts';

/**
 * How much a word says about which company is meant. A stop word says nothing. A filler, such as Group, says little. A role, such
 * as Holdings, tells companies of one group from each other. Ordinary and common words are in many names.
 */
export type Kind = 'stop' | 'filler' | 'ordinary' | 'common' | 'role' | 'place' | 'number' | 'first name' | 'word';

export interface Meaning {
  kind: Kind;
  /** The same for words that mean the same, in any language. */
  meaning: string;
}

export const weightOfKind: Record<Exclude<Kind, 'stop'>, number> = {
  filler: 0.2,
  ordinary: 0.45,
  role: 0.5,
  common: 0.6,
  place: 0.5,
  number: 0.6,
  'first name': 0.5,
  word: 1,
};

/** `words.csv` has words that mean the same in a row; common words and first names each mean something else. */
export const meanings = new Phrases<Meaning>();
for (const { key, phrases } of rowsOf('words.csv')) {
  const isEachItsOwn = key === 'common' || key === 'first names';
  const kind = key === 'first names' ? 'first name' : (key as Kind);
  for (const phrase of phrases) meanings.add(phrase, { kind, meaning: isEachItsOwn ? phrase : (phrases[0] as string) });
}
