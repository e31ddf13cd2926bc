import { latinOf } from '../../company/scripts/scripts.ts';
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

/** Ways to transliterate one letter, in one spelling: `traktornyi` and `traktornyj` are traktorni. */
const ways: [RegExp, string][] = [
  [/shch|sch/g, 'w'],
  [/kh/g, 'h'],
  [/ts|tz|cz/g, 'c'],
  [/[yj]/g, 'i'],
  [/(?<=[bcdfghklmnprstvwz])i[eo]/g, 'e'],
  [/ii+/g, 'i'],
];
const plainly = (latin: string): string => ways.reduce((text, [letters, to]) => text.replaceAll(letters, to), latin);

/** Transliterated words of the table by their plain spelling. */
const inOneSpelling = new Map<string, string>();
const minLetters = 6;

export const meanings = new Phrases<Meaning>(function* (all) {
  const inLatin: [string, Meaning][] = [];
  for (const { key, phrases } of rowsOf('words.csv')) {
    const kind = eachItsOwn[key];
    for (const phrase of phrases) {
      const meaning = kind ? { kind, meaning: singular(phrase) } : { kind: key as Kind, meaning: phrases[0] as string };
      all.add(phrase, meaning);
      if (/^[\p{sc=Cyrillic}\p{sc=Greek} ]{5,}$/u.test(phrase)) inLatin.push([phrase, meaning]);
      yield;
    }
  }
  // Cyrillic and Greek words are often written in Latin letters: `Konkord Menedzhment`.
  for (const [phrase, meaning] of inLatin) {
    const words = phrase.split(' ').map(latinOf);
    all.add(words.join(' '), meaning);
    for (const word of words) {
      const plain = word.length >= minLetters ? plainly(word) : undefined;
      if (plain !== undefined && !inOneSpelling.has(plain)) inOneSpelling.set(plain, word);
    }
    yield;
  }
});

/** A word as the table spells it, if it is transliterated in another way. */
export const asInTable = (word: string): string =>
  word.length < minLetters || meanings.begins(word) || !/^[a-z]+$/.test(word) ? word : (inOneSpelling.get(plainly(word)) ?? word);

/** A stop word says nothing: `of`, `and`. */
export const isStopWord = (word: string): boolean => meanings.get(word)?.kind === 'stop';

/** Words that are surely spelt as they are meant: frequent surnames, towns, brands and words of a dictionary. */
const properNames = new Phrases<true>(function* (all) {
  for (const { phrases } of rowsOf('proper-names.csv'))
    for (const phrase of phrases) {
      all.add(phrase, true);
      yield;
    }
});

/** `Carter` and `Cartier` are two names, but `Cartre` is a mistake. */
export const isKnownWord = (word: string): boolean => properNames.get(word) === true || meanings.get(word) !== undefined;
