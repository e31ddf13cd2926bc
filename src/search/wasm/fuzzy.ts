/**
 * Finds words with typing mistakes: letters that are wrong, missing, surplus, or swapped with their neighbours. The letters of a
 * word move a set of states: bit i of `exact`, `one` and `two` means that i letters of the typed word fit so far, with no, one
 * and two mistakes. Most words are left out before, by the classes of their first letters: a table says which classes can fit.
 * Words are sorted, so what their first letters have in common with those of the word before is not followed again.
 */

import { Segment, occursOnce, wordAt, wordLength } from './segment';
import { classOf, codeAt, comparedLetters, sizeOf } from './letters';
import { isMarked } from './documents';
import { documentOf } from './postings';
import { Alternative } from './program';
import { headOf } from './sort';

/** The states after a letter. In `swapped` the letter after the next one has come, and the next one has to follow. */
@unmanaged
export class States {
  exact: u64;
  one: u64;
  two: u64;
  swapped: u64;
  swappedOne: u64;
  /** In bytes: where the letter ends in the word. */
  end: u32;
  /** Whether the letters up to here begin with a misspelt beginning. */
  isBeginning: u32;
}

export const asciiLetters: u32 = 128;

/** Which places of the typed word have a letter: for ASCII by its code, then code and places for each other letter. */
@inline
function placesOf(places: usize, code: u32): u64 {
  if (code < asciiLetters) return load<u64>(places + 8 * <usize>code);
  let at = places + 8 * <usize>asciiLetters;
  for (let count = load<u32>(at); count > 0; count--) {
    at += 16;
    if (load<u32>(at) === code) return load<u64>(at, 8);
  }
  return 0;
}

/** Sets the states before the first letter. */
@inline
function begin(typed: Alternative, states: usize): States {
  const start = changetype<States>(states);
  start.exact = 1;
  start.one = 3;
  start.two = typed.edits > 1 ? 7 : 0;
  start.swapped = 0;
  start.swappedOne = 0;
  start.end = 0;
  start.isBeginning = 0;
  return start;
}

/**
 * Finds the words of a segment with up to so many mistakes; not those that need none. Writes for each number 2 if the word is
 * misspelt, and 1 if its beginning is. Returns whether there is any. `states` has room for one state before the first letter of a
 * word, and for one after each. If `within` is not 0, words may be left out that are in none of these documents.
 */
export function findFuzzy(segment: Segment, typed: Alternative, states: usize, within: usize, found: usize): bool {
  let isAny = false;
  let last = begin(typed, states);
  let head: u64 = 0;
  // In bytes: words that share so many with the last one cannot fit longer than that one.
  let failed: u32 = 0xff;
  const similar = states + statesBytes;
  const unlike = changetype<Unlike>(similar + listBytes);
  unlike.letters = 0xffffffff;
  unlike.mask = 0xffffffff;
  for (let first: u32 = 0; first < segment.vocabularySize; first += wordsAtOnce) {
    const end = listSimilar(segment, first, typed, within, similar);
    for (let at = similar; at < end; at += 16) {
      const number = load<u32>(at, 8);
      const length = wordLength(segment, number);
      const shared = <u32>clz(head ^ load<u64>(at)) >> 3;
      if (shared < failed) {
        head = load<u64>(at);
        const word = wordAt(segment, number);
        while (last.end > shared) last = changetype<States>(changetype<usize>(last) - offsetof<States>());
        last = follow(last, word, length, typed, states);
        failed = last.end === length ? 0xff : last.end + sizeOf(codeAt(word + last.end));
      }
      const fit: u32 = last.end === length && isFuzzyMatch(last, (<u64>1) << typed.letterCount) ? 2 : last.isBeginning;
      if (fit === 0) continue;
      isAny = true;
      const place = found + <usize>((number >> 5) << 3);
      store<u64>(place, load<u64>(place) | (<u64>fit << (2 * <u64>(number & 31))));
    }
  }
  return isAny;
}

/** Room for the states of 256 letters, and for the words that are compared at once. Then there is an Unlike. */
export const statesBytes: usize = 257 * offsetof<States>();
const wordsAtOnce: u32 = 1024;
export const listBytes: usize = 16 * <usize>wordsAtOnce;

/**
 * Lists the words from one on that have similar letters: the first eight bytes of each, then its number. Words are all over the
 * text, and reading many in a row hides how long the memory takes. Returns where the list ends.
 */
function listSimilar(segment: Segment, first: u32, typed: Alternative, within: usize, list: usize): usize {
  const start = list;
  const similar = typed.similar;
  const unlike = changetype<Unlike>(list + listBytes);
  const end = min(segment.vocabularySize, first + wordsAtOnce);
  for (; first < end; first += 16) {
    if (isOtherBlock(segment, first, typed, unlike)) continue;
    for (let number = first, blockEnd = min(end, first + 16); number < blockEnd; number += 4) {
      // Most often none of four words is similar. What is behind the last word is something else, and is left out.
      const four = load<u64>(segment.letters + 2 * <usize>number);
      const allowed = isAllowed(similar, <u32>four & 0xffff) | (isAllowed(similar, <u32>(four >> 16) & 0xffff) << 1) |
        (isAllowed(similar, <u32>(four >> 32) & 0xffff) << 2) | (isAllowed(similar, <u32>(four >> 48)) << 3);
      if (allowed === 0) continue;
      for (let place: u32 = 0; place < 4 && number + place < blockEnd; place++) {
        store<u32>(list, number + place, 8);
        list += <usize>((allowed >> place) & 1) << 4;
      }
    }
  }
  if (within !== 0) list = keepWithin(segment, start, list, within);
  for (let at = start; at < list; at += 16) {
    const number = load<u32>(at, 8);
    store<u64>(at, headOf(wordAt(segment, number), wordLength(segment, number)));
  }
  return list;
}

/** Takes words off a list that occur once, and not in these documents. Returns where the list ends. */
function keepWithin(segment: Segment, list: usize, end: usize, within: usize): usize {
  let to = list;
  for (let at = list; at < end; at += 16) {
    const number = load<u32>(at, 8);
    store<u32>(to, number, 8);
    if (!occursOnce(segment, number) || isMarked(within, documentOf(segment, number))) to += 16;
  }
  return to;
}

/** The first letters of the last block that was left out: no word that begins so can fit. */
@unmanaged
export class Unlike {
  letters: u32;
  mask: u32;
}

/**
 * Whether 16 words, from one on, begin with the same letters, and none that begins so can fit. The names of a segment are
 * neighbours, so many of its words begin with the same letters. The bytes of ASCII are letters. After as many letters as there
 * may be mistakes, every word can still fit.
 */
@inline
function isOtherBlock(segment: Segment, first: u32, typed: Alternative, unlike: Unlike): bool {
  if (first + 16 >= segment.vocabularySize) return false;
  const sample = load<u32>(segment.samples + <usize>(first >> 2));
  const next = load<u32>(segment.samples + <usize>(first >> 2), 4);
  if ((((sample ^ unlike.letters) | (next ^ unlike.letters)) & unlike.mask) === 0) return true;
  const shared = <u32>clz(sample ^ next) >> 3;
  return shared > typed.edits && (sample & 0x80808080) === 0 && isUnlike(sample, shared, typed, unlike);
}

/** Whether no word can fit that begins with some letters: the first ones of a sample. */
function isUnlike(sample: u32, count: u32, typed: Alternative, unlike: Unlike): bool {
  let last = begin(typed, changetype<usize>(unlike) + offsetof<Unlike>());
  for (let shift: u32 = 24, left = count; left > 0; left--, shift -= 8) {
    if (!move(last, placesOf(typed.places, (sample >> shift) & 0xff), typed)) {
      unlike.letters = sample;
      unlike.mask = 0xffffffff << shift;
      return true;
    }
    last = nextOf(last);
  }
  return false;
}

@inline
function isAllowed(table: usize, letters: u32): u32 {
  return (load<u32>(table + <usize>((letters >> 5) << 2)) >> (letters & 31)) & 1;
}

@inline
function allow(table: usize, letters: u32): void {
  const at = table + <usize>((letters >> 5) << 2);
  store<u32>(at, load<u32>(at) | ((<u32>1) << (letters & 31)));
}

/** One bit for each combination of the classes of eight letters. */
export const similarBytes: usize = 0x2000;

/** Writes the table for a typed word: which combinations of classes the letters of words with mistakes can have. */
export function writeSimilar(typed: Alternative, states: usize): void {
  memory.fill(typed.similar, 0, similarBytes);
  const places = states + statesBytes;
  memory.fill(places, 0, 32);
  let at = typed.at;
  for (let place: u64 = 0; place < <u64>typed.letterCount; place++) {
    const code = codeAt(at);
    const ofClass = places + 8 * <usize>classOf(code);
    store<u64>(ofClass, load<u64>(ofClass) | ((<u64>1) << place));
    at += sizeOf(code);
  }
  addSimilar(typed, begin(typed, states), places, 0, 0);
}

/** Adds what can follow some letters. What fits letters also fits their classes. */
function addSimilar(typed: Alternative, last: States, places: usize, count: u32, letters: u32): void {
  const isDone = ((last.exact | last.one | last.two) & ((<u64>1) << typed.letterCount)) !== 0;
  if (isDone && typed.isWhole === 0 && count >= typed.letterCount) {
    // Whatever follows: a beginning fits.
    for (let more = letters; more < 0x10000; more += (<u32>1) << (2 * count)) allow(typed.similar, more);
    return;
  }
  if (isDone || count === comparedLetters) allow(typed.similar, letters);
  if (count === comparedLetters) return;
  for (let letter: u32 = 0; letter < 4; letter++)
    if (move(last, load<u64>(places + 8 * <usize>letter), typed))
      addSimilar(typed, nextOf(last), places, count + 1, letters | (letter << (2 * count)));
}

@inline
function nextOf(last: States): States {
  return changetype<States>(changetype<usize>(last) + offsetof<States>());
}

/** Writes the next states after a letter that is at these places of the typed word. Returns whether a word can still fit. */
@inline
function move(last: States, places: u64, typed: Alternative): bool {
  const isTwo = typed.edits > 1;
  const all = ((<u64>2) << typed.letterCount) - 1;
  const exact = (last.exact & places) << 1;
  // A surplus letter, a wrong one, a missing one, and the second of two that are swapped.
  const one = (((last.one & places) << 1) | last.exact | (last.exact << 1) | (exact << 1) | ((last.swapped & places) << 2)) & all;
  const two = ((last.two & places) << 1) | last.one | (last.one << 1) | (one << 1) | ((last.swappedOne & places) << 2);
  const swapped = last.exact & (places >> 1);
  const swappedOne = last.one & (places >> 1);
  if ((exact | one | swapped | (isTwo ? two | swappedOne : 0)) === 0) return false;
  const next = nextOf(last);
  next.exact = exact;
  next.one = one;
  next.two = isTwo ? two & all : 0;
  next.swapped = swapped;
  next.swappedOne = isTwo ? swappedOne : 0;
  return true;
}

/** Follows the letters of a word after those whose states are known, as long as it can fit. Returns the last states. */
function follow(last: States, word: usize, length: u32, typed: Alternative, states: usize): States {
  const done = <u64>1 << typed.letterCount;
  // Where the states are after as many letters as were typed.
  const typedEnd = states + <usize>typed.letterCount * offsetof<States>();
  while (last.end < length) {
    const code = codeAt(word + last.end);
    if (!move(last, placesOf(typed.places, code), typed)) break;
    const next = nextOf(last);
    next.end = last.end + sizeOf(code);
    next.isBeginning = last.isBeginning |
      <u32>(typed.isWhole === 0 && changetype<usize>(next) >= typedEnd && isFuzzyMatch(next, done));
    last = next;
  }
  return last;
}

/** Whether all letters fit, with mistakes and not without. */
@inline
function isFuzzyMatch(states: States, done: u64): bool {
  return ((states.one | states.two) & done) !== 0 && (states.exact & done) === 0;
}
