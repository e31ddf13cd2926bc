/** Looks up all elements of a reading in a bucket. Misspelt words are looked for only in lines that have the other words. */

import { Bucket } from './bucket';
import { all, fieldSize } from './lines';
import { lookUp } from './lookup';
import { findMistaken, mistakenSize } from './mistakes';
import { Visit, visitElement } from './postings';
import { Alternative, Element, rareElementOf, Reading, Words } from './program';

/** Misspelt words are looked for only in some lines if these are fewer by so many times than all. */
const fewerTimes: u32 = 4;
/** An element that is in so few lines is rare enough to be looked up first. */
const veryFew: u32 = 4;

/**
 * Looks the numbers of all elements up, the rarest first. Returns whether a line may have all. Of an element with mistakes, the
 * numbers of words are left out that only lines without the other elements have.
 */
export function lookUpAll(reading: Reading, bucket: Bucket, words: Words): bool {
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
export function keepElement(bucket: Bucket, element: Element, words: Words, count: u32): u32 {
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
const mistakenRoom: usize = 0x4000;

@unmanaged
class Found {
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
    const one = changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
    if (one.mistakes > 0 && findMistaken(bucket, one, states, within, element.mistaken)) isAny = true;
  }
  found.element = changetype<usize>(element);
  found.bucket = at;
  found.isAny = <u32>(hasExact || isAny);
  return hasExact || isAny;
}
