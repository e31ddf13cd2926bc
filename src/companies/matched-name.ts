import { fold } from './format/fold.ts';
import { wordsOfFolded } from './format/words.ts';
import type { Filter } from './search/filter.ts';
import { type Alternative, type Reading, readingsOf } from './search/words/readings.ts';

/** Whether a name of a record matches what was typed. The record's number may be a part of it. */
export type NameMatcher = (name: string, number: string | null) => boolean;

/** Decides for single names what the index decides for all of them, see search/README.md. Undefined if nothing was typed. */
export function nameMatcher({ q, mode }: Filter, isFuzzy: boolean): NameMatcher | undefined {
  const typed = fold((q ?? '').trim());
  if (typed === '') return undefined;
  if (mode !== 'words') return (name) => fold(name).includes(typed);
  const readings = readingsOf(wordsOfFolded(typed), isFuzzy);
  return (name, number) => {
    const folded = fold(name);
    const words = wordsOfFolded(folded);
    const begins = (digits: string | undefined) => digits === undefined || fold(number ?? '').startsWith(digits);
    return readings.some((reading) => begins(reading.number) && fits(reading, folded, words));
  };
}

function fits({ terms, pieces }: Reading, folded: string, words: readonly string[]): boolean {
  if (!pieces.every((piece) => folded.includes(piece))) return false;
  return terms.every(({ elements }) =>
    words.some((_, start) =>
      elements.every((element, place) => {
        const word = words[start + place];
        return word !== undefined && element.some((alternative) => isWord(alternative, word));
      }),
    ),
  );
}

function isWord({ text, isWhole, mistakes }: Alternative, word: string): boolean {
  if (mistakes === 0) return isWhole ? word === text : word.startsWith(text);
  const typed = [...text];
  const letters = [...word];
  const row = distances(typed, letters);
  if ((row[letters.length] ?? Number.POSITIVE_INFINITY) <= mistakes) return true;
  // A beginning has at least as many letters as were typed.
  return !isWhole && row.slice(typed.length).some((distance) => distance <= mistakes);
}

/**
 * How many letters are wrong, missing, surplus or swapped between a typed word and each beginning of a word, by its number of
 * letters (optimal string alignment).
 */
function distances(typed: readonly string[], letters: readonly string[]): number[] {
  let before: number[] = [];
  let last = Array.from({ length: letters.length + 1 }, (_, place) => place);
  for (const [index, letter] of typed.entries()) {
    const row = [index + 1];
    for (const [place, other] of letters.entries()) {
      const steps = [(last[place + 1] ?? 0) + 1, (row[place] ?? 0) + 1, (last[place] ?? 0) + (letter === other ? 0 : 1)];
      const isSwapped = index > 0 && place > 0 && letter === letters[place - 1] && typed[index - 1] === other;
      if (isSwapped) steps.push((before[place - 1] ?? 0) + 1);
      row.push(Math.min(...steps));
    }
    before = last;
    last = row;
  }
  return last;
}
