import { soundOf } from '../../company/scripts/scripts.ts';
import { hasParts, isMadeOf, isTurned } from './initials.ts';
import { heardAs, type Likeness, mistakes, quoted } from './likeness.ts';
import type { Word } from './name.ts';

/* Some neighbouring words against one. */

/** By so many letters joined words and one word may differ at most, because katakana has vowels that other scripts lack. */
export const maxDifference = 8;

/** Some neighbouring words against one: without the blanks between them, or by their first letters. */
export function spanLikeness(words: readonly Word[], one: Word): Likeness | undefined {
  return joined(words, one) ?? initials(words, one);
}

function joined(words: readonly Word[], one: Word): Likeness | undefined {
  const length = words.reduce((sum, { latin }) => sum + latin.length, 0);
  const isHeard = one.script !== 'latin' && words.every(({ script }) => script === 'latin');
  if (one.script !== 'han' && Math.abs(length - one.latin.length) > (isHeard ? maxDifference : 3)) return undefined;
  const latin = words.map((word) => word.latin).join('');
  const meant = words.map((word, place) => (place > 0 ? (word.meaning ?? word.latin) : word.latin)).join('');
  const explanation = () => `${quoted(words)} and ${quoted([one])} differ by a blank.`;
  if (latin === one.latin) return { score: 0.97, explanation };
  // `Halkbank` is Halk Bankası.
  if (meant === one.latin) return { score: 0.9, explanation };
  const score = isHeard ? heardAs(one, latin) : 0;
  if (score > 0) return { score, explanation };
  const hasNumber = words.some(({ kind }) => kind === 'number');
  if (hasNumber && latin.length === one.latin.length && isTypedAs(latin, one.latin)) return { score: 0.9, explanation };
  if (one.script === 'han' || length < 6 || (latin[0] !== one.latin[0] && one.script === 'latin')) return undefined;
  if (soundOf(latin) === one.sound) return { score: 0.93, explanation };
  if (hasNumber) return undefined;
  const close = mistakes(latin, one.latin, words, one);
  return close && close.score > 0.85 ? { ...close, score: close.score - 0.05 } : undefined;
}

/** `she11` is shell, with digits that look like letters. */
const isTypedAs = (typed: string, meant: string): boolean =>
  [...typed].every((letter, place) => letter === meant[place] || /^(?:0o|1[il])$/.test(letter + meant[place]));

/** Most words are one, which needs no expression. */
const initialsIn = (text: string): string =>
  text.includes(' ') ? text.replaceAll(/(\S)\S* ?/gu, '$1') : text.slice(0, (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);

/** Initials of words in other scripts are mostly written in Latin letters. */
const lettersOf = ({ text, latin, script }: Word): string => (script === 'cyrillic' || script === 'greek' ? latin : text);

/** The first letters of words, of all words of a phrase. With the stop words or without them, `Bank of China` is BOC and BC. */
const initialsOf = (words: readonly Word[], hasStops: boolean): string =>
  words.map((word, place) => (hasStops && place > 0 ? word.before.slice(0, 1) : '') + initialsIn(lettersOf(word))).join('');

/** Longer words are not the initials of names whose first word is another. */
const maxInitials = 6;

/** Forms that initials end with although the name may be written without a form: `CEPSA`. */
const usualEnd = /^(.{2,4})(?:s|sa|spa|ag|nv|co|corp|plc|ltd)$/;

/** `HDFC` has the initial of its form, Housing Development Finance Corporation, and `PDVSA` the whole of it. */
function initials(words: readonly Word[], one: Word): Likeness | undefined {
  const { length } = one.text;
  if (one.isOfKnown) return undefined;
  if ((one.kind !== 'word' && !(one.isFirst && length < 4)) || one.kind === 'number' || length < words.length) return undefined;
  const isFirst = one.text[0] === lettersOf(words[0] as Word)[0];
  if (!isFirst && (length < 4 || length > maxInitials)) return undefined;
  const explanation = () => `${quoted([one])} has the initials of ${quoted(words)}.`;
  const plain = initialsOf(words, false);
  if (!isFirst) return isTurned(plain, one.text) ? { score: 0.8, explanation, isShort: true } : undefined;
  const forms = words.at(-1)?.forms ?? [];
  const ends = [...forms.flatMap((form) => [form.slice(0, 1), form]), initialsIn(forms.join(' '))];
  const isShort = [plain, initialsOf(words, true)].some(
    (letters) =>
      letters === one.text ||
      ends.some((end) => letters + end === one.text) ||
      (letters.length > 2 && usualEnd.exec(one.text)?.[1] === letters),
  );
  if (isShort) return { score: length > 2 ? 0.88 : 0.78, explanation, isShort: true };
  return isBlend(words, one.text, forms)
    ? { score: length > 5 ? 0.9 : 0.85, explanation: () => `${quoted([one])} is made of ${quoted(words)}.`, isShort: true }
    : undefined;
}

function isBlend(words: readonly Word[], text: string, forms: readonly string[]): boolean {
  const texts = words.map((word) => word.text);
  // `Ping` is rather a part of `Pingan` than of several words.
  if (texts[0]?.startsWith(text)) return false;
  const all = texts.some((one) => one.includes(' ')) ? [texts, texts.flatMap((one) => one.split(' '))] : [texts];
  return all.some(
    (some) =>
      isMadeOf(some, text, 2) ||
      (some.length > 2 && (isMadeOf(some, text, 1) || forms.some((form) => isMadeOf([...some, form], text, 1)))) ||
      (text.length > 2 && text.length < 6 && hasParts(some, text)),
  );
}
