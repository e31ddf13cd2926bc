/**
 * Finds names by words: which lines of a bucket match a question, how well, and which buckets can have such lines. Misspelt words
 * are looked for only in lines that have the other words, if these are few.
 */

import { Bucket } from './segment';
import { addFitting } from './scoring';
import { all, fieldSize } from './documents';
import { lookUp, mayMatch, mayMatchAny } from './lookup';
import { findMistaken, mistakenSize } from './fuzzy';
import { Visit, visitElement } from './postings';
import { Alternative, alternativeOf, Element, rareElementOf, Reading, readingOf, Words } from './program';
import { isAlone, keepBest, mayBeBest, Top, writeLimits } from './top-k';

/**
 * Marks the names of a bucket that match one of the readings and are marked in `within`, and unmarks all others. If there are
 * `levels`, writes how well each marked name fits, without its state; `current` is 1 for current names. If there is a `top`, only
 * names that can be among the best get a level. Returns whether any name is marked.
 */
export function markWords(
  bucket: Bucket,
  words: Words,
  within: usize,
  bits: usize,
  levels: usize,
  current: u32,
  top: usize,
): bool {
  const size = fieldSize(bucket.lines);
  memory.fill(bits, 0, size);
  if (top !== 0 && current !== 0) memory.fill(changetype<Top>(top).levelled, 0, size);
  if (!mayMatchAny(words, bucket)) return false;
  let isAny = false;
  let isCleared = false;
  for (let index: u32 = 0; index < words.count; index++) {
    const reading = readingOf(words, index);
    if (!mayMatch(reading, bucket)) continue;
    if (isAlone(top) && !mayBeBest(bucket, reading, changetype<Top>(top))) continue;
    if (!lookUpAll(reading, bucket, words)) continue;
    // Without levels, and if no words must be neighbours, names match if they have all words.
    const isRead = levels !== 0 || reading.count !== reading.elementCount;
    const hasLimits = top !== 0 && writeLimits(bucket, reading, words, changetype<Top>(top), current);
    let some = reading.within !== 0 ? reading.within : within;
    const hasBestAlone = hasLimits && isAlone(top);
    if (hasBestAlone) {
      memory.copy(words.candidates, some, size);
      if (!keepBest(bucket, reading, words)) continue;
      some = words.candidates;
    }
    if (!markCandidates(bucket, reading, words, some, isRead && (!hasLimits || hasBestAlone))) continue;
    if (levels !== 0 && !isCleared) memory.fill(levels, 0, 2 * <usize>bucket.lines);
    isCleared = true;
    if (!isRead || (hasLimits && !hasBestAlone)) {
      for (let at: usize = 0; at < size; at += 8)
        store<u64>(bits + at, load<u64>(bits + at) | load<u64>(words.candidates + at));
      isAny = true;
      if (!hasLimits || !keepBest(bucket, reading, words)) continue;
    }
    if (addFitting(bucket, reading, words, bits, levels, current, top)) isAny = true;
  }
  return isAny;
}

/**
 * Whether a bucket may have names with the words of a reading: this takes less time than to read the facts of its lines, and few
 * buckets have a word with mistakes. If only the best names are wanted, these must be able to be among them.
 */
export function mayHaveWords(bucket: Bucket, words: Words, top: usize): bool {
  if (!mayMatchAny(words, bucket)) return false;
  for (let index: u32 = 0; index < words.count; index++) {
    const reading = readingOf(words, index);
    if (!mayMatch(reading, bucket) || (isAlone(top) && !mayBeBest(bucket, reading, changetype<Top>(top)))) continue;
    if (lookUpAll(reading, bucket, words)) return true;
  }
  return false;
}

/** Misspelt words are looked for only in some lines if these are fewer by so many times than all. */
const fewerTimes: u32 = 4;
/** An element that is in so few lines is rare enough to be looked up first. */
const veryFew: u32 = 4;

/**
 * Looks the numbers of all elements up, the rarest first. Returns whether a line may have all. Of an element with mistakes, the
 * numbers of words are left out that only lines without the other elements have.
 */
function lookUpAll(reading: Reading, bucket: Bucket, words: Words): bool {
  let left: u32 = 0;
  for (let index: u32 = 0; index < reading.elementCount; index++) {
    const element = rareElementOf(reading, index);
    // This takes far less time.
    if (element.mistaken !== 0) left++;
    else if (!lookUp(element, bucket)) return false;
  }
  return left === 0 || lookUpAllMistaken(reading, bucket, words, left);
}

function lookUpAllMistaken(reading: Reading, bucket: Bucket, words: Words, left: u32): bool {
  let lines = bucket.lines;
  all(bucket, words.candidates);
  if (left < reading.elementCount)
    for (let index: u32 = 0; index < reading.elementCount && lines !== 0; index++) {
      const element = rareElementOf(reading, index);
      if (element.mistaken === 0) lines = keepElement(bucket, element, words, lines);
    }
  for (let index: u32 = 0; index < reading.elementCount && lines !== 0; index++) {
    const element = rareElementOf(reading, index);
    if (element.mistaken === 0) continue;
    const before = lines;
    const within = before * fewerTimes < bucket.lines ? words.candidates : 0;
    const isAny = lookUpMistaken(element, bucket, words.states, within);
    if (isAny && --left === 0) return true;
    if (isAny) lines = keepElement(bucket, element, words, lines);
    if (isAny && lines !== 0) continue;
    // It will be the first one in the next bucket: misspelt words say little about how rare they are.
    if (before > veryFew) putFirst(reading, index);
    return false;
  }
  return false;
}

@inline
function putFirst(reading: Reading, index: u32): void {
  const rarest = load<u32>(reading.order);
  store<u32>(reading.order, load<u32>(reading.order + 4 * <usize>index));
  store<u32>(reading.order + 4 * <usize>index, rarest);
}

/** Keeps the candidates that have a word for an element. Returns their count; `count` is that before. */
function keepElement(bucket: Bucket, element: Element, words: Words, count: u32): u32 {
  const size = fieldSize(bucket.lines);
  const visit = changetype<Visit>(words.visit);
  memory.fill(words.fitting, 0, size);
  visit.lines = words.candidates;
  visit.linesEnd = words.candidates + size;
  visit.lineCount = count;
  visit.target = words.fitting;
  visit.rows = 0;
  visitElement(bucket, element, visit);
  let kept: u32 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const some = load<u64>(words.fitting + at);
    store<u64>(words.candidates + at, some);
    kept += <u32>popcnt(some);
  }
  return kept;
}

/** In bytes: room for two bits for each number. After it stands for which element and bucket they are. */
export const mistakenRoom: usize = 0x4000;

@unmanaged
export class Found {
  element: usize;
  bucket: usize;
  isAny: u32;
}

/** A question with filters asks twice for a bucket. In between another question may have used the memory. */
function lookUpMistaken(element: Element, bucket: Bucket, states: usize, within: usize): bool {
  const found = changetype<Found>(element.mistaken + mistakenRoom);
  const at = changetype<usize>(bucket);
  if (element.bucket === at && found.bucket === at && found.element === changetype<usize>(element)) return found.isAny !== 0;
  const hasExact = lookUp(element, bucket);
  memory.fill(element.mistaken, 0, mistakenSize(bucket.vocabularySize));
  let isAny = false;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    if (one.mistakes > 0 && findMistaken(bucket, one, states, within, element.mistaken)) isAny = true;
  }
  found.element = changetype<usize>(element);
  found.bucket = at;
  found.isAny = <u32>(hasExact || isAny);
  return hasExact || isAny;
}

/** So few names with the first words are read, and the other words are looked for in them. */
const few: u32 = 4;

/** Marks the names that have a word for each element; or only for some, if they are few and will be read. */
function markCandidates(bucket: Bucket, reading: Reading, words: Words, within: usize, isRead: bool): bool {
  const size = fieldSize(bucket.lines);
  let count: u32 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const some = load<u64>(within + at);
    store<u64>(words.candidates + at, some);
    count += <u32>popcnt(some);
  }
  for (let turn: u32 = 0; turn < reading.elementCount && count !== 0; turn++) {
    count = keepElement(bucket, rareElementOf(reading, turn), words, count);
    if (isRead && count <= few) break;
  }
  return count !== 0;
}

/**
 * Writes the bytes to read, then the buckets that may match readings of words alone. Returns their count. As soon as the bytes
 * are more than `most` it stops, and writes about how many all buckets would need.
 */
export function shortlistWords(directory: usize, buckets: u32, words: Words, hasOthers: u32, most: u32, list: usize): u32 {
  let bytes: u32 = 0;
  let listed: u32 = 0;
  for (let number: u32 = 0; number < buckets; number++) {
    const bucket = changetype<Bucket>(directory + number * offsetof<Bucket>());
    let size = sizeOf(bucket, words);
    if (hasOthers !== 0 && bucket.others !== 0) size += sizeOf(changetype<Bucket>(bucket.others), words);
    if (size === 0) continue;
    bytes += size;
    store<u32>(list + 4 * ++listed, number);
    if (bytes > most) {
      bytes = <u32>min<u64>((<u64>bytes * buckets) / (number + 1), 0xffffffff);
      break;
    }
  }
  store<u32>(list, bytes);
  return listed;
}

/** In bytes: about as much text is read in the time that one word takes in a bucket. */
const bytesPerWord: u32 = 4096;

/** About how many bytes could be read in the time that the readings need. */
function sizeOf(bucket: Bucket, words: Words): u32 {
  if (!mayMatchAny(words, bucket)) return 0;
  let sum: u32 = 0;
  for (let index: u32 = 0; index < words.count; index++) {
    const reading = readingOf(words, index);
    // What it has besides words says where it can match.
    if (reading.isOrdered !== 0 && mayMatch(reading, bucket)) sum += bytesPerWord * reading.elementCount;
  }
  return sum;
}
