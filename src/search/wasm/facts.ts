/** Filters the marked documents, or the marked kinds, of a segment by their facts. */

import { bits64, Segment, lowest } from './segment';

/**
 * The place of one word of all documents, document after document. A word is named by its offset in bytes: 0, 4, 8 and so on.
 */
@inline
export function wordsOf(segment: Segment, word: usize): usize {
  return segment.facts + word * segment.documents;
}

/** A value of a document: a part of one word of its facts. */
@inline
export function valueOf(segment: Segment, document: u32, word: usize, shift: u32, mask: u32): u32 {
  return (load<u32>(wordsOf(segment, word) + 4 * <usize>document) >> shift) & mask;
}

/**
 * Writes the words of all documents, word by word instead of document by document: this way many are compared at a time. The
 * database has the highest byte first.
 */
export function placeWords(from: usize, documents: u32, words: u32, to: usize): void {
  for (let word: u32 = 0; word < words; word++)
    for (let at = from + 4 * <usize>word, end = at + 4 * <usize>(documents * words); at < end; at += 4 * <usize>words, to += 4)
      store<u32>(to, bswap(load<u32>(at)));
}

/** One bit for each of 64 documents: whether its value is between `from` and `from + more`. */
@inline
function inRange64(at: usize, shift: u32, mask: u32, from: u32, more: u32): u64 {
  return bits64(
    inRange16(at, shift, mask, from, more),
    inRange16(at + 64, shift, mask, from, more),
    inRange16(at + 128, shift, mask, from, more),
    inRange16(at + 192, shift, mask, from, more),
  );
}

@inline
function inRange16(at: usize, shift: u32, mask: u32, from: u32, more: u32): v128 {
  const low = i16x8.narrow_i32x4_s(inRange4(at, shift, mask, from, more), inRange4(at + 16, shift, mask, from, more));
  const high = i16x8.narrow_i32x4_s(inRange4(at + 32, shift, mask, from, more), inRange4(at + 48, shift, mask, from, more));
  return i8x16.narrow_i16x8_s(low, high);
}

@inline
function inRange4(at: usize, shift: u32, mask: u32, from: u32, more: u32): v128 {
  const values = v128.and(i32x4.shr_u(v128.load(at), shift), i32x4.splat(mask));
  return i32x4.le_u(i32x4.sub(values, i32x4.splat(from)), i32x4.splat(more));
}

/** If fewer of 64 documents are marked, they are checked one by one. */
const enoughForSimd: u64 = 8;

/** Keeps the marked documents whose value is in a range. */
export function keepRange(segment: Segment, bits: usize, word: usize, shift: u32, mask: u32, from: u32, to: u32): void {
  const words = wordsOf(segment, word);
  for (let first: u32 = 0; first < segment.documents; first += 64, bits += 8) {
    const marked = load<u64>(bits);
    let kept: u64 = 0;
    if (ASC_FEATURE_SIMD && popcnt(marked) >= enoughForSimd) {
      kept = marked & inRange64(words + 4 * <usize>first, shift, mask, from, to - from);
    } else {
      for (let left = marked; left !== 0; left &= left - 1) {
        const value = valueOf(segment, first + lowest(left), word, shift, mask);
        kept |= left & -left & -(<u64>(value - from <= to - from));
      }
    }
    store<u64>(bits, kept);
  }
}

/** Keeps the marked documents whose value is in a set, given as one byte for each value. */
export function keepMembers(segment: Segment, bits: usize, word: usize, shift: u32, mask: u32, set: usize): void {
  for (let first: u32 = 0; first < segment.documents; first += 64, bits += 8) {
    let kept: u64 = 0;
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const value = valueOf(segment, first + lowest(left), word, shift, mask);
      kept |= left & -left & -(<u64>load<u8>(set + value));
    }
    store<u64>(bits, kept);
  }
}

/** The class of a legal form in a country, which are the second word of a document; see matcher.ts for the table. */
@inline
export function classOf(word: u32, rows: usize): u32 {
  return load<u32>(<usize>load<u32>(rows + 4 * <usize>(word & 0x3ff)) + 4 * <usize>(word >> 10));
}

/** Keeps the marked documents whose legal form has a class: those of its bits that are in the mask must be the value. */
export function keepClass(segment: Segment, bits: usize, rows: usize, mask: u32, value: u32): void {
  const words = wordsOf(segment, 4);
  for (let first: u32 = 0; first < segment.documents; first += 64, bits += 8) {
    let kept: u64 = 0;
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const word = load<u32>(words + 4 * <usize>(first + lowest(left)));
      kept |= left & -left & -(<u64>((classOf(word, rows) & mask) === value));
    }
    store<u64>(bits, kept);
  }
}
