import { latinArabic, latinHangul, latinHebrew } from './eastern-scripts.ts';

/* Names in other alphabets, in Latin letters: Cyrillic, Greek, Georgian, Armenian, kana. The text is normalized before. */

/** The alphabet that a word is written in, as far as it matters for a comparison. */
export type Script = 'latin' | 'cyrillic' | 'greek' | 'caucasian' | 'kana' | 'han' | 'hangul' | 'arabic' | 'hebrew' | 'other';

/** Pairs of letters, written one after the other: `аa` is а and its Latin spelling a. */
const table = (pairs: string): Map<string, string> =>
  new Map(pairs.split(' ').map((pair) => [[...pair][0] as string, [...pair].slice(1).join('')]));

/** Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian and Kazakh letters. The hard and the soft sign are dropped. */
const cyrillic = table(
  'аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya ' +
    'іi їyi єye ґg ўu ѓg ќk јj љlj њnj ћc ђdj џdz ѕdz әa ғg қk ңn өo ұu үu һh',
);

const greek = table('αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs τt υy φf χch ψps ωo');
/** Two Greek letters that are spelt together. `μπ` is b at the beginning of a word. */
const greekPairs: Record<string, string> = { ου: 'ou', γγ: 'ng', γξ: 'nx', γχ: 'nch' };

/** Georgian and Armenian letters, both as they are spelt by the national standards, without marks. */
const caucasian = table(
  'აa ბb გg დd ეe ვv ზz თt იi კk ლl მm ნn ოo პp ჟzh რr სs ტt უu ფp ქk ღgh ყq შsh ჩch ცts ძdz წts ჭch ხkh ჯj ჰh ' +
    'աa բb գg դd եe զz էe ըe թt ժzh իi լl խkh ծts կk հh ձdz ղgh ճch մm յy նn շsh ոo չch պp ջj ռr սs վv տt րr ցts ւu փp քk օo ֆf',
);

const kana = new Map<string, string>();
const rows: [string, string][] = [
  ['', 'アイウエオ'],
  ['k', 'カキクケコ'],
  ['g', 'ガギグゲゴ'],
  ['s', 'サ-スセソ'],
  ['z', 'ザ-ズゼゾ'],
  ['t', 'タ--テト'],
  ['d', 'ダ--デド'],
  ['n', 'ナニヌネノ'],
  ['h', 'ハヒ-ヘホ'],
  ['b', 'バビブベボ'],
  ['p', 'パピプペポ'],
  ['m', 'マミムメモ'],
  ['y', 'ヤ-ユ-ヨ'],
  ['r', 'ラリルレロ'],
  ['w', 'ワヰ-ヱヲ'],
];
for (const [consonant, letters] of rows)
  for (const [place, letter] of [...letters].entries()) if (letter !== '-') kana.set(letter, consonant + 'aiueo'[place]);
for (const [letter, latin] of table('シshi ジji チchi ツtsu ヂji ヅzu フfu ンn ヴvu ヷva')) kana.set(letter, latin);

const small = table('ャya ュyu ョyo ァa ィi ゥu ェe ォo ヮwa');

/** Hiragana letters stand 0x60 before those of katakana. */
const toKatakana = (text: string): string =>
  text.replaceAll(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));

/** In Hepburn's spelling, without long vowels: `トウキョウ` is tokyo. */
function latinKana(word: string): string {
  let latin = '';
  let isDoubled = false;
  for (const letter of toKatakana(word)) {
    const glide = small.get(letter);
    if (letter === 'ッ') isDoubled = true;
    else if (glide !== undefined) latin = withGlide(latin, glide);
    else {
      const syllable = kana.get(letter) ?? (letter === 'ー' ? '' : letter);
      latin += isDoubled ? (syllable[0] ?? '') + syllable : syllable;
      isDoubled = false;
    }
  }
  return latin.replaceAll(/ou|oo/g, 'o').replaceAll('uu', 'u');
}

/** `ki` and a small `ya` are kya, `shi` and `ya` are sha, `fu` and a small `i` are fi. */
function withGlide(latin: string, glide: string): string {
  const stem = latin.slice(0, -1);
  if (!glide.startsWith('y')) return stem + glide;
  return /(?:sh|ch|j)$/.test(stem) ? stem + glide.slice(1) : stem + glide;
}

function latinGreek(word: string): string {
  const spelt = word
    .replaceAll(/^μπ/g, 'b')
    .replaceAll(/ου|γγ|γξ|γχ/g, (pair) => greekPairs[pair] ?? pair)
    .replaceAll(/([αεη])υ(?=[θκξπσςτφχψ]|$)/g, '$1f')
    .replaceAll(/([αεη])υ/g, '$1v');
  return Array.from(spelt, (letter) => greek.get(letter) ?? letter).join('');
}

function scriptOf(word: string): Script {
  if (/^[\p{sc=Latin}\p{N}]*$/u.test(word)) return 'latin';
  if (/\p{sc=Cyrillic}/u.test(word)) return 'cyrillic';
  if (/\p{sc=Greek}/u.test(word)) return 'greek';
  if (/\p{sc=Georgian}|\p{sc=Armenian}/u.test(word)) return 'caucasian';
  if (/\p{sc=Hebrew}/u.test(word)) return 'hebrew';
  if (/\p{sc=Han}/u.test(word)) return 'han';
  if (/\p{sc=Hangul}/u.test(word)) return 'hangul';
  if (/\p{sc=Arabic}/u.test(word)) return 'arabic';
  return /[\p{sc=Katakana}\p{sc=Hiragana}ー]/u.test(word) ? 'kana' : 'other';
}

/** A normalized word in Latin letters, as far as its script has a spelling in them. */
function inLatin(word: string, script: Script): string {
  if (script === 'cyrillic') return Array.from(word, (letter) => cyrillic.get(letter) ?? letter).join('');
  if (script === 'greek') return latinGreek(word);
  if (script === 'caucasian') return Array.from(word.replaceAll('ու', 'u'), (letter) => caucasian.get(letter) ?? letter).join('');
  if (script === 'hebrew') return latinHebrew(word);
  if (script === 'hangul') return latinHangul(word);
  if (script === 'arabic') return latinArabic(word);
  return script === 'kana' ? latinKana(word) : word;
}

export const latinOf = (word: string): string => inLatin(word, scriptOf(word));

/** Letters that are heard alike, or that two ways of transliterating spell differently; in the order in which they apply. */
const sounds: [RegExp, string][] = [
  [/^jou/g, 'zu'],
  [/^[yji][oe]/g, 'e'],
  [/(?<=[bdfgklmnprstvz])y[eo]/g, 'e'],
  [/shch|sch|sht|sh|sz/g, 's'],
  [/e?ij/g, 'ei'],
  [/zh|dzh/g, 'z'],
  [/dj/g, 'j'],
  [/^(?:gh|q)(?=[aeiou])/g, 'k'],
  [/kh/g, 'h'],
  [/ph|pf/g, 'f'],
  [/ts|tz|cz/g, 'c'],
  [/ch|ck|c|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ou|ue|oo/g, 'u'],
  [/ee/g, 'i'],
  [/oe/g, 'o'],
  [/ae/g, 'a'],
  [/[yj]/g, 'i'],
  [/ei(?=$|[^aeiou])/g, 'i'],
  [/(?<=[bcdfgklmnprstvz])h/g, ''],
];

/** How a Latin word sounds, roughly. */
export function soundOf(latin: string): string {
  let sound = latin;
  for (const [letters, heard] of sounds) sound = sound.replaceAll(letters, heard);
  return withoutRepeats(sound);
}

/** Each letter once where it stands several times in a row. */
export const withoutRepeats = (word: string): string => [...word].filter((letter, place) => letter !== word[place - 1]).join('');

/** The consonants of a word as Japanese hears them: katakana puts vowels between those of a foreign word. */
export function consonantsOf(latin: string): string {
  const spelt = latin
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/dg|j/g, 'z')
    .replaceAll('th', 's')
    .replaceAll(/m(?=[bp])/g, 'n');
  const sound = soundOf(spelt.replaceAll('l', 'r').replaceAll('v', 'b'));
  return withoutRepeats(sound.replaceAll(/[aeiou]/g, '').replaceAll('f', 'h'));
}

/** A word in Latin letters, and how it sounds. */
export interface Spelling {
  script: Script;
  latin: string;
  sound: string;
}

/** The spellings of words that were met lately: most words of names are met again. */
const known = new Map<string, Spelling>();
const maxKnown = 20_000;

export function spellingOf(word: string): Spelling {
  const before = known.get(word);
  if (before) return before;
  const script = scriptOf(word);
  const latin = inLatin(word, script);
  const spelling = { script, latin, sound: soundOf(latin) };
  if (known.size >= maxKnown) known.clear();
  known.set(word, spelling);
  return spelling;
}
