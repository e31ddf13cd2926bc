import { heard, type Likeness, mistakes, quoted } from './likeness.ts';
import type { Word } from './name.ts';
import { soundOf } from './scripts.ts';

/* Some neighbouring words against one. */

/** By so many letters joined words and one word may differ at most, because katakana has vowels that other scripts lack. */
export const mostDifference = 8;

/** Some neighbouring words against one: without the blanks between them, or by their first letters. */
export function spanLikeness(words: readonly Word[], one: Word): Likeness | undefined {
  return joined(words, one) ?? initials(words, one);
}

function joined(words: readonly Word[], one: Word): Likeness | undefined {
  const length = words.reduce((sum, { latin }) => sum + latin.length, 0);
  const isKana = one.script === 'kana';
  if (Math.abs(length - one.latin.length) > (isKana ? mostDifference : 3)) return undefined;
  const latin = words.map((word) => word.latin).join('');
  const says = () => `${quoted(words)} and ${quoted([one])} differ by a blank.`;
  if (latin === one.latin) return { score: 0.97, says };
  const score = isKana ? heard(latin, one.latin) : 0;
  if (score > 0) return { score, says };
  if (length < 6 || (latin[0] !== one.latin[0] && one.script === 'latin')) return undefined;
  if (soundOf(latin) === one.sound) return { score: 0.93, says };
  if (words.some(({ kind }) => kind === 'number')) return undefined;
  const close = mistakes(latin, one.latin, words, one);
  return close && close.score > 0.85 ? { ...close, score: close.score - 0.05 } : undefined;
}

/** The first letters of words, of all words of a phrase. With the stop words or without them, `Bank of China` is BOC and BC. */
const initialsOf = (words: readonly Word[], hasStops: boolean): string =>
  words
    .map(({ text, before }, place) => (hasStops && place > 0 ? before.slice(0, 1) : '') + text.replaceAll(/(\S)\S* ?/gu, '$1'))
    .join('');

/** `HDFC` has the initial of its form: Housing Development Finance Corporation. */
function initials(words: readonly Word[], one: Word): Likeness | undefined {
  const { length } = one.text;
  if (one.kind !== 'word' || length < words.length || one.text[0] !== words[0]?.text[0]) return undefined;
  const forms = words.at(-1)?.forms ?? [];
  const isShort = [false, true].some((hasStops) => {
    const letters = initialsOf(words, hasStops);
    return letters === one.text || forms.some((form) => letters + form[0] === one.text);
  });
  const says = () => `${quoted([one])} has the initials of ${quoted(words)}.`;
  if (isShort) return { score: length > 2 ? 0.85 : 0.7, says };
  const texts = words.map(({ text }) => text);
  const isBlend =
    isMadeOf(texts, one.text, 2) ||
    (words.length > 2 && [texts, ...forms.map((form) => [...texts, form])].some((all) => isMadeOf(all, one.text, 1)));
  return isBlend ? { score: 0.85, says: () => `${quoted([one])} is made of ${quoted(words)}.` } : undefined;
}

/** `FedEx` is Federal Express, `KEPCO` Korea Electric Power Corporation: one word of the beginnings of others. */
function isMadeOf([first, ...rest]: readonly string[], text: string, least: number): boolean {
  if (first === undefined) return text === '';
  const longest = least === 1 ? 2 : first.length;
  for (let length = Math.min(longest, text.length); length >= least; length--)
    if (first.startsWith(text.slice(0, length)) && isMadeOf(rest, text.slice(length), least)) return true;
  return false;
}
