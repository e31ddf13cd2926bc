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

/** Rows whose words each mean something else. The words of all other rows mean the same. */
const eachItsOwn: Record<string, Kind> = { common: 'common', 'first names': 'first name', trades: 'ordinary' };

const singular = (word: string): string => word.replace(/s$/, '');

export const meanings = new Phrases<Meaning>();
for (const { key, phrases } of rowsOf('words.csv')) {
  const kind = eachItsOwn[key];
  for (const phrase of phrases)
    meanings.add(phrase, kind ? { kind, meaning: singular(phrase) } : { kind: key as Kind, meaning: phrases[0] as string });
}
