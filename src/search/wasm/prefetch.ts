/**
 * Reads what typed words need of some segments before they are searched. The memory answers slowly, but it answers many reads at
 * once: the reads of several segments wait together. Nothing depends on what is read here.
 */

import { Segment, occursOnce, wordAt } from './segment';
import { fewWords, findBlocks, hasLetters, mayHave, mayMatch, mayMatchAny } from './lookup';
import { denseMark } from './postings';
import { Alternative, alternativeOf, Element, rareElementOf, interpretationOf, Words } from './program';
import { isAlone, mayBeBest, TopK } from './top-k';

/** What the processor reads at once. */
const lineBytes: usize = 64;
/** Of more alternatives the others are not read ahead. */
const maxAlternatives: u32 = 16;
/** No number of a word. */
const none: u32 = 0xffffffff;

@inline
function read(from: usize, size: usize): u32 {
  let sum: u32 = 0;
  for (let at = from; at < from + size; at += lineBytes) sum += load<u8>(at);
  return sum;
}

@inline
function segmentAt(list: usize, index: u32): Segment {
  return changetype<Segment>(load<usize>(list + 4 * <usize>index));
}

/**
 * `list` has the offsets of the segments, and is changed. Of the interpretations only the first one is looked at: few others
 * match.
 */
export function prefetch(words: Words, list: usize, count: u32, topK: usize): void {
  const interpretation = interpretationOf(words, 0);
  let left: u32 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const segment = segmentAt(list, index);
    if (!mayMatchAny(words, segment) || !mayMatch(interpretation, segment)) continue;
    if (isAlone(topK) && !mayBeBest(segment, interpretation, changetype<TopK>(topK))) continue;
    words.read += read(segment.samples, <usize>(segment.vocabularySize >> 2));
    store<usize>(list + 4 * <usize>(left++), changetype<usize>(segment));
  }
  for (let turn: u32 = 0; turn < interpretation.elementCount && left !== 0; turn++)
    left = readElement(words, rareElementOf(interpretation, turn), list, left);
}

/**
 * Returns how many segments may have the element. The others are taken off the list. Reads follow each other closely, so that the
 * processor begins many before it waits for the first one.
 */
function readElement(words: Words, element: Element, list: usize, count: u32): u32 {
  const alternatives = min(element.count, maxAlternatives);
  // For each segment and alternative: the numbers among which it is, and later its first one.
  const numbers = words.states;
  for (let index: u32 = 0, at = numbers; index < count; index++)
    for (let which: u32 = 0; which < alternatives; which++, at += 8)
      writeBlock(segmentAt(list, index), alternativeOf(element, which), at);
  let sum: u32 = 0;
  for (let index: u32 = 0, at = numbers; index < count; index++) {
    const segment = segmentAt(list, index);
    for (let which: u32 = 0; which < alternatives; which++, at += 8) {
      const number = <usize>load<u32>(at) + 8;
      sum += <u32>load<u8>(segment.letters + 2 * number) + load<u8>(segment.vocabulary + 4 * number) +
        load<u8>(segment.heads + ((2 * number) << <usize>segment.isWide));
    }
  }
  let left: u32 = 0;
  for (let index: u32 = 0, at = numbers, to = numbers; index < count; index++) {
    const segment = segmentAt(list, index);
    let isAny = element.fuzzy !== 0;
    for (let which: u32 = 0; which < alternatives; which++, at += 8, to += 8) {
      const number = firstWord(segment, alternativeOf(element, which), at);
      store<u32>(to, number);
      if (number !== none) isAny = true;
    }
    if (isAny) store<usize>(list + 4 * <usize>(left++), changetype<usize>(segment));
    else to -= 8 * <usize>alternatives;
  }
  for (let index: u32 = 0, at = numbers; index < left; index++) {
    const segment = segmentAt(list, index);
    for (let which: u32 = 0; which < alternatives; which++, at += 8) {
      const number = load<u32>(at);
      if (number !== none) sum += <u32>load<u8>(wordAt(segment, number)) + load<u8>(listOf(segment, number));
    }
  }
  for (let index: u32 = 0, at = numbers; index < left; index++)
    for (let which: u32 = 0; which < alternatives; which++, at += 8)
      if (load<u32>(at) !== none) sum += readList(segmentAt(list, index), load<u32>(at));
  words.read += sum;
  return left;
}

/** Writes the numbers among which an alternative is. */
@inline
function writeBlock(segment: Segment, one: Alternative, at: usize): void {
  store<u64>(at, 0);
  if (!mayHave(segment, one)) return;
  findBlocks(one, segment);
  store<u32>(at, one.first);
  store<u32>(at, one.end, 4);
}

@inline
function firstWord(segment: Segment, one: Alternative, at: usize): u32 {
  let number = load<u32>(at);
  const end = load<u32>(at, 4);
  if (end - number > fewWords) return number;
  while (number < end && !hasLetters(segment, number, one)) number++;
  return number < end ? number : none;
}

/** The offset of the list of a word, or of something else that is read. */
@inline
function listOf(segment: Segment, number: u32): usize {
  const wide = <usize>segment.isWide;
  const head = segment.heads + ((2 * <usize>number) << wide);
  if (occursOnce(segment, number)) return head;
  return segment.lists + ((2 * <usize>(wide !== 0 ? load<u32>(head) : <u32>load<u16>(head))) << wide);
}

/** Reads the bits of a frequent word, and its places. */
@inline
function readList(segment: Segment, number: u32): u32 {
  if (occursOnce(segment, number) || segment.isWide !== 0) return 0;
  const list = listOf(segment, number);
  const count = <u32>load<u16>(list);
  if ((count & denseMark<u16>()) === 0) return 0;
  return read(list + 2, <usize>((segment.documents >> 3) + (count & ~denseMark<u16>())));
}
