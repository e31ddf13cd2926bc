import { normalize } from './normalization.ts';

/*
 * The words of a name, as a search by words compares them: normalized, without punctuation. Apostrophes split words, dots in
 * abbreviations do not: `O'Brien S.R.L.` has the words `o`, `brien` and `srl`. An ampersand is a word.
 */

/** The positions of later words are not distinguished. */
export const maxWords = 250;

/** Single letters with dots between them: `s.r.l.`, `a.s.`, `o.o.` */
const abbreviations = /(?<![\p{L}\p{N}\p{M}])\p{L}\p{M}*(?:\.\p{L}\p{M}*)+(?![\p{L}\p{N}\p{M}])/gu;
const words = /[\p{L}\p{N}\p{M}]+|&/gu;
/** The words of a normalized name as it writes them: abbreviations have their dots. */
export const writtenWords = /(?<![\p{L}\p{N}\p{M}])\p{L}\p{M}*(?:\.\p{L}\p{M}*)+(?![\p{L}\p{N}\p{M}])|[\p{L}\p{N}\p{M}]+|&/gu;

/** Of a longer word only the first letters are searched for and compared. Hardly any name has such a word. */
const maxWordLength = 100;

/** The beginning of a word by which it is searched for. Whatever has the word has it too. */
export const searchedPart = (word: string): string =>
  word.length > maxWordLength ? [...word].slice(0, maxWordLength).join('') : word;

/** The words of a name or of a typed query, in order, none longer than is compared. */
export const wordsOf = (text: string): string[] => wordsOfNormalized(normalize(text)).map(searchedPart);

export const wordsOfNormalized = (normalized: string): string[] =>
  normalized
    .replaceAll(abbreviations, (letters) => letters.replaceAll('.', ''))
    .match(words)
    ?.slice(0, maxWords) ?? [];

/** What the loops of the search take for a word in normalized text, see `isInWord` in search/wasm/segment.ts; and ampersands. */
const plainly = /[a-z0-9\u00aa\u00b5\u00ba\u00c0-\u1fff\u2080-\u{10ffff}]+|&/gu;

/** The words that the loops of the search find in a normalized name by themselves. They are right for most names. */
export const plainWords = (normalized: string): string[] => normalized.match(plainly)?.slice(0, maxWords) ?? [];

/** Plain text in which no dot can be part of an abbreviation: this is most text. */
const isUsual = /^[\x20-\x2d\x2f-\x7e]*\.?$/;

/**
 * The words of a normalized name, separated by blanks, if the loops of the search would not find them by themselves; else an
 * empty text.
 */
export function unusualWords(normalized: string): string {
  if (isUsual.test(normalized)) return '';
  const found = wordsOfNormalized(normalized);
  const plain = plainWords(normalized);
  return found.length === plain.length && found.every((word, place) => word === plain[place]) ? '' : found.join(' ');
}

/** Words and phrases that mean the same. A typed one is compared with whole words of the name. */
export const spellings: readonly (readonly string[])[] = [
  ['&', 'and', 'und', 'et', 'i'],
  ['ltd', 'limited'],
  ['co', 'company'],
  ['inc', 'incorporated'],
  ['corp', 'corporation'],
  ['plc', 'public limited company'],
  ['cyf', 'cyfyngedig'],
];

/** Words that are legal forms, of the countries whose names are searched most. They say nothing about a company. */
export const legalForms: ReadonlySet<string> = new Set([
  ...spellings.flatMap((spelt) => (spelt.includes('&') ? [] : spelt.flatMap((phrase) => phrase.split(' ')))),
  ...['llp', 'lp', 'llc', 'pty', 'gmbh', 'ag', 'kg', 'sa', 'sas', 'sarl', 'srl', 'sprl', 'bv', 'nv', 'spa', 'sro', 'as', 'ks'],
  ...['oy', 'oyj', 'ab', 'hb', 'kb', 'asa', 'ans', 'aps', 'ou', 'uab', 'mb', 'sia', 'pfa'],
]);
