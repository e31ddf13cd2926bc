import { skeletonOf } from '../../company/scripts/eastern-scripts.ts';
import { consonantsOf, type Script, soundOf } from '../../company/scripts/scripts.ts';
import { byLength, isCutFrom, isShortFor } from './abbreviations.ts';
import { mistakesBetween } from './edit-distance.ts';
import { areVariants, isReadAs } from './han-readings.ts';
import type { Word } from './name.ts';
import { isKnownWord } from './word-meanings.ts';

/** How well two words, or some words and one, stand for each other, and why. */
export interface Likeness {
  /** From 0 to 1. */
  score: number;
  /** A sentence for people. */
  explanation(): string;
  /** The words differ by mistakes, so that they may be two words. */
  isDoubtful?: true;
  /** One word has the initials of the others. */
  isShort?: true;
}

/** What is less alike counts as different. */
const minScore = 0.7;

export const quoted = (words: readonly Word[]): string => `\`${words.map(({ text }) => text).join(' ')}\``;
/** What is true of two words. */
const ofBoth = (score: number, one: Word, other: Word, what: string): Likeness => ({
  score,
  explanation: () => `${quoted([one])} and ${quoted([other])} ${what}.`,
});

/** How alike two words are, or undefined if they are different words. */
export function likenessOf(one: Word, other: Word): Likeness | undefined {
  if (one.text === other.text) return { score: 1, explanation: () => `${quoted([one])} is in both names.` };
  if (one.kind === 'number' || other.kind === 'number')
    return one.kind === other.kind && one.meaning === other.meaning ? ofBoth(1, one, other, 'are the same number') : undefined;
  if (one.meaning !== undefined && one.meaning === other.meaning) return ofBoth(0.95, one, other, 'mean the same');
  const [short, long] = byLength(one, other);
  if (
    short.text.length > 2 &&
    (`${short.latin}s` === long.latin || (`${short.latin}d` === long.latin && short.latin.endsWith('e')))
  )
    return ofBoth(0.95, one, other, 'differ by the ending');
  const areNames = one.kind === 'first name' && other.kind === 'first name';
  if (one.meaning !== undefined && other.meaning !== undefined && !areNames)
    return isSameByEar(one, other) ? ofBoth(0.93, one, other, 'sound alike') : shortened(one, other, isShortFor);
  if (isWithArticle(one, other) || isWithArticle(other, one) || isWithForm(one, other) || isWithForm(other, one))
    return ofBoth(0.95, one, other, 'differ by a blank');
  return one.script === other.script ? spelling(one, other) : transliteration(one, other);
}

/** `Le Clerc` is Leclerc, and `Long Da` is Longda, although le and da are stop words. */
const isWithArticle = (one: Word, { latin, sound }: Word): boolean => {
  if (latin.length <= one.latin.length) return false;
  const joined = one.before + one.latin;
  // `L'Oréal` is read as `le` and `oreal`.
  const elided = one.before.replace(/e$/, '') + one.latin;
  return [joined, elided, one.latin + one.after].includes(latin) || (one.before !== '' && soundOf(joined) === sound);
};

/** `KeyCorp` is Key Corp. */
const isWithForm = ({ latin, forms = [] }: Word, other: Word): boolean => forms.some((form) => latin + form === other.latin);

/** `Rueck` is Rück, which normalizes to ruck. */
const isUmlaut = (short: string, long: string): boolean => long.replaceAll(/(?<![aeq])([aou])e/g, '$1') === short;

/** Words of the same script, of which not both are known. */
function spelling(one: Word, other: Word): Likeness | undefined {
  const [short, long] = byLength(one, other);
  if (short.text.length === 1)
    return long.text.startsWith(short.text) && long.text.length > 1 && (long.kind === 'word' || long.kind === 'first name')
      ? { score: 0.75, explanation: () => `\`${short.text}\` is the initial of \`${long.text}\`.` }
      : undefined;
  if (one.script === 'han') return chinese(one, other);
  if (short.latin.length !== long.latin.length && short.text[0] === long.text[0] && isUmlaut(short.latin, long.latin))
    return ofBoth(0.97, one, other, 'differ by an umlaut');
  const likeness = shortened(one, other, isShortFor);
  if (likeness) return likeness;
  if (isSameStem(one, other)) return ofBoth(0.82, one, other, 'have the same stem');
  if (isAdjective(short.latin, long.latin)) return ofBoth(0.85, one, other, 'have the same stem');
  if (isSameByEar(short, long)) return ofBoth(long.text.length > 5 ? 0.93 : 0.88, one, other, 'sound alike');
  if (long.latin.length > 3 && one.script === 'latin' && asSeen(one.latin) === asSeen(other.latin))
    return ofBoth(0.85, one, other, 'look alike');
  // Two names, unless they are spelt for one by ear, or with a letter doubled: `Fischer` and `Fisher`, `Abbot` and `Abbott`.
  if (
    long.latin.length < longSurname &&
    isKnownWord(one.text) &&
    isKnownWord(other.text) &&
    heardSoft(one) !== heardSoft(other) &&
    mistakesBetween(one.latin, other.latin, 0.6) > 0.6
  )
    return undefined;
  return mistakes(one.latin, other.latin, [one], other);
}

/** `Stevenson` is heard as Stephenson. */
const heardSoft = ({ sound }: Word): string => sound.replaceAll('v', 'f');

/** One letter less or more is a mistake in so long a name: `Hollingworth`, `Hollingsworth`. */
const longSurname = 12;

/** Short words that sound alike may be two: `Mars`, `Marsh`. `Qods` and `Ghods` are one. */
const isSameByEar = (short: Word, long: Word): boolean =>
  short.sound === long.sound &&
  (long.text.length > 5 || (long.text.length > 3 && short.latin !== long.latin && short.text.at(-1) === long.text.at(-1)));

/** `Kirovsky` is the adjective of Kirov, `Tulskiy` of Tula, `Izhevskiy` of Izhevsk. */
const isAdjective = (short: string, long: string): boolean => {
  const stem = adjective.exec(long)?.[1];
  if (stem === undefined || short.length < 4) return false;
  return [`${stem}sk`, stem, `${stem}ov`, `${stem}a`, `${stem}ya`, `${stem}ia`, stem.replace(/y$/, 'a'), `${stem}o`].includes(
    short,
  );
};
const adjective = /^(\p{Ll}{3,}?)(?:ov|in)?sk(?:i|y|ii|iy|yi|yy|ij|aya|aia|aja|a|oe|oye|oje|o|ie|iye)$/u;

/** Letters that a scanner takes for others, and the ch that is spelt sh: `Modem`, `Hamcho`. */
const asSeen = (latin: string): string =>
  latin.replaceAll('rn', 'm').replaceAll('cl', 'd').replaceAll('vv', 'w').replaceAll('ch', 'sh');

const endings = /^(?:e?s|e?rs?|ing|ed|en?|n|als?|ic|y|ies|ions?|ors?|ists?|ment|ry|eries)?$/;

/** `Packers` and `Packing`. The first word of a name is often a proper name, which has no stem. */
function isSameStem(one: Word, other: Word): boolean {
  if (one.isFirst || other.isFirst || one.script !== 'latin') return false;
  let stem = 0;
  while (stem < one.text.length && one.text[stem] === other.text[stem]) stem += 1;
  return stem > 3 && endings.test(one.text.slice(stem)) && endings.test(other.text.slice(stem));
}

/** An abbreviation of any word, by its letters alone. */
export const cutLikeness = (one: Word, other: Word): Likeness | undefined => shortened(one, other, isCutFrom);

function shortened(one: Word, other: Word, isShort: (short: Word, long: Word) => boolean): Likeness | undefined {
  const [short, long] = byLength(one, other);
  if (!isShort(short, long)) return undefined;
  return { score: 0.85, explanation: () => `${quoted([short])} is short for ${quoted([long])}.` };
}

export function mistakes(one: string, other: string, words: readonly Word[], word: Word): Likeness | undefined {
  const longest = Math.max(one.length, other.length);
  if (longest < 4 || Math.abs(one.length - other.length) > 3 || !beginsAlike(one, other)) return undefined;
  const count = mistakesBetween(one, other, ((1 - minScore) / 0.85) * (longest - 1.2));
  // One letter makes another word of a short word: Marlin and Merlin. Swapped and doubled letters do not, nor transliterations.
  // Of a word that many names have, it makes a variant: `Groep` and `Group`.
  const isVariant = isOfManyNames(word) || (words.length === 1 && words.some(isOfManyNames));
  const isMistake = words.length === 1 && isKnownWord(words[0]?.text ?? '') !== isKnownWord(word.text);
  const isAnother = count > 0.85 && longest < 7 && words[0]?.script === word.script && !isVariant && !isMistake;
  const score = 1 - ((isAnother ? 1.4 : 0.85) * count) / (longest - 1.2);
  const letters = Math.max(1, Math.round(count));
  const explanation = () => `${quoted(words)} stands against ${quoted([word])}: ${letters} letter${letters > 1 ? 's' : ''}.`;
  return score < minScore ? undefined : { score, explanation, ...(!isVariant && { isDoubtful: true }) };
}

/** Words of which one may be the other with one mistake, although they are short. */
export function mistakenLikeness(one: Word, other: Word): Likeness | undefined {
  const areRare = one.kind === 'word' && other.kind === 'word' && one.script === 'latin' && other.script === 'latin';
  if (!areRare || Math.min(one.latin.length, other.latin.length) < 5 || !beginsAlike(one.latin, other.latin)) return undefined;
  if (mistakesBetween(one.latin, other.latin, 1.3) > 1.3) return undefined;
  return { score: 0.82, isDoubtful: true, explanation: () => `${quoted([one])} stands against ${quoted([other])}: 1 letter.` };
}

const isOfManyNames = ({ kind }: Word): boolean => kind === 'filler';

/** Words with mistakes in both of their first letters are never alike enough, which this finds out quickly. */
const beginsAlike = (one: string, other: string): boolean =>
  one[0] === other[0] || one[1] === other[1] || one[0] === other[1] || one[1] === other[0];

/** One character of a Chinese or Japanese word says as much as a syllable. */
function chinese(one: Word, other: Word): Likeness | undefined {
  if (areVariants(one.text, other.text)) return ofBoth(0.95, one, other, 'are read alike');
  const longest = Math.max(one.text.length, other.text.length);
  const score = 1 - (1.2 * mistakesBetween(one.text, other.text, longest)) / longest;
  const explanation = () => `${quoted([one])} stands against ${quoted([other])}.`;
  return score < minScore ? undefined : { score, explanation, isDoubtful: true };
}

/** Words of two scripts, by their Latin spellings. */
function transliteration(one: Word, other: Word): Likeness | undefined {
  const same = (score: number) => ofBoth(score, one, other, 'are the same in Latin letters');
  if (one.latin === other.latin) return same(0.98);
  const isGreek = one.script === 'greek' || other.script === 'greek';
  const [sound, otherSound] = isGreek ? [greekSound(one.latin), greekSound(other.latin)] : [one.sound, other.sound];
  if (sound === otherSound) return same(0.95);
  const [foreign, known] = other.script === 'latin' ? [one, other] : [other, one];
  const score = known.script === 'latin' ? heardAs(foreign, known.latin) : 0;
  if (score > 0) return same(score);
  return one.script === 'han' || other.script === 'han' ? undefined : mistakes(sound, otherSound, [one], other);
}

/** How well a word of another script may be the spelling of a Latin one, by ear; 0 if it is not. */
export function heardAs({ script, text, latin }: { script: Script; text: string; latin: string }, other: string): number {
  if (script === 'han') return isReadAs(text, other) ? 0.92 : 0;
  if (script === 'kana') return heard(latin, other);
  if (script !== 'hangul' && script !== 'arabic' && script !== 'hebrew') return 0;
  const [own, others] = [skeletonOf(latin, script), skeletonOf(other, script)];
  if (own.length < 2) return 0;
  // The Arabic article is a part of the word.
  const isEqual = own === others || (script === 'arabic' && /^al/.test(latin) && own.slice(1) === others && others.length > 1);
  return isEqual ? (others.length > 2 ? 0.9 : 0.8) : 0;
}

/**
 * How well katakana may spell a foreign word: only the consonants are compared, because katakana puts vowels between them. It
 * drops the r of many English words.
 */
function heard(one: string, other: string): number {
  const [consonants, others] = [consonantsOf(one), consonantsOf(other)];
  if (consonants === others) return consonants.length > 2 ? 0.88 : 0;
  const [without, othersWithout] = [consonants.replaceAll('r', ''), others.replaceAll('r', '')];
  if (without.length > 4 && without === othersWithout) return 0.8;
  // The s of English words is often heard as z.
  return consonants.length > 2 && consonants.replaceAll('z', 's') === others.replaceAll('z', 's') ? 0.82 : 0;
}

/** Greek spells b, d and g with two letters each. */
const greekSound = (latin: string): string =>
  soundOf(
    latin
      .replaceAll('ch', 'h')
      .replaceAll('mp', 'b')
      .replaceAll('nt', 'd')
      .replaceAll('gk', 'g')
      .replaceAll('oi', 'i')
      .replaceAll('ai', 'e'),
  );
