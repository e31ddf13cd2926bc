import { wordsOf } from '../../company/words.ts';
import { Phrases, rowsOf } from './tables.ts';

/* Places in names: countries in the languages of the registers, their adjectives, large cities and regions. */

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
