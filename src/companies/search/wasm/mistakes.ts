/**
 * Finds words with typing mistakes: letters that are wrong, missing, surplus, or swapped with their neighbours. The letters of a
 * word move a set of states: bit i of `exact`, `one` and `two` means that i letters of the typed word fit so far, with no, one
 * and two mistakes. Most words are left out before, because they have other letters. Words are sorted, so what their first letters
 * have in common with those of the word before is not followed again.
 */

import { Bucket, wordAt, wordLength } from './bucket';
import { Alternative } from './program';
import { headOf } from './vocabulary';

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

/** Only the first letters of a word are compared before the word itself. */
const signedLetters: u32 = 8;

/** The 26 Latin letters in 16 groups, four bits each: frequent letters are alone in theirs. */
const groups1: u64 = 0xd35c8fc48ef09ae2;
const groups2: u64 = 0xaad9db167b;

@inline
function groupOf(code: u32): u32 {
  const letter = code - 0x61;
  if (letter >= 26) return code & 15;
  return <u32>((letter < 16 ? groups1 : groups2) >> (4 * <u64>(letter & 15))) & 15;
}

/** Which groups of letters the first so many letters of a word have, one bit each. */
export function lettersOf(at: usize, length: usize, most: u32 = signedLetters): u32 {
  let letters: u32 = 0;
  for (let end = at + length; at < end && most > 0; most--) {
    const code = codeAt(at);
    letters |= (<u32>1) << groupOf(code);
    at += sizeOf(code);
  }
  return letters;
}

/** In bytes: two bits for each number, in whole words of 64 bits. */
@inline
export function mistakenSize(numbers: u32): usize {
  return ((<usize>numbers + 31) >> 5) << 3;
}

/**
 * Finds the words of a bucket with up to so many mistakes; not those that need none. Writes for each number 2 if the word is
 * misspelt, and 1 if its beginning is. Returns whether there is any. `states` has room for one state before the first letter of a
 * word, and for one after each.
 */
export function findMistaken(bucket: Bucket, typed: Alternative, states: usize, found: usize): bool {
  // The words have these letters among their first ones, with exceptions, and no others, unless they may end before.
  const wanted = lettersOf(typed.at, typed.length, signedLetters - typed.mistakes);
  const possible = typed.isWhole !== 0 || typed.letterCount >= signedLetters
    ? lettersOf(typed.at, typed.length, signedLetters + typed.mistakes)
    : 0xffff;
  const start = changetype<States>(states);
  start.exact = 1;
  start.one = 3;
  start.two = typed.mistakes > 1 ? 7 : 0;
  start.swapped = 0;
  start.swappedOne = 0;
  start.end = 0;
  start.isBeginning = 0;
  let isAny = false;
  let last = start;
  let head: u64 = 0;
  // In bytes: words that share so many with the last one cannot fit longer than that one.
  let failed: u32 = 0xff;
  const similar = states + statesSize;
  for (let first: u32 = 0; first < bucket.vocabularySize; first += wordsAtOnce) {
    if (failed <= 4 && last.isBeginning === 0) first = skipped(bucket, first, <u32>(head >> 32), failed);
    const end = listSimilar(bucket, first, wanted, possible, typed.mistakes, similar);
    for (let at = similar; at < end; at += 16) {
      const number = load<u32>(at, 8);
      const length = wordLength(bucket, number);
      const shared = <u32>clz(head ^ load<u64>(at)) >> 3;
      if (shared < failed) {
        head = load<u64>(at);
        const word = wordAt(bucket, number);
        while (last.end > shared) last = changetype<States>(changetype<usize>(last) - offsetof<States>());
        last = follow(last, word, length, typed, states);
        failed = last.end === length ? 0xff : last.end + sizeOf(codeAt(word + last.end));
      }
      const fit: u32 = last.end === length && isMistaken(last, (<u64>1) << typed.letterCount) ? 2 : last.isBeginning;
      if (fit === 0) continue;
      isAny = true;
      const place = found + <usize>((number >> 5) << 3);
      store<u64>(place, load<u64>(place) | (<u64>fit << (2 * <u64>(number & 31))));
    }
  }
  return isAny;
}

/** In bytes: room for the states of 256 letters, and for the words that are compared at once. */
const statesSize: usize = 257 * 48;
const wordsAtOnce: u32 = 64;

/**
 * The names of a bucket are neighbours, so many of its words begin with the same letters. Returns the first number, from one on
 * and in steps of 16, before which all words begin with the same bytes as a head.
 */
function skipped(bucket: Bucket, first: u32, head: u32, bytes: u32): u32 {
  const shift = 32 - 8 * bytes;
  const end = (bucket.vocabularySize + 15) >> 4;
  let sample = (first >> 4) + 1;
  while (sample < end && load<u32>(bucket.samples + 4 * <usize>sample) >> shift === head >> shift) sample++;
  return 16 * (sample - 1);
}

/**
 * Lists the words from one on that have similar letters: the first eight bytes of each, then its number. Words are all over the
 * text, and reading many in a row hides how long the memory takes. Returns where the list ends.
 */
function listSimilar(bucket: Bucket, first: u32, wanted: u32, possible: u32, mistakes: u32, list: usize): usize {
  const end = min(bucket.vocabularySize, first + wordsAtOnce);
  for (; first < end; first += 16) {
    let similar = similarWords(bucket.letters + 2 * <usize>first, wanted, possible, mistakes);
    if (end - first < 16) similar &= ((<u32>1) << (end - first)) - 1;
    for (; similar !== 0; similar &= similar - 1, list += 16) {
      const number = first + <u32>ctz(similar);
      store<u64>(list, headOf(wordAt(bucket, number), wordLength(bucket, number)));
      store<u32>(list, number, 8);
    }
  }
  return list;
}

/**
 * One bit for each of 16 words: whether it lacks at most so many of the wanted letters, and has at most so many that are not
 * possible. Every mistake takes one letter away, or adds one, or both.
 */
@inline
function similarWords(at: usize, wanted: u32, possible: u32, mistakes: u32): u32 {
  if (ASC_FEATURE_SIMD) {
    return <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(similar8(v128.load(at), wanted, possible, mistakes),
      similar8(v128.load(at, 16), wanted, possible, mistakes)));
  } else {
    let found: u32 = 0;
    for (let lane: u32 = 0; lane < 16; lane++) {
      const letters = <u32>load<u16>(at + 2 * <usize>lane);
      const isSimilar = <u32>popcnt(wanted & ~letters) <= mistakes && <u32>popcnt(letters & ~possible) <= mistakes;
      found |= <u32>isSimilar << lane;
    }
    return found;
  }
}

@inline
function similar8(letters: v128, wanted: u32, possible: u32, mistakes: u32): v128 {
  const most = i16x8.splat(<i16>mistakes);
  const lacking = i16x8.le_u(bitCounts(v128.andnot(i16x8.splat(<i16>wanted), letters)), most);
  return v128.and(lacking, i16x8.le_u(bitCounts(v128.andnot(letters, i16x8.splat(<i16>possible))), most));
}

@inline
function bitCounts(bits: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(bits));
}

/** Follows the letters of a word after those whose states are known, as long as it can fit. Returns the last states. */
function follow(last: States, word: usize, length: u32, typed: Alternative, states: usize): States {
  const isTwo = typed.mistakes > 1;
  const done = <u64>1 << typed.letterCount;
  const all = 2 * done - 1;
  // Where the states are after as many letters as were typed.
  const typedEnd = states + <usize>typed.letterCount * offsetof<States>();
  while (last.end < length) {
    const code = codeAt(word + last.end);
    const places = placesOf(typed.letters, code);
    const exact = (last.exact & places) << 1;
    // A surplus letter, a wrong one, a missing one, and the second of two that are swapped.
    const one = (((last.one & places) << 1) | last.exact | (last.exact << 1) | (exact << 1) | ((last.swapped & places) << 2)) & all;
    const two = ((last.two & places) << 1) | last.one | (last.one << 1) | (one << 1) | ((last.swappedOne & places) << 2);
    const swapped = last.exact & (places >> 1);
    const swappedOne = last.one & (places >> 1);
    if ((exact | one | swapped | (isTwo ? two | swappedOne : 0)) === 0) break;
    const next = changetype<States>(changetype<usize>(last) + offsetof<States>());
    next.exact = exact;
    next.one = one;
    next.two = isTwo ? two & all : 0;
    next.swapped = swapped;
    next.swappedOne = isTwo ? swappedOne : 0;
    next.end = last.end + sizeOf(code);
    next.isBeginning = last.isBeginning |
      <u32>(typed.isWhole === 0 && changetype<usize>(next) >= typedEnd && isMistaken(next, done));
    last = next;
  }
  return last;
}

/** Whether all letters fit, with mistakes and not without. */
@inline
function isMistaken(states: States, done: u64): bool {
  return ((states.one | states.two) & done) !== 0 && (states.exact & done) === 0;
}
