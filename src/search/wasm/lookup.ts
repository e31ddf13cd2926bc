/** Finds the numbers of typed words in the vocabulary of a segment. The keys of its group say first whether it can have them. */

import { Segment, wordAt, wordLength } from './segment';
import { maxShortWordBytes, longKey, membersWith, shortKey, shortWordKey } from './segment-groups';
import { Alternative, alternativeOf, Element, SegmentGroup, Interpretation, interpretationOf } from './program';
import { Numbers, rareElementOf, Words } from './program';
import { compareRest, headOf } from './sort';

/** Whether an interpretation may match in a segment, by the keys of its group. */
@inline
export function mayMatch(interpretation: Interpretation, segment: Segment): bool {
  return ((load<u64>(interpretation.members + 8 * kindOf(segment)) >> <u64>segment.member) & 1) !== 0;
}

/** Whether any interpretation may match in a segment. Most often the last segment was of the same group. */
export function mayMatchAny(words: Words, segment: Segment): bool {
  const kind = kindOf(segment);
  const group = changetype<SegmentGroup>(words.groups + kind * offsetof<SegmentGroup>());
  if (group.at !== segment.group) {
    group.at = segment.group;
    group.members = 0;
    for (let index: u32 = 0; index < words.count; index++) {
      const interpretation = interpretationOf(words, index);
      const members = membersOf(interpretation, segment);
      store<u64>(interpretation.members + 8 * kind, members);
      group.members |= members;
    }
  }
  return ((group.members >> <u64>segment.member) & 1) !== 0;
}

/** 1 for a segment of other names. */
@inline
function kindOf(segment: Segment): usize {
  return <usize>(segment.owners !== 0);
}

/** The segments that may match an interpretation, of the group of a segment. */
function membersOf(interpretation: Interpretation, segment: Segment): u64 {
  let members = u64.MAX_VALUE;
  for (let index: u32 = 0; index < interpretation.pairCount; index++)
    members &= membersWith(segment, load<u32>(interpretation.pairs + 4 * <usize>index));
  for (let index: u32 = 0; index < interpretation.elementCount && members !== 0; index++)
    members &= membersWithElement(rareElementOf(interpretation, index), segment);
  return members;
}

function membersWithElement(element: Element, segment: Segment): u64 {
  let members: u64 = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    const some = one.edits > 0 ? u64.MAX_VALUE : membersWithWord(one, segment);
    const isShort = one.edits === 0 && one.length <= maxShortWordBytes;
    const whole = isShort ? some & membersWith(segment, shortWordKey(load<u32>(one.at), one.length)) : some;
    if (segment.owners === 0) {
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
function membersWithWord(word: Alternative, segment: Segment): u64 {
  const at = word.at;
  const length = word.length;
  if (word.isWhole && length <= maxShortWordBytes) return membersWith(segment, shortWordKey(load<u32>(at), length));
  if (length < 2) return u64.MAX_VALUE;
  let members = membersWith(segment, shortKey(load<u32>(at), length));
  if (length >= 5) members &= membersWith(segment, longKey(headOf(at, length), 5));
  if (length >= 8) members &= membersWith(segment, longKey(headOf(at, length), 8));
  return members;
}

/** Finds the blocks of 16 words that an alternative is in. */
export function findBlocks(one: Alternative, segment: Segment): void {
  const samples = (segment.vocabularySize + 15) >> 4;
  const lowest = <u32>(headOf(one.at, one.length) >> 32);
  const highest = one.isWhole !== 0 || one.length >= 4 ? lowest : lowest | (0xffffffff >> (8 * one.length));
  const low = firstSample(segment, samples, lowest);
  let high = low;
  while (high < samples && load<u32>(segment.samples + 4 * <usize>high) <= highest) high++;
  one.first = low === 0 ? 0 : 16 * low - 15;
  one.end = min<u32>(16 * high, segment.vocabularySize);
  // The samples between these have all its letters, and so do the words between the samples.
  const isSure = low < high && one.isWhole === 0 && one.length <= 4;
  one.sure = isSure ? 16 * low : 0;
  one.sureEnd = isSure ? 16 * high - 15 : 0;
}

/** Whether a segment may have a word that has no mistakes, by the keys of its group. */
@inline
export function mayHave(segment: Segment, one: Alternative): bool {
  const members = segment.owners === 0 ? one.members : one.otherMembers;
  return one.edits === 0 && ((members >> <u64>segment.member) & 1) !== 0;
}

/** Whether a segment may have a word that is an alternative as a whole, by the keys of its group. */
@inline
export function mayBeWhole(segment: Segment, one: Alternative): bool {
  const members = segment.owners === 0 ? one.wholeMembers : one.otherWholeMembers;
  return ((members >> <u64>segment.member) & 1) !== 0;
}

/** Looks the numbers of an element up that need no mistakes. Returns whether there are any. */
export function lookUp(element: Element, segment: Segment): bool {
  if (element.segment === changetype<usize>(segment)) return element.rangeCount !== 0;
  element.segment = changetype<usize>(segment);
  element.rangeCount = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    if (!mayHave(segment, one)) continue;
    findBlocks(one, segment);
    lookUpWord(element, segment, one);
  }
  return element.rangeCount !== 0;
}

/** Adds the numbers of a word, or of the words that begin so. They follow each other. */
function lookUpWord(element: Element, segment: Segment, typed: Alternative): void {
  const at = typed.at;
  const length = typed.length;
  const last = typed.end;
  let from = typed.first;
  let end = from;
  if (typed.sureEnd !== 0) {
    while (from < typed.sure && !beginsWith(segment, from, typed)) from++;
    end = lastBegun(segment, typed.sureEnd, last, typed);
  } else if (last - from <= fewWords) {
    while (from < last && !beginsWith(segment, from, typed)) from++;
    end = from < last ? lastBegun(segment, from + 1, last, typed) : from;
  } else {
    from = firstFrom(segment, from, last, at, length);
    end = firstAfter(segment, from, last, at, length);
  }
  if (from >= end) return;
  // The shortest comes first.
  if (wordLength(segment, from) === length) {
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
function firstFrom(segment: Segment, low: u32, high: u32, at: usize, length: usize): u32 {
  const head = headOf(at, length);
  while (low < high) {
    const middle = (low + high) >> 1;
    const word = wordAt(segment, middle);
    const size = wordLength(segment, middle);
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
function firstSample(segment: Segment, high: u32, wanted: u32): u32 {
  let low: u32 = 0;
  while (low < high && (!ASC_FEATURE_SIMD || high - low > fewSamples)) {
    const middle = (low + high) >> 1;
    if (load<u32>(segment.samples + 4 * <usize>middle) < wanted) low = middle + 1;
    else high = middle;
  }
  if (ASC_FEATURE_SIMD) {
    let below = i32x4.splat(0);
    let at = segment.samples + 4 * <usize>low;
    for (const end = segment.samples + 4 * <usize>high; at + 16 <= end; at += 16)
      below = i32x4.sub(below, i32x4.lt_u(v128.load(at), i32x4.splat(wanted)));
    low += <u32>(i32x4.extract_lane(below, 0) + i32x4.extract_lane(below, 1) + i32x4.extract_lane(below, 2) + i32x4.extract_lane(below, 3));
    for (const end = segment.samples + 4 * <usize>high; at < end && load<u32>(at) < wanted; at += 4) low++;
  }
  return low;
}

/** The first of some numbers whose word does not begin with a text. Most often only few words begin so. */
function firstAfter(segment: Segment, low: u32, high: u32, at: usize, length: usize): u32 {
  let step: u32 = 1;
  while (low + step <= high && begins(segment, low + step - 1, at, length)) {
    low += step;
    step <<= 1;
  }
  return lastFrom(segment, low, min(high, low + step - 1), at, length);
}

/** The same, if there is no reason to expect few. */
function lastFrom(segment: Segment, low: u32, high: u32, at: usize, length: usize): u32 {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begins(segment, middle, at, length)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The first of a few numbers whose word does not begin with a typed one. Its letters nearly always say it, so that only the text
 * of the word before it is read.
 */
function lastBegun(segment: Segment, low: u32, high: u32, typed: Alternative): u32 {
  let end = low;
  while (end < high && hasLetters(segment, end, typed)) end++;
  if (end === low || begins(segment, end - 1, typed.at, typed.length)) return end;
  return lastFrom(segment, low, end - 1, typed.at, typed.length);
}

/** Whether a word begins with a typed one. Its letters say first whether it can. */
@inline
function beginsWith(segment: Segment, number: u32, typed: Alternative): bool {
  return hasLetters(segment, number, typed) && begins(segment, number, typed.at, typed.length);
}

@inline
export function hasLetters(segment: Segment, number: u32, typed: Alternative): bool {
  return ((<u32>load<u16>(segment.letters + 2 * <usize>number) ^ typed.letters) & typed.letterMask) === 0;
}

/** Whether a word begins with a text. */
@inline
function begins(segment: Segment, number: u32, at: usize, length: usize): bool {
  if (wordLength(segment, number) < length) return false;
  const word = wordAt(segment, number);
  return headOf(word, length) === headOf(at, length) && (length <= 8 || compareRest(word, length, at, length) === 0);
}
