/** Fields with one bit for each document of a segment, in whole words of 64. */

import { Segment, lowest } from './segment';

@inline
export function fieldSize(documents: u32): usize {
  return ((documents + 63) >> 6) << 3;
}

@inline
export function mark(bits: usize, document: u32): void {
  const at = bits + (document >> 3);
  store<u8>(at, load<u8>(at) | <u8>((<u32>1) << (document & 7)));
}

@inline
export function isMarked(bits: usize, document: u32): bool {
  return ((<u32>load<u8>(bits + (document >> 3)) >> (document & 7)) & 1) !== 0;
}

/** Marks all documents of a segment. */
export function all(segment: Segment, bits: usize): void {
  const whole = segment.documents >> 3;
  memory.fill(bits, 0xff, whole);
  memory.fill(bits + whole, 0, fieldSize(segment.documents) - whole);
  if (segment.documents & 7) store<u8>(bits + whole, <u8>(((<u32>1) << (segment.documents & 7)) - 1));
}

/** Unmarks all documents of a segment. */
export function clear(segment: Segment, bits: usize): void {
  memory.fill(bits, 0, fieldSize(segment.documents));
}

export function count(segment: Segment, bits: usize): u32 {
  let sum: u64 = 0;
  for (let end = bits + fieldSize(segment.documents); bits < end; bits += 8) sum += popcnt(load<u64>(bits));
  return <u32>sum;
}

/** Keeps what is marked in both fields. */
export function intersect(segment: Segment, bits: usize, others: usize): void {
  for (let end = bits + fieldSize(segment.documents); bits < end; bits += 8, others += 8)
    store<u64>(bits, load<u64>(bits) & load<u64>(others));
}

/** Adds what is marked in the other field. */
export function unite(segment: Segment, bits: usize, others: usize): void {
  for (let end = bits + fieldSize(segment.documents); bits < end; bits += 8, others += 8)
    store<u64>(bits, load<u64>(bits) | load<u64>(others));
}

/** If fewer of 64 documents are marked, they are looked at one by one. */
const enoughForAll: u64 = 16;

/**
 * Keeps the marked documents whose number is a member. Each document has a number of two bytes; `members` has a byte for each
 * number.
 */
export function keepNumbers(segment: Segment, bits: usize, numbers: usize, members: usize): void {
  const documents = segment.documents;
  for (let first: u32 = 0; first < documents; first += 64, bits += 8, numbers += 128) {
    const marked = load<u64>(bits);
    let kept: u64 = 0;
    if (first + 64 <= documents && popcnt(marked) >= enoughForAll) {
      for (let place: u64 = 0; place < 64; place += 4) kept |= members4(numbers + 2 * <usize>place, members) << place;
      kept &= marked;
    } else {
      for (let left = marked; left !== 0; left &= left - 1) {
        const number = load<u16>(numbers + 2 * <usize>lowest(left));
        kept |= left & -left & -(<u64>load<u8>(members + number));
      }
    }
    store<u64>(bits, kept);
  }
}

/** One bit for each of four documents: whether its number is a member. */
@inline
function members4(numbers: usize, members: usize): u64 {
  const four = load<u64>(numbers);
  const low = load<u8>(members + <usize>(four & 0xffff)) | (load<u8>(members + <usize>((four >> 16) & 0xffff)) << 1);
  const high = load<u8>(members + <usize>((four >> 32) & 0xffff)) | (load<u8>(members + <usize>(four >> 48)) << 1);
  return <u64>(low | (high << 2));
}

/** Adds to a count, by its place. */
@inline
export function add(counts: usize, place: u32, more: u32): void {
  const at = counts + 4 * <usize>place;
  store<u32>(at, load<u32>(at) + more);
}

/** Counts the marked documents by their numbers, of two bytes each and below `size`. */
export function countNumbers(segment: Segment, bits: usize, numbers: usize, counts: usize, size: usize): void {
  memory.fill(counts, 0, 4 * size);
  for (let end = bits + fieldSize(segment.documents); bits < end; bits += 8, numbers += 128)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) add(counts, load<u16>(numbers + 2 * <usize>lowest(left)), 1);
}
