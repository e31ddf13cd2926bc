/** Names that belong to nobody: each is built of syllables, so that no list of real companies or persons is needed. */
import type { Random } from './random.ts';

const onsets = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'kr',
  'l',
  'm',
  'n',
  'p',
  'pr',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
  'z',
];
const plainVowels = ['a', 'e', 'i', 'o', 'u'];
const codas = ['', '', '', 'l', 'm', 'n', 'r', 's', 'x', 'nd', 'lt', 'rk'];

/** What makes a language look like itself. */
export interface Sound {
  /** Added to the plain vowels, the more often the more it is repeated. */
  vowels: readonly string[];
  /** Added to the plain beginnings of a syllable. */
  onsets: readonly string[];
}

export const english: Sound = { vowels: ['ea', 'oo', 'ai'], onsets: ['sh', 'th', 'wh', 'bl'] };
export const romanian: Sound = { vowels: ['ă', 'î', 'ea', 'ia'], onsets: ['ş', 'ţ', 'ch', 'gh'] };
export const norwegian: Sound = { vowels: ['ø', 'å', 'æ', 'ei'], onsets: ['sk', 'fj', 'bj', 'hv'] };
export const estonian: Sound = { vowels: ['õ', 'ä', 'ö', 'ü', 'aa', 'oo', 'uu'], onsets: ['j', 'š', 'ž'] };
export const latvian: Sound = { vowels: ['ā', 'ē', 'ī', 'ū', 'ie'], onsets: ['č', 'ģ', 'ķ', 'ļ', 'ņ', 'š', 'ž'] };
export const lithuanian: Sound = { vowels: ['ė', 'ų', 'ū', 'ie', 'ai'], onsets: ['č', 'š', 'ž', 'j'] };
export const dutch: Sound = { vowels: ['oe', 'ij', 'aa', 'ee'], onsets: ['sch', 'w', 'kl'] };
export const french: Sound = { vowels: ['é', 'è', 'ou', 'eau'], onsets: ['ç', 'ch', 'qu'] };
export const finnish: Sound = { vowels: ['ä', 'ö', 'aa', 'ii', 'uu', 'yö'], onsets: ['j', 'hk', 'kk', 'll'] };
export const swedish: Sound = { vowels: ['å', 'ä', 'ö'], onsets: ['sj', 'skr', 'fl', 'kv'] };
export const czech: Sound = { vowels: ['á', 'é', 'í', 'ů', 'ě'], onsets: ['č', 'ř', 'š', 'ž', 'hl'] };
export const slovak: Sound = { vowels: ['á', 'ä', 'ý', 'ô', 'ia'], onsets: ['č', 'ď', 'ľ', 'ň', 'š', 'ž'] };

const builders = new WeakMap<Sound, { onsets: string[]; vowels: string[] }>();

function soundsOf(sound: Sound): { onsets: string[]; vowels: string[] } {
  let sounds = builders.get(sound);
  if (!sounds) {
    sounds = { onsets: [...onsets, ...sound.onsets], vowels: [...plainVowels, ...plainVowels, ...sound.vowels] };
    builders.set(sound, sounds);
  }
  return sounds;
}

/** A word that means nothing, such as "vortelma", in lower case. Shorter than three syllables it might be a known brand. */
export function inventedWord(random: Random, sound: Sound, syllables = 3): string {
  const { onsets, vowels } = soundsOf(sound);
  let word = '';
  for (let syllable = 0; syllable < syllables; syllable++) word += random.pick(onsets) + random.pick(vowels);
  return word + random.pick(codas);
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A day as [year, month, day], never later than the 28th, so that it exists in every month. */
export type Day = readonly [year: number, month: number, day: number];

export function inventedDay(random: Random, firstYear: number, lastYear: number): Day {
  return [random.between(firstYear, lastYear), random.between(1, 12), random.between(1, 28)];
}

export const padded = (value: number, length = 2): string => `${value}`.padStart(length, '0');

export const isoDay = ([year, month, day]: Day): string => `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
export const dottedDay = ([year, month, day]: Day): string => `${padded(day)}.${padded(month)}.${padded(year, 4)}`;
export const slashedDay = ([year, month, day]: Day): string => `${padded(day)}/${padded(month)}/${padded(year, 4)}`;
