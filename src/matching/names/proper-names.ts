import { Phrases, rowsOf } from './tables.ts';
import { meanings } from './word-meanings.ts';

/* Words that are surely spelt as they are meant: frequent surnames, towns, brands and words of a dictionary. */

const properNames = new Phrases<true>(function* (all) {
  for (const { phrases } of rowsOf('proper-names.csv'))
    for (const phrase of phrases) {
      all.add(phrase, true);
      yield;
    }
});

/** `Carter` and `Cartier` are two names, but `Cartre` is a mistake. */
export const isKnownWord = (word: string): boolean => properNames.get(word) === true || meanings.get(word) !== undefined;
