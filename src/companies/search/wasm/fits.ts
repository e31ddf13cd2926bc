/**
 * How well names fit a reading. Each word of a name fits each element of the reading whole (3), corrected (2), begun (1) or not
 * (0): two bits for each word, and 64 bits for each element. If a bucket has longer names, see long-names.ts.
 */

import { Bucket } from './bucket';
import { fieldSize } from './lines';
import { levelFrom, levelOfLong } from './long-names';
import { elementOf, Reading, Term, Words } from './program';
import { Visit, visitElement } from './postings';

/** The lower bit of each word. */
const lower: u64 = 0x5555555555555555;

/** How well a name fits a reading, or -1 if it does not. The bits of names and states of the level are added later. */
@inline
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
    next = ctz(following) + 2 * <u64>term.count;
    first += term.count;
  }
  const order: u32 = reading.isOrdered === 0 ? 0 : (together & 1) !== 0 ? 3 : together !== 0 ? 2 : <u32>isInOrder;
  return levelFrom(reading, whole, order, size);
}

/** Marks those candidates that match a reading. If there are levels, a line keeps the highest. Returns whether any matches. */
export function addFitting(bucket: Bucket, reading: Reading, program: Words, bits: usize, levels: usize, current: u32): bool {
  const size = fieldSize(bucket.lines);
  let isAny = false;
  // Most often there is room for all candidates at once.
  while (fillFits(bucket, reading, program))
    for (let at: usize = 0, first: u32 = 0; at < size; at += 8, first += 64) {
      let matching: u64 = 0;
      for (let left = load<u64>(program.fitting + at); left !== 0; left &= left - 1) {
        const line = first + <u32>ctz(left);
        const row = program.rows + 4 * <usize>line;
        const fits = program.fits + <usize>load<u16>(row);
        const words = <u32>load<u16>(row, 2);
        const level = bucket.isLong !== 0 ? levelOfLong(reading, words, fits) : levelOf(reading, words, fits);
        if (level < 0) continue;
        matching |= left & -left;
        if (levels === 0) continue;
        const place = levels + 2 * <usize>line;
        store<u16>(place, max(load<u16>(place), <u16>(<u32>level | (current << 6))));
      }
      if (matching === 0) continue;
      isAny = true;
      store<u64>(bits + at, load<u64>(bits + at) | matching);
    }
  return isAny;
}

/** Moves candidates to `fitting`, and writes how well their words fit. Returns whether there are any. */
function fillFits(bucket: Bucket, reading: Reading, words: Words): bool {
  const count = reading.elementCount;
  const size = fieldSize(bucket.lines);
  let room: u32 = 0;
  let lines: u32 = 0;
  for (let at: usize = 0, first: u32 = 0; at < size; at += 8, first += 64) {
    const all = load<u64>(words.candidates + at);
    let left = all;
    for (; left !== 0; left &= left - 1) {
      const line = first + <u32>ctz(left);
      // Here, because many sizes in a row are read in the time of one.
      const lineSize = <u32>load<u8>(bucket.sizes + line);
      const needed = count * (bucket.isLong !== 0 ? lineSize : 8);
      if (room + needed > words.fitsSize) break;
      store<u32>(words.rows + 4 * <usize>line, room | (lineSize << 16));
      room += needed;
      lines++;
    }
    store<u64>(words.candidates + at, left);
    store<u64>(words.fitting + at, all ^ left);
  }
  if (lines === 0) return false;
  memory.fill(words.fits, 0, room);
  const visit = changetype<Visit>(words.visit);
  visit.lines = words.fitting;
  visit.linesEnd = words.fitting + size;
  visit.lineCount = lines;
  visit.target = words.fits;
  visit.rows = words.rows;
  visit.count = count;
  visit.isLong = bucket.isLong;
  for (let index: u32 = 0; index < count; index++) {
    visit.index = index;
    visitElement(bucket, elementOf(reading, index), visit);
  }
  return true;
}
