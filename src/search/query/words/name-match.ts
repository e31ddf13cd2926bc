import { wordsOfNormalized, writtenWords } from '../../../company/words.ts';
import type { TypedWords } from '../query.ts';
import {
  type Alternative,
  type Element,
  type Interpretation,
  interpretationAsTyped,
  interpretationsOf,
} from './interpretations.ts';

type Typed = Pick<TypedWords, 'typed' | 'isFuzzy'>;

/**
 * How many letters have to be changed to turn one word into the other: wrong, missing and surplus ones, and neighbours that are
 * swapped (optimal string alignment).
 */
function editDistance(one: readonly string[], other: readonly string[]): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [row, letter] of one.entries()) {
    const current = [row + 1];
    for (const [place, otherLetter] of other.entries()) {
      const changed = (before[place] as number) + (letter === otherLetter ? 0 : 1);
      let least = Math.min(changed, (before[place + 1] as number) + 1, (current[place] as number) + 1);
      if (row > 0 && place > 0 && letter === other[place - 1] && one[row - 1] === otherLetter)
        least = Math.min(least, (twoBefore[place - 1] as number) + 1);
      current.push(least);
    }
    twoBefore = before;
    before = current;
  }
  return before[other.length] as number;
}

function fits({ text, isWhole, edits }: Alternative, word: string): boolean {
  if (isWhole ? word === text : word.startsWith(text)) return true;
  if (edits === 0) return false;
  const letters = [...word];
  const wanted = [...text];
  // Texts whose lengths differ by more have more mistakes.
  const [shortest, longest] = [wanted.length - edits, wanted.length + edits];
  if (letters.length < shortest) return false;
  if (letters.length <= longest && editDistance(letters, wanted) <= edits) return true;
  if (isWhole) return false;
  const ends = Array.from({ length: edits + 1 }, (_, more) => wanted.length + more).filter((end) => end < letters.length);
  return ends.some((end) => editDistance(letters.slice(0, end), wanted) <= edits);
}

const hasElements = (elements: readonly Element[], words: readonly string[]): boolean =>
  words.some((_, start) => elements.every((element, place) => fitsAny(element, words[start + place])));

const fitsAny = (element: Element, word: string | undefined): boolean =>
  word !== undefined && element.some((alternative) => fits(alternative, word));

/** Whether a normalized name of a record with a normalized number matches typed words, as the index finds it. */
export function matchesWords({ typed, isFuzzy }: Typed, name: string, number: string): boolean {
  const words = wordsOfNormalized(name);
  const matches = ({ terms, pieces, number: wanted }: Interpretation) =>
    terms.every(({ elements }) => hasElements(elements, words)) &&
    pieces.every((piece) => name.includes(piece)) &&
    (wanted === undefined || number.startsWith(wanted));
  return interpretationsOf(typed, isFuzzy).some(matches);
}

/** The parts of a normalized name that fit typed words: a beginning, or a whole word that is spelt otherwise. */
export function wordPlaces({ typed, isFuzzy }: Typed, name: string): { start: number; end: number }[] {
  const elements = interpretationAsTyped(typed, isFuzzy).terms.flatMap((term) => term.elements);
  const found: { start: number; end: number }[] = [];
  for (const { 0: text, index } of name.matchAll(writtenWords)) {
    const word = text.replaceAll('.', '');
    const begun = typed.filter((one) => word.startsWith(one)).sort((one, other) => other.length - one.length)[0];
    if (begun !== undefined && text === word) found.push({ start: index, end: index + begun.length });
    else if (elements.some((element) => fitsAny(element, word))) found.push({ start: index, end: index + text.length });
  }
  return found;
}
