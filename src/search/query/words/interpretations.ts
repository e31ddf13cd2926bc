import { searchedPart, spellings } from '../../../company/words.ts';
import type { TypedWords } from '../query.ts';

/** A word of a name, or the beginning of one. */
export interface Alternative {
  text: string;
  isWhole: boolean;
  /** How many typing mistakes it may have. */
  edits: number;
}

/** What one word of a name may be. */
export type Element = readonly Alternative[];

/** Neighbouring words of a name, in this order, for one or more typed words. */
export interface Term {
  elements: readonly Element[];
  /** The places of the typed words. */
  typed: readonly number[];
}

/** One way to understand the typed words. A name matches if it has all terms, in any order, and everything else. */
export interface Interpretation {
  terms: readonly Term[];
  /** Words in scripts without blanks: they may be anywhere in the name. */
  pieces: readonly string[];
  /** A typed word that is the beginning of a number of the record. */
  number: string | undefined;
}

/** So that no query takes long: further interpretations of very long queries are left out. */
const maxInterpretations = 48;
/** So that all interpretations fit into the room of a program, see program.ts: so many words in all of them together. */
const maxReadWords = 2_400;
/** The states of a search for mistakes have one bit for each letter. */
const longestFuzzyWord = 60;
/** So many typed words are taken for the number of the record, one at a time. */
const maxNumbers = 2;
/** So many typed words may be misspelt. */
export const maxFuzzyWords = 8;

const isPiece = (word: string): boolean => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word);
const isLetter = (word: string): boolean => /^\p{L}\p{M}*$/u.test(word);
/** At least five characters, most of them digits. */
export const looksLikeNumber = (word: string): boolean =>
  /^.{5}/u.test(word) && word.replaceAll(/[^0-9]/g, '').length * 2 > [...word].length;

const beginning = (text: string): Alternative => ({ text, isWhole: false, edits: 0 });
const whole = (text: string): Alternative => ({ text, isWhole: true, edits: 0 });

/** One mistake in words of four letters or more, two in longer ones, none in numbers. */
export function allowedEdits(word: string, lettersForTwo = 8): number {
  const { length } = [...word];
  if (length < 4 || length > longestFuzzyWord || /\p{N}/u.test(word)) return 0;
  return length < lettersForTwo ? 1 : 2;
}

const classes = spellings.map((spelt) => spelt.map((phrase) => phrase.split(' ')));

/** The other single words that mean the same as a word. */
const sameAs = (word: string): string[] =>
  spellings.filter((spelt) => spelt.includes(word)).flatMap((spelt) => spelt.filter((one) => one !== word && !one.includes(' ')));

const exactly = (word: string): Element => [beginning(word), ...sameAs(word).map(whole)];

/** The last word may be incomplete, so its mistakes are also looked for in beginnings. */
function fuzzyElement(word: string, isLast: boolean): Element {
  const edits = allowedEdits(word);
  return edits === 0 ? exactly(word) : [...exactly(word), { text: word, isWhole: !isLast, edits }];
}

type Meant = NonNullable<TypedWords['meant']>;

/**
 * All ways to understand typed words: as they are; with one change; and with a word that is a number. No more are made than are
 * used, because very long queries have thousands.
 */
export function interpretationsOf(all: readonly string[], isFuzzy: boolean, meant: Meant = []): Interpretation[] {
  const typed = all.map(searchedPart);
  const limit = Math.min(maxInterpretations, Math.ceil(maxReadWords / typed.length));
  return [...allInterpretations(typed, isFuzzy, meant).take(limit)];
}

/** The first of the interpretations: the words as they are. */
export const interpretationAsTyped = (typed: readonly string[], isFuzzy: boolean): Interpretation =>
  allInterpretations(typed.map(searchedPart), isFuzzy, []).next().value as Interpretation;

function* allInterpretations(typed: readonly string[], isFuzzy: boolean, meant: Meant): Generator<Interpretation, void> {
  const pieces = typed.filter(isPiece);
  const words = [...typed.entries()].filter(([, word]) => !isPiece(word));
  const terms = words.map(
    ([place, word]): Term => ({
      elements: [[...exactly(word), ...(meant[place] ?? []).map(whole)]],
      typed: [place],
    }),
  );
  const interpretation = (some: readonly Term[], number?: string): Interpretation => ({ terms: some, pieces, number });
  const replaced = (from: number, count: number, elements: Element[]): Term[] =>
    terms.toSpliced(from, count, { elements, typed: words.slice(from, from + count).map(([place]) => place) });
  yield interpretation(isFuzzy ? fuzzy(words, terms) : terms);
  const numbers = [...words.keys()].filter((place) => looksLikeNumber(words[place]?.[1] ?? ''));
  for (const place of numbers.slice(0, maxNumbers)) yield interpretation(terms.toSpliced(place, 1), words[place]?.[1]);
  const letters = joinedLetters(words, terms);
  if (letters) yield interpretation(letters);
  for (const changes of [joined, otherSpellings, split])
    for (const { from, count, elements } of changes(words)) yield interpretation(replaced(from, count, elements));
}

type Words = readonly (readonly [place: number, word: string])[];

/** Neighbouring typed words that become other words. */
interface Change {
  from: number;
  count: number;
  elements: Element[];
}

function fuzzy(words: Words, terms: readonly Term[]): Term[] {
  let left = maxFuzzyWords;
  return terms.map(({ typed }, place) => {
    const word = words[place]?.[1] ?? '';
    const may = allowedEdits(word) > 0 && left-- > 0;
    return { typed, elements: [may ? fuzzyElement(word, place === words.length - 1) : exactly(word)] };
  });
}

/** `good will` as `goodwill`. */
function* joined(words: Words): Generator<Change> {
  for (const [index, [place, word]] of words.slice(1).entries()) {
    const [before = -1, first = ''] = words[index] ?? [];
    if (before + 1 !== place || first === '&' || word === '&') continue;
    yield { from: index, count: 2, elements: [[beginning(searchedPart(first + word))]] };
  }
}

/** `a b c driver` as `abc driver`: all single letters that follow each other. */
function joinedLetters(words: Words, terms: readonly Term[]): Term[] | undefined {
  const result: Term[] = [];
  let isChanged = false;
  for (let from = 0; from < words.length; ) {
    let end = from;
    while (end < words.length && isLetter(words[end]?.[1] ?? '') && words[end]?.[0] === (words[from]?.[0] ?? 0) + end - from)
      end++;
    if (end - from < 2) {
      result.push(terms[from++] as Term);
      continue;
    }
    isChanged = true;
    const run = words.slice(from, end);
    result.push({
      elements: [[beginning(searchedPart(run.map(([, word]) => word).join('')))]],
      typed: run.map(([place]) => place),
    });
    from = end;
  }
  return isChanged ? result : undefined;
}

/** `goodwill` as `good will`, and `abc` as `a b c`. */
function* split(words: Words): Generator<Change> {
  for (const [from, [, word]] of words.entries()) {
    const letters = [...word];
    if (letters.length >= 3 && letters.length <= 6) yield { from, count: 1, elements: letters.map((letter) => [whole(letter)]) };
    for (let end = 1; end < letters.length; end++) {
      const [first, second] = [letters.slice(0, end).join(''), letters.slice(end).join('')];
      yield { from, count: 1, elements: [[whole(first)], [letters.length - end < 3 ? whole(second) : beginning(second)]] };
    }
  }
}

/** `plc` as `public limited company`, and the other way round. */
function* otherSpellings(words: Words): Generator<Change> {
  for (const spelt of classes)
    for (const phrase of spelt)
      for (const from of words.keys()) {
        if (!phrase.every((word, index) => words[from + index]?.[1] === word)) continue;
        const others = spelt.filter((one) => one !== phrase && (one.length > 1 || phrase.length > 1));
        for (const one of others) yield { from, count: phrase.length, elements: one.map((word) => [whole(word)]) };
      }
}
