import { wordsOf } from '../../companies/index.ts';
import { spellingOf } from './scripts.ts';
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

/** Rows whose words each mean something else. The words of all other rows mean the same. */
const eachItsOwn: Record<string, Kind> = { common: 'common', 'first names': 'first name', trades: 'ordinary' };

const singular = (word: string): string => word.replace(/s$/, '');

export const meanings = new Phrases<Meaning>();
const inLatin: [string, Meaning][] = [];
for (const { key, phrases } of rowsOf('words.csv')) {
  const kind = eachItsOwn[key];
  for (const phrase of phrases) {
    const meaning = kind ? { kind, meaning: singular(phrase) } : { kind: key as Kind, meaning: phrases[0] as string };
    meanings.add(phrase, meaning);
    if (/^[\p{sc=Cyrillic}\p{sc=Greek} ]{5,}$/u.test(phrase)) inLatin.push([phrase, meaning]);
  }
}
// Cyrillic and Greek words are often written in Latin letters: `Konkord Menedzhment`.
for (const [phrase, meaning] of inLatin)
  meanings.add(
    wordsOf(phrase)
      .map((word) => spellingOf(word).latin)
      .join(' '),
    meaning,
  );
