/** Finds the numbers of typed words in the vocabulary of a bucket. The keys of its group say first whether it can have them. */

import { Bucket, wordAt, wordLength } from './bucket';
import { longKey, membersWith, shortKey, shortWordKey } from './groups';
import { findMistaken, mistakenSize } from './mistakes';
import { Alternative, Element, Group, Numbers, rareElementOf, Reading, readingOf, Words } from './program';
import { compareRest, headOf } from './vocabulary';

/** Whether a reading may match in a bucket, by the keys of its group. */
@inline
export function mayMatch(reading: Reading, bucket: Bucket): bool {
  return ((load<u64>(reading.members + 8 * kindOf(bucket)) >> <u64>bucket.member) & 1) !== 0;
}

/** Whether any reading may match in a bucket. Most often the last bucket was of the same group. */
export function mayMatchAny(words: Words, bucket: Bucket): bool {
  const kind = kindOf(bucket);
  const group = changetype<Group>(words.groups + kind * offsetof<Group>());
  if (group.at !== bucket.group) {
    group.at = bucket.group;
    group.members = 0;
    for (let index: u32 = 0; index < words.count; index++) {
      const reading = readingOf(words, index);
      const members = membersOf(reading, bucket);
      store<u64>(reading.members + 8 * kind, members);
      group.members |= members;
    }
  }
  return ((group.members >> <u64>bucket.member) & 1) !== 0;
}

/** 1 for a bucket of other names. */
@inline
function kindOf(bucket: Bucket): usize {
  return <usize>(bucket.owners !== 0);
}

/** The buckets that may match a reading, of the group of a bucket. */
function membersOf(reading: Reading, bucket: Bucket): u64 {
  let members = u64.MAX_VALUE;
  for (let index: u32 = 0; index < reading.pairCount; index++)
    members &= membersWith(bucket, load<u32>(reading.pairs + 4 * <usize>index));
  for (let index: u32 = 0; index < reading.elementCount && members !== 0; index++)
    members &= membersWithElement(rareElementOf(reading, index), bucket);
  return members;
}

function membersWithElement(element: Element, bucket: Bucket): u64 {
  if (element.mistaken !== 0) return u64.MAX_VALUE;
  let members: u64 = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
    members |= membersWithWord(one, bucket);
  }
  return members;
}

@inline
function membersWithWord(word: Alternative, bucket: Bucket): u64 {
  const at = word.at;
  const length = word.length;
  if (word.isWhole && length <= 2) return membersWith(bucket, shortWordKey(load<u16>(at), length));
  if (length < 2) return u64.MAX_VALUE;
  let members = membersWith(bucket, shortKey(load<u32>(at), length));
  if (length >= 5) members &= membersWith(bucket, longKey(headOf(at, length), 5));
  if (length >= 8) members &= membersWith(bucket, longKey(headOf(at, length), 8));
  return members;
}

/** Looks the numbers of all elements up, the rarest first. Returns whether each has some. */
export function lookUpAll(reading: Reading, bucket: Bucket, states: usize): bool {
  if (!lookUpExact(reading, bucket)) return false;
  for (let index: u32 = 0; index < reading.elementCount; index++) {
    const element = rareElementOf(reading, index);
    if (element.mistaken !== 0 && !lookUpMistaken(element, bucket, states)) return false;
  }
  return true;
}

/** Looks up the elements that have no mistakes: this takes far less time. */
export function lookUpExact(reading: Reading, bucket: Bucket): bool {
  for (let index: u32 = 0; index < reading.elementCount; index++) {
    const element = rareElementOf(reading, index);
    if (element.mistaken === 0 && !lookUp(element, bucket)) return false;
  }
  return true;
}

function lookUp(element: Element, bucket: Bucket): bool {
  if (element.bucket === changetype<usize>(bucket)) return element.rangeCount !== 0;
  element.bucket = changetype<usize>(bucket);
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
  return element.rangeCount !== 0;
}

/** What was found before is not used again: another question may have used the memory since. */
function lookUpMistaken(element: Element, bucket: Bucket, states: usize): bool {
  const hasExact = lookUp(element, bucket);
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
