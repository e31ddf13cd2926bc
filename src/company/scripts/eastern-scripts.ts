/* Korean, Arabic and Hebrew words in Latin letters, and what is left of a word if only its consonants are compared. */

const initials = 'g kk n d tt r m b pp s ss _ j jj ch k t p h'.split(' ').map((letter) => letter.replace('_', ''));
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const finals = '_ k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ').map((letter) => letter.replace('_', ''));
const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;

/** In the revised romanisation, syllable by syllable: `삼성` is samseong. */
export const latinHangul = (word: string): string =>
  Array.from(word.normalize('NFC'), (letter) => {
    const code = letter.codePointAt(0) as number;
    if (code < firstSyllable || code > lastSyllable) return letter;
    const place = code - firstSyllable;
    return `${initials[Math.floor(place / 588)]}${vowels[Math.floor((place % 588) / 28)]}${finals[place % 28]}`;
  }).join('');

const arabic = new Map(
  (
    'اa بb تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt ظz ع غgh فf قq كk لl مm نn هh وw يy ةa ىa ء ئy ؤw أa إi آa ' +
    'پp چch ژzh گg کk یy'
  )
    .split(' ')
    .map((pair) => [[...pair][0] as string, [...pair].slice(1).join('')]),
);

/** Letter by letter, without the short vowels, which Arabic does not write. */
export const latinArabic = (word: string): string => Array.from(word, (letter) => arabic.get(letter) ?? letter).join('');

const hebrew = new Map(
  'אa בb גg דd הh וo זz חh טt יy כk ךk לl מm םm נn ןn סs ע פp ףp צts ץts קk רr שsh תt'
    .split(' ')
    .map((pair) => [[...pair][0] as string, [...pair].slice(1).join('')]),
);

/** Letter by letter: Hebrew writes few of its vowels. */
export const latinHebrew = (word: string): string => Array.from(word, (letter) => hebrew.get(letter) ?? letter).join('');

/** Letters that are heard alike in Korean, or that two ways of transliterating Arabic spell differently. */
const classes: Record<'hangul' | 'arabic' | 'hebrew', [RegExp, string][]> = {
  hangul: [
    [/ng/g, 'n'],
    [/sh/g, 's'],
    [/ch|c(?=[ei])/g, 'j'],
    [/[gcq]/g, 'k'],
    [/d/g, 't'],
    [/[bfv]/g, 'p'],
    [/l/g, 'r'],
    [/z/g, 'j'],
    [/[aeiouyw]/g, ''],
  ],
  hebrew: [
    [/kh|ch/g, 'h'],
    [/ph|f/g, 'p'],
    [/v/g, 'b'],
    [/ts|tz/g, 's'],
    [/sh|th/g, 's'],
    [/[gqc]/g, 'k'],
    [/h$/g, ''],
    [/[aeiouywv]/g, ''],
  ],
  arabic: [
    [/kh/g, 'h'],
    [/gh|[gqc]/g, 'k'],
    [/sh|th|ch/g, 's'],
    [/dh|zh|j/g, 'z'],
    [/p/g, 'b'],
    [/(?:ah?|t)$/g, ''],
    [/[aeiouywv]/g, ''],
  ],
};

/** The consonants of a Latin word as Korean, Arabic or Hebrew writes them. */
export function skeletonOf(latin: string, script: keyof typeof classes): string {
  let spelt = latin;
  for (const [letters, heard] of classes[script]) spelt = spelt.replaceAll(letters, heard);
  return spelt.replaceAll(/(.)\1+/g, '$1');
}
