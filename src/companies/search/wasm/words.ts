/** Finds names by words: which lines of a bucket match a question, how well, and which buckets can have such lines. */

import { Bucket } from './bucket';
import { keepElement, lookUpAll } from './elements';
import { addFitting } from './fits';
import { fieldSize } from './lines';
import { mayMatch, mayMatchAny } from './lookup';
import { rareElementOf, Reading, readingOf, Words } from './program';
import { keepBest, Top, writeLimits } from './top';

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
    if (!mayMatch(reading, bucket) || !lookUpAll(reading, bucket, words)) continue;
    // Without levels, and if no words must be neighbours, names match if they have all words.
    const isRead = levels !== 0 || reading.count !== reading.elementCount;
    const hasLimits = top !== 0 && writeLimits(bucket, reading, words, changetype<Top>(top), current);
    let some = reading.within !== 0 ? reading.within : within;
    const isAlone = hasLimits && changetype<Top>(top).isAlone !== 0;
    if (isAlone) {
      memory.copy(words.candidates, some, size);
      if (!keepBest(bucket, reading, words)) continue;
      some = words.candidates;
    }
    if (!markCandidates(bucket, reading, words, some, isRead && (!hasLimits || isAlone))) continue;
    if (levels !== 0 && !isCleared) memory.fill(levels, 0, 2 * <usize>bucket.lines);
    isCleared = true;
    if (!isRead || (hasLimits && !isAlone)) {
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
 * buckets have a word with mistakes.
 */
export function mayHaveWords(bucket: Bucket, words: Words): bool {
  if (!mayMatchAny(words, bucket)) return false;
  for (let index: u32 = 0; index < words.count; index++) {
    const reading = readingOf(words, index);
    if (mayMatch(reading, bucket) && lookUpAll(reading, bucket, words)) return true;
  }
  return false;
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
