/**
 * Questions by words. A question has readings, a reading has terms, and a term has elements: neighbouring words of a name in
 * this order. An element lists alternatives for one word of the name. A name matches a reading if it has all terms, in any order.
 * words/program.ts writes these structures.
 */

import { Bucket, bits64 } from './bucket';
import { fieldSize } from './lines';
import { findMistaken } from './mistakes';
import { blockCount, blocksWith, hasPair, hasShortWord, linesOfBlock } from './signature';
import { compareRest, headOf, nameEnd } from './vocabulary';

/** A word, or the beginning of one. */
@unmanaged
export class Alternative {
  at: usize;
  length: u32;
  isWhole: u32;
  /** If it may be misspelt: how many mistakes, and where its letters are, see mistakes.ts. */
  mistakes: u32;
  letters: usize;
  letterCount: u32;
}

/** Which numbers of words fit, in one bucket: they are looked up when they are needed. */
@unmanaged
export class Element {
  alternatives: usize;
  count: u32;
  ranges: usize;
  /** Whether one of them may have mistakes. */
  isMistaken: u32;
  /** What follows is of this bucket. */
  bucket: usize;
  blocks: u32;
  isLookedUp: u32;
  rangeCount: u32;
}

/** Neighbouring numbers of words. Quality: 2 are whole words, 1 corrected ones, 0 begin so. */
@unmanaged
export class Numbers {
  first: u16;
  last: u16;
  quality: u32;
}

/** An element has room for so many; a beginning and the spellings of a word need few. */
export const mostRanges: u32 = 256;

@unmanaged
class Term {
  /** The addresses of its elements. */
  elements: usize;
  count: u32;
  /** How rare the typed words are. */
  weight: u32;
}

@unmanaged
class Reading {
  terms: usize;
  count: u32;
  /** The addresses of the elements of all its terms, in the order in which they were typed. */
  elements: usize;
  elementCount: u32;
  /** Of all typed words. */
  weight: u32;
  /** If it is not 0, only these lines can match. */
  within: usize;
  /** Whether the order of the words counts. */
  isOrdered: u32;
  /** The codes of the words that must be neighbours, see signature.ts. */
  pairs: usize;
  pairCount: u32;
  /** Which of the elements is in the fewest names, as far as is known. */
  rarest: u32;
}

@unmanaged
class Words {
  readings: usize;
  count: u32;
  /** Two fields of bits, and one bit for each number of a word. */
  candidates: usize;
  fitting: usize;
  numbers: usize;
  /** Room for the states of mistakes.ts. */
  states: usize;
  /** How well each word of a name fits each element: a byte for each, see fillFits. */
  fits: usize;
  /** Whether the candidates of the last reading may lack some of its words. */
  isPartial: u32;
}

/** If at most one of so many names is a candidate, reading the candidates takes less time than looking for further words. */
const fewOf: u32 = 16;

/** The blocks that may match a reading, by their signatures. */
@inline
function blocksOfReading(reading: Reading, bucket: Bucket): u32 {
  for (let index: u32 = 0; index < reading.pairCount; index++)
    if (!hasPair(bucket, load<u32>(reading.pairs + 4 * <usize>index))) return 0;
  let blocks: u32 = 0xffffffff;
  for (let index: u32 = 0; index < reading.elementCount && blocks !== 0; index++)
    blocks &= blocksOf(changetype<Element>(load<usize>(reading.elements + 4 * <usize>index)), bucket);
  return blocks;
}

/** The blocks of a bucket that may have a fitting word, by their signature. */
@inline
function blocksOf(element: Element, bucket: Bucket): u32 {
  if (element.bucket !== changetype<usize>(bucket)) {
    element.bucket = changetype<usize>(bucket);
    element.isLookedUp = 0;
    element.blocks = signedBlocks(element, bucket);
  }
  return element.blocks;
}

function signedBlocks(element: Element, bucket: Bucket): u32 {
  let blocks: u32 = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
    if (one.mistakes > 0) return 0xffffffff;
    if (one.isWhole && one.length <= 2 && !hasShortWord(bucket, load<u16>(one.at), one.length)) continue;
    blocks |= blocksWith(bucket, one.at, one.length, 1);
  }
  return blocks;
}

/** Looks the numbers up. Returns whether there are any. */
function lookUp(element: Element, bucket: Bucket, states: usize): bool {
  if (element.isLookedUp === 0) {
    element.isLookedUp = 1;
    element.rangeCount = 0;
    for (let index: u32 = 0; index < element.count; index++) {
      const one = changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
      if (one.mistakes > 0) {
        findMistaken(bucket, one, element, states);
        continue;
      }
      const first = lowerBound(bucket, one.at, one.length, false);
      const isWhole = first < bucket.vocabularySize && compareAt(bucket, first, one.at, one.length, false) === 0;
      if (isWhole) addNumbers(element, first, first, 2);
      if (one.isWhole) continue;
      const from = isWhole ? first + 1 : first;
      const end = lowerBound(bucket, one.at, one.length, true);
      if (end > from) addNumbers(element, from, end - 1, 0);
    }
    if (element.rangeCount === 0) element.blocks = 0;
  }
  return element.rangeCount !== 0;
}

/** Adds neighbouring numbers. Those of the same quality that follow each other are joined. */
export function addNumbers(element: Element, first: u32, last: u32, quality: u32): void {
  if (element.rangeCount !== 0) {
    const before = changetype<Numbers>(element.ranges + 8 * <usize>(element.rangeCount - 1));
    if (before.quality === quality && <u32>before.last + 1 === first) {
      before.last = <u16>last;
      return;
    }
  }
  if (element.rangeCount === mostRanges) return;
  const numbers = changetype<Numbers>(element.ranges + 8 * <usize>element.rangeCount);
  element.rangeCount += 1;
  numbers.first = <u16>first;
  numbers.last = <u16>last;
  numbers.quality = quality;
}

/** Compares a word of a bucket, or only its beginning, with a text. */
@inline
function compareAt(bucket: Bucket, number: u32, at: usize, length: usize, isBeginning: bool): i32 {
  const place = load<u32>(bucket.vocabulary + 4 * <usize>number);
  const word = bucket.text + (place >> 8);
  const wordLength = isBeginning ? min<usize>(place & 0xff, length) : place & 0xff;
  const one = headOf(word, wordLength);
  const other = headOf(at, length);
  if (one !== other) return one < other ? -1 : 1;
  return compareRest(word, wordLength, at, length);
}

/** The first number whose word does not come before a text; or, for a beginning, which comes after all that begin with it. */
function lowerBound(bucket: Bucket, at: usize, length: usize, afterBeginning: bool): u32 {
  let low: u32 = 0;
  let high = bucket.vocabularySize;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareAt(bucket, middle, at, length, afterBeginning);
    if (order < 0 || (afterBeginning && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One bit for each of 64 numbers of words: whether it is between `first` and `first + more`. */
@inline
function inRange64(at: usize, first: u16, more: u16): u64 {
  if (ASC_FEATURE_SIMD) {
    return bits64(inRange16(at, first, more), inRange16(at + 32, first, more), inRange16(at + 64, first, more), inRange16(at + 96, first, more));
  } else {
    let found: u64 = 0;
    for (let lane: usize = 0; lane < 64; lane++) found |= <u64>(<u16>(load<u16>(at + 2 * lane) - first) <= more) << lane;
    return found;
  }
}

@inline
function inRange16(at: usize, first: u16, more: u16): v128 {
  const from = i16x8.splat(first);
  const size = i16x8.splat(more);
  return i8x16.narrow_i16x8_s(
    i16x8.le_u(i16x8.sub(v128.load(at), from), size),
    i16x8.le_u(i16x8.sub(v128.load(at, 16), from), size),
  );
}

/** With more ranges each number is looked up in a field of bits. */
const fewRanges: u32 = 6;

/** Marks the lines of some blocks that have one of the numbers of an element. All other lines are unmarked. */
function markElement(bucket: Bucket, element: Element, blocks: u32, bits: usize, numbers: usize): void {
  memory.fill(bits, 0, fieldSize(bucket.lines));
  const isFew = element.rangeCount <= fewRanges;
  if (!isFew) fillNumbers(bucket, element, numbers);
  const linesEach = linesOfBlock(bucket.lines);
  while (blocks !== 0) {
    const first = ctz(blocks);
    const rest = ~(blocks >> first);
    const run = rest === 0 ? blockCount - first : min<u32>(ctz(rest), blockCount - first);
    const start = bucket.words + 2 * <usize>load<u32>(bucket.wordStarts + 4 * first);
    const end = bucket.words + 2 * <usize>load<u32>(bucket.wordStarts + 4 * (first + run));
    if (isFew) markRanges(start, end, first * linesEach, element, bits);
    else markNumbers(start, end, first * linesEach, numbers, bits);
    blocks = run === blockCount ? 0 : blocks & ~((((<u32>1) << run) - 1) << first);
  }
}

function markRanges(start: usize, end: usize, line: u32, element: Element, bits: usize): void {
  const only = changetype<Numbers>(element.ranges);
  let carry: u64 = 0;
  for (let at = start; at < end; at += 128) {
    let found = inRange64(at, only.first, only.last - only.first);
    for (let index: u32 = 1; index < element.rangeCount; index++) {
      const range = changetype<Numbers>(element.ranges + 8 * <usize>index);
      found |= inRange64(at, range.first, range.last - range.first);
    }
    let ends = inRange64(at, nameEnd, 0);
    if (end - at < 128) {
      const left = (<u64>1 << ((end - at) >> 1)) - 1;
      ends &= left;
      found &= left;
    }
    // As in text.ts: the sum carries each found number up to the end of its line.
    const sum = found + ~ends;
    const total = sum + carry;
    carry = <u64>(sum < found) | <u64>(total < sum);
    for (let lines = total & ends; lines !== 0; lines &= lines - 1) {
      const number = line + <u32>popcnt(ends & ((lines & -lines) - 1));
      const word = bits + ((number >> 6) << 3);
      store<u64>(word, load<u64>(word) | (<u64>1 << (number & 63)));
    }
    line += <u32>popcnt(ends);
  }
}

function markNumbers(start: usize, end: usize, line: u32, numbers: usize, bits: usize): void {
  let found: u64 = 0;
  for (let at = start; at < end; at += 2) {
    const number = load<u16>(at);
    if (number !== nameEnd) {
      found |= (<u64>load<u8>(numbers + (number >> 3)) >> (number & 7)) & 1;
    } else {
      const word = bits + ((line >> 6) << 3);
      store<u64>(word, load<u64>(word) | (found << (line & 63)));
      found = 0;
      line++;
    }
  }
}

/** Sets the bits of the numbers of an element, and clears all others. The memory may have been used for something else. */
function fillNumbers(bucket: Bucket, element: Element, numbers: usize): void {
  memory.fill(numbers, 0, (<usize>bucket.vocabularySize + 7) >> 3);
  for (let index: u32 = 0; index < element.rangeCount; index++) {
    const range = changetype<Numbers>(element.ranges + 8 * <usize>index);
    for (let number: u32 = range.first; number <= range.last; number++) {
      const at = numbers + (number >> 3);
      store<u8>(at, load<u8>(at) | <u8>((<u32>1) << (number & 7)));
    }
  }
}

/** How well a word fits an element, or -1. */
@inline
function qualityOf(element: Element, number: u16): i32 {
  let best = -1;
  const end = element.ranges + 8 * <usize>element.rangeCount;
  for (let at = element.ranges; at < end; at += 8) {
    const range = changetype<Numbers>(at);
    if (<u16>(number - range.first) <= <u16>(range.last - range.first)) best = max(best, <i32>range.quality);
  }
  return best;
}

/** Writes how well each word of a name fits each element: its quality and 1, or 0. */
@inline
function fillFits(reading: Reading, start: usize, size: u32, fits: usize): void {
  const count = reading.elementCount;
  for (let word: u32 = 0; word < size; word++) {
    const number = load<u16>(start + 2 * <usize>word);
    for (let index: u32 = 0; index < count; index++) {
      const element = changetype<Element>(load<usize>(reading.elements + 4 * <usize>index));
      store<u8>(fits + <usize>(word * count + index), <u8>(1 + qualityOf(element, number)));
    }
  }
}

/** How well neighbouring words, from one on, fit neighbouring elements: the worst of them counts. */
@inline
function fitOf(fits: usize, count: u32, word: u32, size: u32, first: u32, length: u32): u32 {
  if (word + length > size) return 0;
  let worst: u32 = 3;
  for (let index: u32 = 0; index < length; index++)
    worst = min<u32>(worst, load<u8>(fits + <usize>((word + index) * count + first + index)));
  return worst;
}

/** How the words of a name lie: 3 as typed and from the first word on, 2 as typed, 1 in this order, 0 otherwise. */
@inline
function orderOf(reading: Reading, size: u32, fits: usize): u32 {
  if (reading.isOrdered === 0) return 0;
  const count = reading.elementCount;
  for (let word: u32 = 0; word + count <= size; word++)
    if (fitOf(fits, count, word, size, 0, count) !== 0) return word === 0 ? 3 : 2;
  let word: u32 = 0;
  let first: u32 = 0;
  for (let index: u32 = 0; index < reading.count; index++) {
    const length = changetype<Term>(reading.terms + index * offsetof<Term>()).count;
    while (word < size && fitOf(fits, count, word, size, first, length) === 0) word++;
    if (word >= size) return 0;
    word += length;
    first += length;
  }
  return 1;
}

/** How well a name fits a reading, or -1 if it does not. The bits of names and states of the level are added later. */
@inline
function levelOf(reading: Reading, start: usize, end: usize, fits: usize): i32 {
  const size = <u32>((end - start) >> 1);
  let whole: u32 = 0;
  let order: u32 = 0;
  if (reading.elementCount === 1) {
    const element = changetype<Element>(load<usize>(reading.elements));
    let best = qualityOf(element, load<u16>(start));
    order = reading.isOrdered === 0 ? 0 : best >= 0 ? 3 : 2;
    for (let at = start + 2; at < end && best < 2; at += 2) best = max(best, qualityOf(element, load<u16>(at)));
    if (best < 0) return -1;
    whole = changetype<Term>(reading.terms).weight * best;
  } else {
    fillFits(reading, start, size, fits);
    let first: u32 = 0;
    for (let index: u32 = 0; index < reading.count; index++) {
      const term = changetype<Term>(reading.terms + index * offsetof<Term>());
      let best: u32 = 0;
      for (let word: u32 = 0; word < size && best < 3; word++)
        best = max(best, fitOf(fits, reading.elementCount, word, size, first, term.count));
      if (best === 0) return -1;
      whole += term.weight * (best - 1);
      first += term.count;
    }
    order = orderOf(reading, size, fits);
  }
  // Most often all words are whole, or none.
  const all = 2 * reading.weight;
  const wholeness = whole === 0 ? 0 : whole === all ? 15 : (15 * whole) / all;
  return (wholeness << 9) | (order << 7) | (31 - min<u32>(31, size));
}

/**
 * Marks the names of a bucket that match one of the readings and are marked in `within`, and unmarks all others. If there are
 * `levels`, writes how well each marked name fits, without its state; `current` is 1 for current names. Returns whether any is.
 */
export function markWords(bucket: Bucket, words: Words, within: usize, bits: usize, levels: usize, current: u32): bool {
  memory.fill(bits, 0, fieldSize(bucket.lines));
  let isAny = false;
  let isCleared = false;
  for (let index: u32 = 0; index < words.count; index++) {
    const reading = changetype<Reading>(words.readings + index * offsetof<Reading>());
    const blocks = candidates(bucket, words, reading, within);
    if (blocks === 0) continue;
    // If they only have the rarest word, or if words must be neighbours, names are read.
    const isChecked = words.isPartial === 0 && reading.count === reading.elementCount;
    if (levels !== 0 && !isCleared) memory.fill(levels, 0, 2 * <usize>bucket.lines);
    isCleared = true;
    if (levels === 0 && isChecked) {
      for (let at: usize = 0; at < fieldSize(bucket.lines); at += 8)
        store<u64>(bits + at, load<u64>(bits + at) | load<u64>(words.candidates + at));
      isAny = true;
    } else if (addLevels(bucket, reading, blocks, words, bits, levels, current)) isAny = true;
  }
  return isAny;
}

/**
 * Marks the names that have a word for each element; or, where few names have the rarest one, those that have that one. Returns
 * the blocks that may have such names.
 */
function candidates(bucket: Bucket, words: Words, reading: Reading, within: usize): u32 {
  const blocks = blocksOfReading(reading, bucket);
  if (blocks === 0) return 0;
  // Words with mistakes take longest to look up.
  for (let mistaken: u32 = 0; mistaken < 2; mistaken++)
    for (let index: u32 = 0; index < reading.elementCount; index++) {
      const element = changetype<Element>(load<usize>(reading.elements + 4 * <usize>index));
      if (element.isMistaken === mistaken && !lookUp(element, bucket, words.states)) return 0;
    }
  const size = fieldSize(bucket.lines);
  memory.copy(words.candidates, reading.within !== 0 ? reading.within : within, size);
  words.isPartial = 0;
  for (let turn: u32 = 0; turn < reading.elementCount; turn++) {
    const index = turn === 0 ? reading.rarest : turn <= reading.rarest ? turn - 1 : turn;
    const element = changetype<Element>(load<usize>(reading.elements + 4 * <usize>index));
    markElement(bucket, element, blocks, words.fitting, words.numbers);
    let some: u32 = 0;
    for (let at: usize = 0; at < size; at += 8) {
      const both = load<u64>(words.candidates + at) & load<u64>(words.fitting + at);
      store<u64>(words.candidates + at, both);
      some += <u32>popcnt(both);
    }
    if (some === 0) return 0;
    if (some * fewOf <= bucket.lines && turn + 1 < reading.elementCount) {
      words.isPartial = 1;
      break;
    }
  }
  return blocks;
}

/** 64 bits of a field from any of its bits on. */
@inline
function bitsFrom(bits: usize, line: u32): u64 {
  const at = bits + ((line >> 6) << 3);
  const shift = <u64>(line & 63);
  return shift === 0 ? load<u64>(at) : (load<u64>(at) >> shift) | (load<u64>(at, 8) << (64 - shift));
}

/** Reads the words of the candidates in some blocks, and marks those that match. */
function addLevels(
  bucket: Bucket,
  reading: Reading,
  blocks: u32,
  words: Words,
  bits: usize,
  levels: usize,
  current: u32,
): bool {
  const linesEach = linesOfBlock(bucket.lines);
  let isAny = false;
  for (; blocks !== 0; blocks &= blocks - 1) {
    const block = ctz(blocks);
    let start = bucket.words + 2 * <usize>load<u32>(bucket.wordStarts + 4 * block);
    const blockEnd = bucket.words + 2 * <usize>load<u32>(bucket.wordStarts + 4 * (block + 1));
    let line = block * linesEach;
    for (let at = start; at < blockEnd; at += 128) {
      let ends = inRange64(at, nameEnd, 0);
      if (blockEnd - at < 128) ends &= (<u64>1 << ((blockEnd - at) >> 1)) - 1;
      if (ends === 0) continue;
      const lines = <u32>popcnt(ends);
      const next = at + 2 * (64 - <usize>clz(ends));
      const all: u64 = lines === 64 ? u64.MAX_VALUE : (<u64>1 << lines) - 1;
      let wanted = bitsFrom(words.candidates, line) & all;
      for (let place = line; wanted !== 0; place++, wanted >>= 1, ends &= ends - 1) {
        const end = at + 2 * <usize>ctz(ends);
        if ((wanted & 1) !== 0) {
          const level = levelOf(reading, start, end, words.fits);
          if (level >= 0) {
            isAny = true;
            const word = bits + ((place >> 6) << 3);
            store<u64>(word, load<u64>(word) | (<u64>1 << (place & 63)));
            if (levels !== 0) {
              const old = levels + 2 * <usize>place;
              store<u16>(old, max(load<u16>(old), <u16>(<u32>level | (current << 6))));
            }
          }
        }
        start = end + 2;
      }
      start = next;
      line += lines;
    }
  }
  return isAny;
}

/** Writes the bytes to read, then the buckets that may match readings of words alone. Returns their count. */
export function shortlistWords(directory: usize, buckets: u32, words: Words, hasOthers: u32, list: usize): u32 {
  let bytes: u32 = 0;
  let listed: u32 = 0;
  for (let number: u32 = 0; number < buckets; number++) {
    const bucket = changetype<Bucket>(directory + number * offsetof<Bucket>());
    let size = sizeOf(bucket, words);
    if (hasOthers !== 0 && bucket.others !== 0) size += sizeOf(changetype<Bucket>(bucket.others), words);
    if (size === 0) continue;
    bytes += size;
    store<u32>(list + 4 * ++listed, number);
  }
  store<u32>(list, bytes);
  return listed;
}

/** About how many bytes the readings need. */
function sizeOf(bucket: Bucket, words: Words): u32 {
  const size = 2 * load<u32>(bucket.wordStarts + 4 * blockCount);
  let sum: u32 = 0;
  for (let index: u32 = 0; index < words.count; index++) {
    const reading = changetype<Reading>(words.readings + index * offsetof<Reading>());
    // What it has besides words says where it can match.
    if (reading.isOrdered === 0) continue;
    const blocks = blocksOfReading(reading, bucket);
    if (blocks !== 0) sum += 1 + ((<u32>popcnt(blocks) * size * reading.elementCount) >> 5);
  }
  return sum;
}
