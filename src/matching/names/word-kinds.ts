import { spellingOf } from '../../company/scripts/scripts.ts';
import { isTens, numberIn } from './numerals.ts';
import { places } from './places.ts';
import { type Kind, meanings } from './word-meanings.ts';

/* What a word of a name is. */

/** A single letter between longer words joins them in some languages: `Ibarra y Molina`. */
const isJoining = (words: readonly string[], place: number): boolean =>
  /^[aeiouysvwzk]$/.test(words[place] ?? '') &&
  meanings.get(words[place - 1] ?? '')?.kind !== 'stop' &&
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
