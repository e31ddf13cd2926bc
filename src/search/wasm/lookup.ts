/** Finds the numbers of typed words in the vocabulary of a bucket. The keys of its group say first whether it can have them. */

import { Bucket, wordAt, wordLength } from './segment';
import { longestShortWord, longKey, membersWith, shortKey, shortWordKey } from './groups';
import { Alternative, alternativeOf, Element, Group, Numbers, rareElementOf, Reading, readingOf, Words } from './program';
import { compareRest, headOf } from './sort';

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
  let members: u64 = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    const some = one.mistakes > 0 ? u64.MAX_VALUE : membersWithWord(one, bucket);
    const isShort = one.mistakes === 0 && one.length <= longestShortWord;
    const whole = isShort ? some & membersWith(bucket, shortWordKey(load<u32>(one.at), one.length)) : some;
    if (bucket.owners === 0) {
      one.members = some;
      one.wholeMembers = whole;
    } else {
      one.otherMembers = some;
      one.otherWholeMembers = whole;
    }
    members |= some;
  }
  return members;
}

@inline
function membersWithWord(word: Alternative, bucket: Bucket): u64 {
  const at = word.at;
  const length = word.length;
  if (word.isWhole && length <= longestShortWord) return membersWith(bucket, shortWordKey(load<u32>(at), length));
  if (length < 2) return u64.MAX_VALUE;
  let members = membersWith(bucket, shortKey(load<u32>(at), length));
  if (length >= 5) members &= membersWith(bucket, longKey(headOf(at, length), 5));
  if (length >= 8) members &= membersWith(bucket, longKey(headOf(at, length), 8));
  return members;
}

/** Finds the blocks of 16 words that an alternative is in. */
export function findBlocks(one: Alternative, bucket: Bucket): void {
  const samples = (bucket.vocabularySize + 15) >> 4;
  const lowest = <u32>(headOf(one.at, one.length) >> 32);
  const highest = one.isWhole !== 0 || one.length >= 4 ? lowest : lowest | (0xffffffff >> (8 * one.length));
  const low = firstSample(bucket, samples, lowest);
  let high = low;
  while (high < samples && load<u32>(bucket.samples + 4 * <usize>high) <= highest) high++;
  one.first = low === 0 ? 0 : 16 * low - 15;
  one.end = min<u32>(16 * high, bucket.vocabularySize);
  // The samples between these have all its letters, and so do the words between the samples.
  const isSure = low < high && one.isWhole === 0 && one.length <= 4;
  one.sure = isSure ? 16 * low : 0;
  one.sureEnd = isSure ? 16 * high - 15 : 0;
}

/** Whether a bucket may have a word that has no mistakes, by the keys of its group. */
@inline
export function mayHave(bucket: Bucket, one: Alternative): bool {
  const members = bucket.owners === 0 ? one.members : one.otherMembers;
  return one.mistakes === 0 && ((members >> <u64>bucket.member) & 1) !== 0;
}

/** Whether a bucket may have a word that is an alternative as a whole, by the keys of its group. */
@inline
export function mayBeWhole(bucket: Bucket, one: Alternative): bool {
  const members = bucket.owners === 0 ? one.wholeMembers : one.otherWholeMembers;
  return ((members >> <u64>bucket.member) & 1) !== 0;
}

/** Looks the numbers of an element up that need no mistakes. Returns whether there are any. */
export function lookUp(element: Element, bucket: Bucket): bool {
  if (element.bucket === changetype<usize>(bucket)) return element.rangeCount !== 0;
  element.bucket = changetype<usize>(bucket);
  element.rangeCount = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    if (!mayHave(bucket, one)) continue;
    findBlocks(one, bucket);
    lookUpWord(element, bucket, one);
  }
  return element.rangeCount !== 0;
}

/** Adds the numbers of a word, or of the words that begin so. They follow each other. */
function lookUpWord(element: Element, bucket: Bucket, typed: Alternative): void {
  const at = typed.at;
  const length = typed.length;
  const last = typed.end;
  let from = typed.first;
  let end = from;
  if (typed.sureEnd !== 0) {
    while (from < typed.sure && !beginsWith(bucket, from, typed)) from++;
    end = lastBegun(bucket, typed.sureEnd, last, typed);
  } else if (last - from <= fewWords) {
    while (from < last && !beginsWith(bucket, from, typed)) from++;
    end = from < last ? lastBegun(bucket, from + 1, last, typed) : from;
  } else {
    from = firstFrom(bucket, from, last, at, length);
    end = firstAfter(bucket, from, last, at, length);
  }
  if (from >= end) return;
  // The shortest comes first.
  if (wordLength(bucket, from) === length) {
    addNumbers(element, from, from, 2);
    from++;
  }
  if (typed.isWhole === 0 && end > from) addNumbers(element, from, end - 1, 0);
}

/** Of so many words, the letters of all are compared: the texts of most need not be read then. */
export const fewWords: u32 = 47;

@inline
function addNumbers(element: Element, first: u32, last: u32, quality: u32): void {
  const numbers = changetype<Numbers>(element.ranges + 8 * <usize>element.rangeCount);
  element.rangeCount += 1;
  numbers.first = <u16>first;
  numbers.last = <u16>last;
  numbers.quality = quality;
}

/** The first of some numbers whose word does not come before a text. */
function firstFrom(bucket: Bucket, low: u32, high: u32, at: usize, length: usize): u32 {
  const head = headOf(at, length);
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

/** So few samples are counted, because each step of a search waits for the memory. */
const fewSamples: u32 = 256;

/** The first sample that is not below another. */
function firstSample(bucket: Bucket, high: u32, wanted: u32): u32 {
  let low: u32 = 0;
  while (low < high && (!ASC_FEATURE_SIMD || high - low > fewSamples)) {
    const middle = (low + high) >> 1;
    if (load<u32>(bucket.samples + 4 * <usize>middle) < wanted) low = middle + 1;
    else high = middle;
  }
  if (ASC_FEATURE_SIMD) {
    let below = i32x4.splat(0);
    let at = bucket.samples + 4 * <usize>low;
    for (const end = bucket.samples + 4 * <usize>high; at + 16 <= end; at += 16)
      below = i32x4.sub(below, i32x4.lt_u(v128.load(at), i32x4.splat(wanted)));
    low += <u32>(i32x4.extract_lane(below, 0) + i32x4.extract_lane(below, 1) + i32x4.extract_lane(below, 2) + i32x4.extract_lane(below, 3));
    for (const end = bucket.samples + 4 * <usize>high; at < end && load<u32>(at) < wanted; at += 4) low++;
  }
  return low;
}

/** The first of some numbers whose word does not begin with a text. Most often only few words begin so. */
function firstAfter(bucket: Bucket, low: u32, high: u32, at: usize, length: usize): u32 {
  let step: u32 = 1;
  while (low + step <= high && begins(bucket, low + step - 1, at, length)) {
    low += step;
    step <<= 1;
  }
  return lastFrom(bucket, low, min(high, low + step - 1), at, length);
}

/** The same, if there is no reason to expect few. */
function lastFrom(bucket: Bucket, low: u32, high: u32, at: usize, length: usize): u32 {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begins(bucket, middle, at, length)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The first of a few numbers whose word does not begin with a typed one. Its letters nearly always say it, so that only the text of
 * the word before it is read.
 */
function lastBegun(bucket: Bucket, low: u32, high: u32, typed: Alternative): u32 {
  let end = low;
  while (end < high && hasLetters(bucket, end, typed)) end++;
  if (end === low || begins(bucket, end - 1, typed.at, typed.length)) return end;
  return lastFrom(bucket, low, end - 1, typed.at, typed.length);
}

/** Whether a word begins with a typed one. Its letters say first whether it can. */
@inline
function beginsWith(bucket: Bucket, number: u32, typed: Alternative): bool {
  return hasLetters(bucket, number, typed) && begins(bucket, number, typed.at, typed.length);
}

@inline
export function hasLetters(bucket: Bucket, number: u32, typed: Alternative): bool {
  return ((<u32>load<u16>(bucket.letters + 2 * <usize>number) ^ typed.letters) & typed.letterMask) === 0;
}

/** Whether a word begins with a text. */
@inline
function begins(bucket: Bucket, number: u32, at: usize, length: usize): bool {
  if (wordLength(bucket, number) < length) return false;
  const word = wordAt(bucket, number);
  return headOf(word, length) === headOf(at, length) && (length <= 8 || compareRest(word, length, at, length) === 0);
}
