import type { Word } from './name.ts';

/* Whether one word is short for another. */

/** By its letters alone: the beginning of the word, or its first letter and consonants. */
export function isCutFrom(short: Word, long: Word): boolean {
  const { length } = short.text;
  if (length < 2 || length > 0.75 * long.text.length || short.script !== 'latin') return false;
  if (short.kind === 'number' || long.kind === 'number') return false;
  const isCut =
    length < 5 && long.text.startsWith(short.text) && length <= 0.6 * long.text.length && long.text.length - length > 2;
  return isCut || (short.text[0] === long.text[0] && /^.[^aeiou]+$/.test(short.text) && isWithin(short.text, long.text));
}

/** A dot, a word that many names have, its length, or consonants alone say that it is an abbreviation. */
export function isShortFor(short: Word, long: Word): boolean {
  if (short.text.length < 2 || short.text.length > 0.75 * long.text.length || short.text[0] !== long.text[0]) return false;
  // `Guinea` is not short for Guinea-Bissau.
  if (short.kind === 'place' && long.kind === 'place') return false;
  const isKnown = long.meaning !== undefined && long.kind !== 'common';
  if (long.text.startsWith(short.text)) {
    if (short.isCut || (isKnown && short.text.length > 2 && short.meaning === undefined)) return true;
    return short.text.length > 3 && short.text.length < 0.6 * long.text.length && !short.isFirst && !long.isFirst;
  }
  if (!isWithin(short.text, long.text)) return false;
  if (/^.[^aeiou]{2,}$/.test(short.text) && short.text.at(-1) === lastLetter(long.text, short.text)) return true;
  return !short.isFirst && !long.isFirst && short.meaning === undefined && isWithoutVowels(short.text, long.text, isKnown);
}

/** `Contrs` and `Bancshrs`: mostly vowels are left out. Two letters are enough for a word that many names have: `Lt`, `Tr`. */
function isWithoutVowels(short: string, long: string, isKnown: boolean): boolean {
  const [consonants, all] = [short, long].map((word) => word.replaceAll(/[aeiou]/g, '')) as [string, string];
  const vowels = [short.length - consonants.length, long.length - all.length] as const;
  if (short.length === 2) return isKnown && vowels[0] === 0;
  return 2 * vowels[0] < vowels[1] && 2 * consonants.length >= all.length && isWithin(consonants, all);
}

/** The last letter of a word, without the s of the plural if the abbreviation has none. */
const lastLetter = (long: string, short: string): string | undefined =>
  long.endsWith('s') && !short.endsWith('s') ? long.at(-2) : long.at(-1);

/** Whether the letters of an abbreviation are in the word, in this order. */
function isWithin(short: string, long: string): boolean {
  let place = 0;
  for (const letter of long) if (letter === short[place]) place += 1;
  return place === short.length;
}

export const byLength = (one: Word, other: Word): [short: Word, long: Word] =>
  one.text.length < other.text.length ? [one, other] : [other, one];
