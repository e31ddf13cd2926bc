/**
 * Finds words with typing mistakes: letters that are wrong, missing, surplus, or swapped with their neighbours. The letters of a
 * word move a set of states: bit i of `exact`, `one` and `two` means that i letters of the typed word fit so far, with no, one
 * and two mistakes. Words are sorted, so those that begin with the same letters are followed together.
 */

import { Bucket } from './bucket';
import { addNumbers, Alternative, Element } from './words';

/** The states after a letter. In `swapped` the letter after the next one has come, and the next one has to follow. */
@unmanaged
class States {
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

/** Which places of the typed word have a letter: for ASCII by its code, then code and places for each other letter. */
@inline
function placesOf(letters: usize, code: u32): u64 {
  if (code < 128) return load<u64>(letters + 8 * <usize>code);
  let at = letters + 8 * 128;
  for (let count = load<u32>(at); count > 0; count--) {
    at += 16;
    if (load<u32>(at) === code) return load<u64>(at, 8);
  }
  return 0;
}

@inline
function codeAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte < 0x80) return byte;
  const second = <u32>load<u8>(at + 1) & 0x3f;
  if (byte < 0xe0) return ((byte & 0x1f) << 6) | second;
  const third = <u32>load<u8>(at + 2) & 0x3f;
  if (byte < 0xf0) return ((byte & 0xf) << 12) | (second << 6) | third;
  return ((byte & 7) << 18) | (second << 12) | (third << 6) | (<u32>load<u8>(at + 3) & 0x3f);
}

/** In bytes. */
@inline
function sizeOf(code: u32): u32 {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

@inline
function statesAt(states: usize, depth: u32): States {
  return changetype<States>(states + <usize>depth * offsetof<States>());
}

/** Where the codes of the typed letters are: after the places by letter. */
const codes: usize = 8 * 128 + 16 * 65;

/**
 * Adds the words of a bucket with up to so many mistakes to an element; not those that need none. `states` has room for one
 * state before the first letter of a word, and for one after each.
 */
export function findMistaken(bucket: Bucket, typed: Alternative, element: Element, states: usize): void {
  const start = statesAt(states, 0);
  start.exact = 1;
  start.one = 3;
  start.two = typed.mistakes > 1 ? 7 : 0;
  start.swapped = 0;
  start.swappedOne = 0;
  start.end = 0;
  start.isBeginning = 0;
  if (bucket.vocabularySize !== 0) descend(bucket, typed, element, states, 0, 0, bucket.vocabularySize);
}

/** Goes on with words that share their first letters, as many as `depth` says: those from `low` to before `high`. */
function descend(bucket: Bucket, typed: Alternative, element: Element, states: usize, depth: u32, low: u32, high: u32): void {
  const state = statesAt(states, depth);
  const isTwo = typed.mistakes > 1;
  // A word that ends here comes before those that go on.
  if ((load<u32>(bucket.vocabulary + 4 * <usize>low) & 0xff) === state.end) {
    if (isWholeFit(state, <u64>1 << typed.letterCount)) addNumbers(element, low, low, 1);
    low++;
  }
  const canMistake = isTwo ? state.exact | state.one : state.exact;
  if (canMistake !== 0) {
    while (low < high) {
      const code = codeOf(bucket, low, state.end);
      const end = firstAfter(bucket, low, high, state.end, code);
      follow(bucket, typed, element, states, depth, code, low, end);
      low = end;
    }
    return;
  }
  // No more mistakes are possible, so only letters of the typed word can follow.
  let places = (state.one | state.two | state.swapped | state.swappedOne) & ((<u64>1 << typed.letterCount) - 1);
  while (places !== 0 && low < high) {
    const code = load<u32>(typed.letters + codes + 4 * <usize>ctz(places));
    places &= ~placesOf(typed.letters, code);
    const first = code === 0 ? low : firstAfter(bucket, low, high, state.end, code - 1);
    const end = firstAfter(bucket, first, high, state.end, code);
    if (first < end) follow(bucket, typed, element, states, depth, code, first, end);
  }
}

/** Adds a letter to the letters that words share. */
function follow(
  bucket: Bucket,
  typed: Alternative,
  element: Element,
  states: usize,
  depth: u32,
  code: u32,
  low: u32,
  high: u32,
): void {
  const state = statesAt(states, depth);
  const next = statesAt(states, depth + 1);
  const done = <u64>1 << typed.letterCount;
  step(state, next, placesOf(typed.letters, code), typed.mistakes > 1, 2 * done - 1);
  next.end = state.end + sizeOf(code);
  const isBeginning = typed.isWhole === 0 && depth + 1 >= typed.letterCount && isWholeFit(next, done);
  if (isBeginning && state.isBeginning === 0) addNumbers(element, low, high - 1, 0);
  next.isBeginning = state.isBeginning | <u32>isBeginning;
  if ((next.exact | next.one | next.two | next.swapped | next.swappedOne) !== 0)
    descend(bucket, typed, element, states, depth + 1, low, high);
}

/** The letter of a word that begins at a byte. */
@inline
function codeOf(bucket: Bucket, number: u32, at: u32): u32 {
  return codeAt(bucket.text + <usize>((load<u32>(bucket.vocabulary + 4 * <usize>number) >> 8) + at));
}

/** The first word whose letter at a byte comes after another. The words share all letters before it. */
function firstAfter(bucket: Bucket, low: u32, high: u32, at: u32, code: u32): u32 {
  // Most often few words share a letter, or the first one is behind it already.
  let step: u32 = 1;
  while (low + step <= high && codeOf(bucket, low + step - 1, at) <= code) {
    low += step;
    step <<= 1;
  }
  high = min(high, low + step - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codeOf(bucket, middle, at) <= code) low = middle + 1;
    else high = middle;
  }
  return low;
}

@inline
function isWholeFit(state: States, done: u64): bool {
  return ((state.one | state.two) & done) !== 0 && (state.exact & done) === 0;
}

/** Moves the states by a letter, which the typed word has at these places. */
@inline
function step(state: States, next: States, places: u64, isTwo: bool, all: u64): void {
  const exact = (state.exact & places) << 1;
  // A surplus letter, a wrong one, a missing one, and the second of two that are swapped.
  const one = ((state.one & places) << 1) | state.exact | (state.exact << 1) | (exact << 1) | ((state.swapped & places) << 2);
  next.exact = exact;
  next.one = one & all;
  const two = ((state.two & places) << 1) | state.one | (state.one << 1) | (one << 1) | ((state.swappedOne & places) << 2);
  next.two = isTwo ? two & all : 0;
  next.swapped = state.exact & (places >> 1);
  next.swappedOne = isTwo ? state.one & (places >> 1) : 0;
}
