/** Finds the numbers of typed words in the vocabulary of a bucket. Signatures say first whether it can have them. */

import { Bucket, wordAt, wordLength } from './bucket';
import { findMistaken, mistakenSize } from './mistakes';
import { Alternative, Element, elementOf, Numbers, Reading } from './program';
import { blocksWith, hasPair, hasShortWord } from './signature';
import { compareRest, headOf } from './vocabulary';

/** The blocks that may match a reading, by their signatures. */
@inline
export function blocksOfReading(reading: Reading, bucket: Bucket): u32 {
  for (let index: u32 = 0; index < reading.pairCount; index++)
    if (!hasPair(bucket, load<u32>(reading.pairs + 4 * <usize>index))) return 0;
  let blocks: u32 = 0xffffffff;
  for (let index: u32 = 0; index < reading.elementCount && blocks !== 0; index++)
    blocks &= blocksOf(elementOf(reading, index), bucket);
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
  if (element.mistaken !== 0) return 0xffffffff;
  let blocks: u32 = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
    if (one.isWhole && one.length <= 2 && !hasShortWord(bucket, load<u16>(one.at), one.length)) continue;
    blocks |= blocksWith(bucket, one.at, one.length, 1);
  }
  return blocks;
}

/** Looks the numbers of all elements up. Returns whether each has some. */
export function lookUpAll(reading: Reading, bucket: Bucket, states: usize): bool {
  // Words with mistakes take longest.
  for (let index: u32 = 0; index < reading.elementCount; index++) {
    const element = elementOf(reading, index);
    if (element.mistaken === 0 && !lookUp(element, bucket)) return false;
  }
  for (let index: u32 = 0; index < reading.elementCount; index++) {
    const element = elementOf(reading, index);
    if (element.mistaken !== 0 && !lookUpMistaken(element, bucket, states)) return false;
  }
  return true;
}

function lookUp(element: Element, bucket: Bucket): bool {
  if (element.isLookedUp !== 0) return element.rangeCount !== 0;
  element.isLookedUp = 1;
  element.rangeCount = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
    if (one.mistakes > 0) continue;
    let from = firstFrom(bucket, one.at, one.length);
    if (from < bucket.vocabularySize && wordLength(bucket, from) === one.length && begins(bucket, from, one.at, one.length)) {
      addNumbers(element, from, from, 2);
      from++;
    }
    if (one.isWhole) continue;
    const end = firstAfter(bucket, from, one.at, one.length);
    if (end > from) addNumbers(element, from, end - 1, 0);
  }
  if (element.rangeCount === 0) element.blocks = 0;
  return element.rangeCount !== 0;
}

/** What was found before is not used again: another question may have used the memory since. */
function lookUpMistaken(element: Element, bucket: Bucket, states: usize): bool {
  const hasExact = lookUp(element, bucket);
  element.blocks = 0xffffffff;
  memory.fill(element.mistaken, 0, mistakenSize(bucket.vocabularySize));
  let isAny = false;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
    if (one.mistakes > 0 && findMistaken(bucket, one, states, element.mistaken)) isAny = true;
  }
  return hasExact || isAny;
}

@inline
function addNumbers(element: Element, first: u32, last: u32, quality: u32): void {
  const numbers = changetype<Numbers>(element.ranges + 8 * <usize>element.rangeCount);
  element.rangeCount += 1;
  numbers.first = <u16>first;
  numbers.last = <u16>last;
  numbers.quality = quality;
}

/** The first number whose word does not come before a text. Samples say about where: reading words here and there takes long. */
function firstFrom(bucket: Bucket, at: usize, length: usize): u32 {
  const head = headOf(at, length);
  const sample = <u32>(head >> 32);
  const samples = (bucket.vocabularySize + 15) >> 4;
  let low = firstSample(bucket, samples, sample);
  let high = low;
  while (high < samples && load<u32>(bucket.samples + 4 * <usize>high) === sample) high++;
  low = low === 0 ? 0 : 16 * low - 15;
  high = min(16 * high, bucket.vocabularySize);
  while (low < high) {
    const middle = (low + high) >> 1;
    const word = wordAt(bucket, middle);
    const size = wordLength(bucket, middle);
    const other = headOf(word, size);
    const isBefore = other !== head ? other < head : compareRest(word, size, at, length) < 0;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first sample that is not below another. */
@inline
function firstSample(bucket: Bucket, high: u32, wanted: u32): u32 {
  let low: u32 = 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(bucket.samples + 4 * <usize>middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first number, from one on, whose word does not begin with a text. Most often only few words begin so. */
function firstAfter(bucket: Bucket, low: u32, at: usize, length: usize): u32 {
  let step: u32 = 1;
  let high = bucket.vocabularySize;
  while (low + step <= high && begins(bucket, low + step - 1, at, length)) {
    low += step;
    step <<= 1;
  }
  high = min(high, low + step - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begins(bucket, middle, at, length)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a word begins with a text. */
@inline
function begins(bucket: Bucket, number: u32, at: usize, length: usize): bool {
  if (wordLength(bucket, number) < length) return false;
  const word = wordAt(bucket, number);
  return headOf(word, length) === headOf(at, length) && (length <= 8 || compareRest(word, length, at, length) === 0);
}
