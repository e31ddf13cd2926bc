import { spellingOf } from '../../company/scripts/scripts.ts';
import { wordsOf } from '../../company/words.ts';
import { Phrases, rowsOf } from './tables.ts';
import { isStopWord, type Kind, meanings } from './word-meanings.ts';

/* What a word of a name is: a place, a number, a word with a known meaning, or another one. */

/** A single letter between longer words joins them in some languages: `Ibarra y Molina`. */
const isJoining = (words: readonly string[], place: number): boolean =>
  /^[aeiouysvwzk]$/.test(words[place] ?? '') &&
  !isStopWord(words[place - 1] ?? '') &&
  [words[place - 1], words[place + 1]].every((word) => word !== undefined && word.length > 1);

/** What begins at a word: a place, a number, words with a known meaning, or a word of which nothing is known. */
export function readAt(
  all: readonly string[],
  place: number,
  inTable: readonly string[] = all,
): { kind: Kind; meaning?: string; length: number } {
  const word = all[place] as string;
  if (isJoining(all, place)) return { kind: 'stop', length: 1 };
  const [where, known] = [places.at(all, place), meanings.at(inTable, place)];
  if (where && where.length >= (known?.length ?? 1)) return { kind: 'place', meaning: where.meaning, length: where.length };
  const number = numberIn(spellingOf(word).latin, place > 0 && place === all.length - 1);
  if (number !== undefined) {
    const unit = isTens(word) ? numberIn(all[place + 1] ?? '', false) : undefined;
    if (unit?.length === 1) return { kind: 'number', meaning: String(Number(number) + Number(unit)), length: 2 };
    return { kind: 'number', meaning: number, length: 1 };
  }
  // An article is not the last word: `Les` is a forest at the end of a Russian name.
  const isWord = !known || (known.meaning.kind === 'stop' && place === all.length - 1 && word !== '&');
  return isWord ? { kind: 'word', length: 1 } : { ...known.meaning, length: known.length };
}

/* Places: countries in the languages of the registers, their adjectives, large cities and regions. */

const languages = 'en de fr es it nl pl cs sk ro sv nb fi et lv lt ru el ja zh zh-Hant ko ar uk bg pt hu'.split(' ');
/** Codes that are no place of their own. */
const without = new Set(['XA', 'XB', 'ZZ', 'QO', 'UN', 'EZ', 'EU']);

function countryCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return letters
    .flatMap((one) => letters.map((other) => one + other))
    .filter((code) => !without.has(code) && names.of(code) !== undefined);
}

/** The places by their names. */
export const places = new Phrases<string>(function* (places) {
  for (const { key, phrases } of rowsOf('places.csv')) {
    for (const phrase of phrases) places.add(phrase, key);
    yield;
  }
  const codes = countryCodes();
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of codes) {
      places.add(wordsOf(names.of(code) ?? '').join(' '), code);
      yield;
    }
  }
});

/* Numbers: digits, ordinals, words and roman numerals. */

const units = (
  'zero one two three four five six seven eight nine ten eleven twelve ' +
  'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
).split(' ');
const ordinals = (
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ' +
  'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ');
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
/** The first ordinals of other languages, normalized; each column is a number. */
const otherOrdinals = [
  'erste erster erstes premier premiere primera primero prima primo pervyy pervaya pervoe pierwszy pierwsza prvni ' +
    'prva prvi parva persha pershyy proti birinci elso pirma pirmas forsta forste eerste primeira primeiro',
  'zweite zweiter zweites deuxieme segunda segundo seconda secondo vtoroy vtoraya druga drugi druhy toinen vtora ' +
    'ikinci andra anden tweede segunda masodik',
  'dritte dritter drittes troisieme tercera tercero terza terzo tretiy tretya trzecia treti kolmas treta ucuncu ' +
    'tredje derde terceira harmadik',
  'vierte vierter viertes quatrieme cuarta cuarto quarta quarto',
  'funfte funfter funftes cinquieme quinta quinto',
];

const written = new Map<string, number>([
  ...units.map((word, value) => [word, value] as const),
  ...ordinals.map((word, value) => [word, value] as const),
  ...tens.flatMap((word, place) => [word, word.replace('y', 'ieth')].map((one) => [one, 20 + 10 * place] as const)),
  ...otherOrdinals.flatMap((words, place) => words.split(' ').map((word) => [word, place + 1] as const)),
]);

const romanValues: Record<string, number> = { i: 1, v: 5, x: 10 };

function roman(word: string): number | undefined {
  if (!/^x{0,3}(?:ix|iv|v?i{0,3})$/.test(word) || word === '') return undefined;
  const values = Array.from(word, (letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value), 0);
}

/** The number that a normalized Latin word means. A single letter is one only at the end of a name: `Fund V`. */
function numberIn(word: string, isLast: boolean): string | undefined {
  const digits = /^(\d+)(?:st|nd|rd|th|er|eme|\.)?$/.exec(word)?.[1];
  if (digits) return digits.replace(/^0+(?=\d)/, '');
  const known = written.get(word) ?? (word.length > 1 || isLast ? roman(word) : undefined);
  return known === undefined ? undefined : String(known);
}

/** `twenty one` is 21. */
const isTens = (word: string): boolean => tens.includes(word);
