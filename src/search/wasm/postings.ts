/**
 * Where the words of a bucket occur. A place is a line and the number of words before it in the line. Most words occur once, and
 * their place is in `heads`; of the others `heads` says where their list begins: its length, then its places, sorted. Places have
 * two bytes if the lines are few and short, else four.
 *
 * A frequent word has a dense list: its length with a mark, one bit for each line, and a byte for each line that has the word: the
 * number of words before it. So 64 lines are compared at a time.
 */

import { Bucket, lowest, occursOnce } from './segment';
import { fieldSize, isMarked, mark } from './documents';
import { Element, mistakenSize, Numbers } from './program';

/** In bits: the part of a place that is not the line. */
@inline
export function wordBits<T>(): u32 {
  return sizeof<T>() === 2 ? 5 : 8;
}

/** Places of two bytes are enough for so many lines, of so many words each. */
export const narrowLines: u32 = 1 << 11;
export const narrowWords: u32 = 1 << 5;

/** The mark of a dense list in its length. A list of two-byte places is shorter than that, see vocabulary.ts. */
@inline
export function denseMark<T>(): u32 {
  return sizeof<T>() === 2 ? 0x8000 : 0x80000000;
}

/** How often a word occurs. */
export function timesOf(bucket: Bucket, number: u32): u32 {
  if (occursOnce(bucket, number)) return 1;
  return bucket.isWide !== 0 ? lengthOf<u32>(bucket, number) : lengthOf<u16>(bucket, number);
}

@inline
function lengthOf<T>(bucket: Bucket, number: u32): u32 {
  const list = bucket.lists + <usize>load<T>(bucket.heads + <usize>number * sizeof<T>()) * sizeof<T>();
  return <u32>load<T>(list) & ~denseMark<T>();
}

/** The line of a word that occurs once. */
@inline
export function lineOf(bucket: Bucket, number: u32): u32 {
  return bucket.isWide !== 0 ? lineAt<u32>(bucket.heads, number) : lineAt<u16>(bucket.heads, number);
}

/** Makes a list dense, in the same room, if it is long enough and no line has the word twice. `copy` has room for all places. */
export function makeDense<T>(list: usize, lines: u32, copy: usize): void {
  const count = <u32>load<T>(list);
  const size = fieldSize(lines);
  if (<usize>count < size) return;
  const places = list + sizeof<T>();
  for (let index: u32 = 1; index < count; index++)
    if (lineAt<T>(places, index) === lineAt<T>(places, index - 1)) return;
  memory.copy(copy, places, <usize>count * sizeof<T>());
  memory.fill(places, 0, size);
  for (let index: u32 = 0; index < count; index++) {
    const line = lineAt<T>(copy, index);
    const at = places + (line >> 3);
    store<u8>(at, load<u8>(at) | <u8>((<u32>1) << (line & 7)));
    store<u8>(places + size + index, <u8>(<u32>load<T>(copy + <usize>index * sizeof<T>()) & ((1 << wordBits<T>()) - 1)));
  }
  store<T>(list, <T>(count | denseMark<T>()));
}

@inline
function lineAt<T>(places: usize, index: u32): u32 {
  return <u32>load<T>(places + <usize>index * sizeof<T>()) >> wordBits<T>();
}

/** If the lines are fewer by so many times than the places of a word, each line is looked up in the list. */
const fewTimes: u32 = 32;
const stride: u32 = 8;

/** In place of rows: lines are marked if the word is their first. */
export const firstWords: usize = 1;

/**
 * What is done with the places of the words that fit an element, in marked lines. Without rows, the line is marked in `target`.
 * With rows, how well the word fits is written at the place of the word and the element, see fits.ts.
 */
@unmanaged
export class Visit {
  lines: usize;
  /** Where this field ends, and how many lines it marks. */
  linesEnd: usize;
  lineCount: u32;
  target: usize;
  rows: usize;
  /** The place of the element among others, and their number. */
  index: u32;
  count: u32;
  isLong: u32;
}

/** Visits the places of all words that fit an element. */
export function visitElement(bucket: Bucket, element: Element, visit: Visit): void {
  if (bucket.isWide !== 0) visitAll<u32>(bucket, element, visit);
  else visitAll<u16>(bucket, element, visit);
}

function visitAll<T>(bucket: Bucket, element: Element, visit: Visit): void {
  for (let index: u32 = 0; index < element.rangeCount; index++) {
    const range = changetype<Numbers>(element.ranges + 8 * <usize>index);
    for (let number: u32 = range.first; number <= range.last; number++) visitNumber<T>(bucket, number, range.quality, visit);
  }
  if (element.mistaken === 0) return;
  const end = element.mistaken + mistakenSize(bucket.vocabularySize);
  for (let at = element.mistaken, first: u32 = 0; at < end; at += 8, first += 32)
    for (let left = load<u64>(at); left !== 0; ) {
      const place = lowest(left) >> 1;
      const value = <u32>(left >> (2 * <u64>place)) & 3;
      left &= ~(<u64>3 << (2 * <u64>place));
      visitNumber<T>(bucket, first + place, value - 1, visit);
    }
}

@inline
function visitNumber<T>(bucket: Bucket, number: u32, quality: u32, visit: Visit): void {
  const head = <u32>load<T>(bucket.heads + <usize>number * sizeof<T>());
  if (occursOnce(bucket, number)) visitPlace<T>(head, quality, visit.lines, visit.rows, visit.target, visit);
  else visitList<T>(bucket.lists + <usize>head * sizeof<T>(), quality, visit);
}

function visitList<T>(list: usize, quality: u32, visit: Visit): void {
  const count = <u32>load<T>(list);
  const places = list + sizeof<T>();
  if ((count & denseMark<T>()) !== 0) {
    visitDense(places, quality, visit);
    return;
  }
  // Here, because it would be read again after every change of the memory.
  const lines = visit.lines;
  const rows = visit.rows;
  const target = visit.target;
  if (visit.lineCount * fewTimes >= count) {
    for (let at = places, end = places + <usize>count * sizeof<T>(); at < end; at += sizeof<T>())
      visitPlace<T>(<u32>load<T>(at), quality, lines, rows, target, visit);
    return;
  }
  let next: u32 = 0;
  let line: u32 = 0;
  for (let at = lines, end = visit.linesEnd; at < end && next < count; at += 8, line += 64)
    for (let left = load<u64>(at); left !== 0; left &= left - 1) {
      const wanted = line + lowest(left);
      next = firstFrom<T>(places, next, count, wanted << wordBits<T>());
      for (; next < count; next++) {
        const place = <u32>load<T>(places + <usize>next * sizeof<T>());
        if (place >> wordBits<T>() !== wanted) break;
        visitPlace<T>(place, quality, lines, rows, target, visit);
      }
    }
}

/** The first of some sorted places, from one on, that is not below another. It is rarely far away. */
@inline
function firstFrom<T>(places: usize, low: u32, high: u32, wanted: u32): u32 {
  while (low + stride < high && <u32>load<T>(places + <usize>(low + stride) * sizeof<T>()) < wanted) low += stride;
  while (low < high && <u32>load<T>(places + <usize>low * sizeof<T>()) < wanted) low++;
  return low;
}

@inline
function visitPlace<T>(place: u32, quality: u32, lines: usize, rows: usize, target: usize, visit: Visit): void {
  const line = place >> wordBits<T>();
  if (!isMarked(lines, line)) return;
  const word = place & ((1 << wordBits<T>()) - 1);
  if (rows <= firstWords) {
    if (rows === 0 || word === 0) mark(target, line);
    return;
  }
  writeFit(line, word, quality, rows, target, visit);
}

function visitDense(bits: usize, quality: u32, visit: Visit): void {
  const rows = visit.rows;
  const target = visit.target;
  const lines = visit.lines;
  const size = visit.linesEnd - lines;
  if (rows === 0) {
    for (let at: usize = 0; at < size; at += 8)
      store<u64>(target + at, load<u64>(target + at) | (load<u64>(bits + at) & load<u64>(lines + at)));
    return;
  }
  let words = bits + size;
  if (rows === firstWords) {
    markFirst(bits, words, visit);
    return;
  }
  for (let at: usize = 0, line: u32 = 0; at < size; at += 8, line += 64) {
    const all = load<u64>(bits + at);
    let left = all & load<u64>(lines + at);
    for (; left !== 0; left &= left - 1) {
      const before = <usize>popcnt(all & ((left & -left) - 1));
      writeFit(line + lowest(left), load<u8>(words + before), quality, rows, target, visit);
    }
    words += <usize>popcnt(all);
  }
}

/** Marks the lines whose first word it is. Most words are never the first one, so eight places are compared at a time. */
function markFirst(bits: usize, words: usize, visit: Visit): void {
  const lines = visit.lines;
  for (let at: usize = 0, size = visit.linesEnd - lines; at < size; at += 8) {
    const all = load<u64>(bits + at);
    const marked = load<u64>(lines + at);
    const end = words + <usize>popcnt(all);
    if ((all & marked) !== 0 && hasZero(words, end)) {
      let some: u64 = 0;
      for (let left = all; left !== 0; left &= left - 1, words++) if (load<u8>(words) === 0) some |= left & -left;
      store<u64>(visit.target + at, load<u64>(visit.target + at) | (some & marked));
    }
    words = end;
  }
}

/** Whether one of some bytes may be zero. */
@inline
function hasZero(from: usize, end: usize): bool {
  let zeros: u64 = 0;
  for (; from < end; from += 8) {
    const eight = load<u64>(from);
    zeros |= (eight - 0x0101010101010101) & ~eight;
  }
  return (zeros & 0x8080808080808080) !== 0;
}

/** Writes how well a word of a line fits. */
@inline
function writeFit(line: u32, word: u32, quality: u32, rows: usize, target: usize, visit: Visit): void {
  const row = target + <usize>load<u16>(rows + 2 * <usize>line);
  if (visit.isLong !== 0) {
    const at = row + <usize>(word * visit.count + visit.index);
    store<u8>(at, max(load<u8>(at), <u8>(1 + quality)));
  } else {
    const at = row + 8 * <usize>visit.index;
    const old = load<u64>(at);
    const shift = 2 * <u64>word;
    const best = max((old >> shift) & 3, <u64>quality + 1);
    store<u64>(at, (old & ~(<u64>3 << shift)) | (best << shift));
  }
}
