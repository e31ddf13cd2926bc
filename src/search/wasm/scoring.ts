/**
 * How well names fit a reading. Each word of a name fits each element of the reading whole (3), corrected (2), begun (1) or not
 * (0): two bits for each word, and 64 bits for each element. If a bucket has longer names, see long-names.ts.
 */

import { Bucket, lowest } from './segment';
import { fieldSize, mark } from './documents';
import { levelFrom, levelOfLong } from './long-names';
import { elementOf, Reading, readingOf, Term, Words } from './program';
import { Visit, visitElement } from './postings';
import { Top } from './top-k';

/** The lower bit of each word. */
const lower: u64 = 0x5555555555555555;

/** A level that is known: of a name with so many words that fit one or two elements so. */
@unmanaged
export class Known {
  first: u64;
  second: u64;
  size: u32;
  level: i32;
}

/** So many levels are known, as a power of two. */
export const knownBits: u64 = 8;

/** The level of a name by the first reading, if it has one or two elements. Most names fit as some other one did. */
@inline
function knownLevelOf(levels: usize, isPair: bool, reading: Reading, size: u32, fits: usize): i32 {
  const first = load<u64>(fits);
  const second = isPair ? load<u64>(fits, 8) : 0;
  const hash = ((first * 0x9e3779b97f4a7c15) ^ (second * 0xbf58476d1ce4e5b9)) + <u64>size * 0xd6e8feb86659fd93;
  const known = changetype<Known>(levels + <usize>(hash >> (64 - knownBits)) * offsetof<Known>());
  if (known.first === first && known.second === second && known.size === size) return known.level;
  known.first = first;
  known.second = second;
  known.size = size;
  known.level = levelOf(reading, size, fits);
  return known.level;
}

/** How well a name fits a reading, or -1 if it does not. The bits of names and states of the level are added later. */
function levelOf(reading: Reading, size: u32, fits: usize): i32 {
  let whole: u32 = 0;
  let first: u64 = 0;
  // Where all terms are next to each other, as typed; whether they are in this order, and where the next one may begin.
  let together = lower;
  let isInOrder = true;
  let next: u64 = 0;
  for (let index: u32 = 0; index < reading.count; index++) {
    const term = changetype<Term>(reading.terms + index * offsetof<Term>());
    // The words at which the term begins; with all of its words at least corrected; and with all of them whole.
    const words = load<u64>(fits);
    let begun = (words | (words >> 1)) & lower;
    let corrected = (words >> 1) & lower;
    let wholly = words & corrected;
    fits += 8;
    for (let element: u64 = 1; element < <u64>term.count; element++, fits += 8) {
      const others = load<u64>(fits);
      const high = others >> 1;
      begun &= (others | high) >> (2 * element);
      corrected &= high >> (2 * element);
      wholly &= (others & high) >> (2 * element);
    }
    if (begun === 0) return -1;
    whole += term.weight * (<u32>(corrected !== 0) + <u32>(wholly !== 0));
    together &= first < 32 ? begun >> (2 * first) : 0;
    const following = next < 64 ? begun & (u64.MAX_VALUE << next) : 0;
    if (following === 0) isInOrder = false;
    next = <u64>lowest(following) + 2 * <u64>term.count;
    first += term.count;
  }
  const order: u32 = reading.isOrdered === 0 ? 0 : (together & 1) !== 0 ? 3 : together !== 0 ? 2 : <u32>isInOrder;
  return levelFrom(reading, whole, order, size);
}

/** In bytes: what is before the fits of a name, its line and its number of words. */
const headSize: usize = 8;

/** In bytes: the fits of a name with so many words, and what is before them. */
@inline
function rowSize(size: u32, count: u32, isLong: bool): usize {
  return headSize + (isLong ? ((<usize>(size * count) + 7) & ~7) : 8 * <usize>count);
}

/** Marks those candidates that match a reading. If there are levels, a line keeps the highest. Returns whether any matches. */
export function addFitting(
  bucket: Bucket,
  reading: Reading,
  program: Words,
  bits: usize,
  levels: usize,
  current: u32,
  top: usize,
): bool {
  // Here, because it would be read again after every change of the memory.
  const isLong = bucket.isLong !== 0;
  const count = reading.elementCount;
  const isKnown = !isLong && reading === readingOf(program, 0) && count <= 2;
  const isPair = count > 1;
  const known = program.levels;
  const name = current << 6;
  const levelled = top !== 0 && current !== 0 ? changetype<Top>(top).levelled : 0;
  let isAny = false;
  // Most often there is room for all candidates at once.
  for (let end = fillFits(bucket, reading, program); end !== 0; end = fillFits(bucket, reading, program))
    for (let row = program.fits; row < end; ) {
      const line = load<u32>(row);
      const size = load<u32>(row, 4);
      const fits = row + headSize;
      row += rowSize(size, count, isLong);
      const level = isKnown
        ? knownLevelOf(known, isPair, reading, size, fits)
        : isLong ? levelOfLong(reading, size, fits) : levelOf(reading, size, fits);
      if (level < 0) continue;
      isAny = true;
      mark(bits, line);
      if (levels === 0) continue;
      if (levelled !== 0) mark(levelled, line);
      const place = levels + 2 * <usize>line;
      store<u16>(place, max(load<u16>(place), <u16>(<u32>level | name)));
    }
  return isAny;
}

/** Takes candidates, and writes how well their words fit, a row for each. Returns where the last row ends, or 0. */
function fillFits(bucket: Bucket, reading: Reading, words: Words): usize {
  // Here, because it would be read again after every change of the memory.
  const count = reading.elementCount;
  const isLong = bucket.isLong !== 0;
  const size = fieldSize(bucket.lines);
  const candidates = words.candidates;
  const fitting = words.fitting;
  const rows = words.rows;
  const sizes = bucket.sizes;
  const fits = words.fits;
  const most = fits + <usize>words.fitsSize;
  let end = fits;
  let lines: u32 = 0;
  for (let at: usize = 0, first: u32 = 0; at < size; at += 8, first += 64) {
    const all = load<u64>(candidates + at);
    let left = all;
    for (; left !== 0; left &= left - 1) {
      const line = first + lowest(left);
      const lineSize = <u32>load<u8>(sizes + line);
      const next = end + rowSize(lineSize, count, isLong);
      if (next > most) break;
      store<u16>(rows + 2 * <usize>line, <u16>(end + headSize - fits));
      store<u32>(end, line);
      store<u32>(end, lineSize, 4);
      for (let empty = end + headSize; empty < next; empty += 8) store<u64>(empty, 0);
      end = next;
      lines++;
    }
    store<u64>(candidates + at, left);
    store<u64>(fitting + at, all ^ left);
  }
  if (lines === 0) return 0;
  const visit = changetype<Visit>(words.visit);
  visit.lines = fitting;
  visit.linesEnd = fitting + size;
  visit.lineCount = lines;
  visit.target = fits;
  visit.rows = rows;
  visit.count = count;
  visit.isLong = bucket.isLong;
  for (let index: u32 = 0; index < count; index++) {
    visit.index = index;
    visitElement(bucket, elementOf(reading, index), visit);
  }
  return end;
}
