/**
 * Finds words with typing mistakes: letters that are wrong, missing, surplus, or swapped with their neighbours. The letters of a
 * word move a set of states: bit i of `exact`, `one` and `two` means that i letters of the typed word fit so far, with no, one
 * and two mistakes. Sorted words share their beginnings, so states are kept for each letter of the word before.
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
  /** Whether the letters up to here are a misspelt beginning. */
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

@inline
function sizeOf(byte: u32): u32 {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

@inline
function statesAt(states: usize, depth: u32): States {
  return changetype<States>(states + <usize>depth * offsetof<States>());
}

/**
 * Adds the words of a bucket with up to so many mistakes to an element; not those that need none. `states` has room for one
 * state before the first letter of a word, and for one after each.
 */
export function findMistaken(bucket: Bucket, typed: Alternative, element: Element, states: usize): void {
  const letters = typed.letters;
  const count = typed.letterCount;
  const isTwo = typed.mistakes > 1;
  const done = <u64>1 << count;
  const start = statesAt(states, 0);
  start.exact = 1;
  start.one = 3;
  start.two = isTwo ? 7 : 0;
  start.swapped = 0;
  start.swappedOne = 0;
  start.end = 0;
  start.isBeginning = 0;
  // How many letters of the word before have states, and that word.
  let known: u32 = 0;
  let before: usize = bucket.text;
  let beforeLength: u32 = 0;
  for (let number: u32 = 0; number < bucket.vocabularySize; number++) {
    const place = load<u32>(bucket.vocabulary + 4 * <usize>number);
    const word = bucket.text + (place >> 8);
    const length = place & 0xff;
    const same = sameBytes(word, length, before, beforeLength);
    before = word;
    beforeLength = length;
    while (known > 0 && statesAt(states, known).end > same) known--;
    let state = statesAt(states, known);
    let isDead = false;
    while (state.end < length) {
      const all = state.exact | state.one | state.two | state.swapped | state.swappedOne;
      if (all === 0) {
        isDead = true;
        break;
      }
      const next = statesAt(states, known + 1);
      step(state, next, placesOf(letters, codeAt(word + state.end)), isTwo, 2 * done - 1);
      next.end = state.end + sizeOf(load<u8>(word + state.end));
      known++;
      const isFit = ((next.one | next.two) & done) !== 0 && (next.exact & done) === 0;
      next.isBeginning = state.isBeginning | <u32>(isFit && known >= count);
      state = next;
    }
    if (typed.isWhole === 0 && state.isBeginning !== 0) {
      addNumbers(element, number, number, isDead || !isWholeFit(state, done) ? 0 : 1);
      continue;
    }
    if (!isDead) {
      if (isWholeFit(state, done)) addNumbers(element, number, number, 1);
    } else number = lastWith(bucket, number, word, state.end);
  }
}

@inline
function sameBytes(one: usize, oneLength: u32, other: usize, otherLength: u32): u32 {
  const most = min(oneLength, otherLength);
  let same: u32 = 0;
  while (same < most) {
    const different = load<u64>(one + same) ^ load<u64>(other + same);
    if (different !== 0) return min<u32>(most, same + (<u32>ctz(different) >> 3));
    same += 8;
  }
  return most;
}

/** The last word that shares its first bytes with one. */
function lastWith(bucket: Bucket, number: u32, word: usize, length: u32): u32 {
  let step: u32 = 1;
  while (step !== 0) {
    const next = number + step;
    let isSame = false;
    if (next < bucket.vocabularySize) {
      const place = load<u32>(bucket.vocabulary + 4 * <usize>next);
      isSame = sameBytes(word, length, bucket.text + (place >> 8), place & 0xff) === length;
    }
    if (isSame) {
      number = next;
      step <<= 1;
    } else step >>= 1;
  }
  return number;
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
