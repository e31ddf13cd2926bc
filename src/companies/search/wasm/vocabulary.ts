/**
 * The words of a bucket. Its distinct words are sorted and numbered, so a beginning of words is a range of numbers. For each number
 * it is written where the word occurs, see postings.ts.
 */

import { Bucket, hasList, lineEnd, wordAt, wordLength } from './bucket';
import { lettersOf } from './letters';
import { denseMark, makeDense, narrowLines, narrowWords, timesOf, wordBits } from './postings';
import { addKey, longKey, pairKey, shortKey, shortWordKey } from './groups';

/** Stands after the last word of a line, and is no number of a word. */
const nameEnd: u16 = 0xffff;
/** In bytes: what follows in a longer word is not compared. */
const longestWord: usize = 255;
/** Later words of a name are left out, as format/words.ts does. */
const mostWords: u32 = 250;
const mostNumbers: u32 = 0xfffe;
const ampersand: u8 = 0x26;
const blank: u8 = 0x20;
const separator: u8 = 1;

/** What is found in a bucket, in memory that the next bucket uses again: see the fields of the same names in bucket.ts. */
@unmanaged
class Room {
  /** Where all of it is, and its size in bytes. */
  start: usize;
  size: u32;
  vocabulary: usize;
  vocabularySize: u32;
  samples: usize;
  letters: usize;
  heads: usize;
  lists: usize;
  isWide: u32;
  isLong: u32;
  sizes: usize;
  wordCount: u32;
}

/** A distinct word: its first eight bytes, and where it is. `number` is its place in the order in which words were met. */
@unmanaged
class Entry {
  head: u64;
  place: u32;
  number: u32;
}

/** The first eight bytes of a word as a number that sorts as they do. */
@inline
export function headOf(at: usize, length: usize): u64 {
  const head = bswap(load<u64>(at));
  return length >= 8 ? head : head & ~(u64.MAX_VALUE >> (8 * <u64>length));
}

/** The hash of a word whose head is known. */
@inline
function hashFrom(head: u64, at: usize, length: usize): u64 {
  let hash = mixed(<u64>length ^ head);
  for (let done: usize = 8; done < length; done += 8) hash = mixed(hash ^ headOf(at + done, length - done));
  return (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9;
}

/** The first letters are in the highest bits, which a product does not move down. */
@inline
function mixed(bits: u64): u64 {
  return (bits ^ (bits >> 32)) * 0x9e3779b97f4a7c15;
}

@inline
function hashOf(at: usize, length: usize): u64 {
  return hashFrom(headOf(at, length), at, length);
}

/** Compares two words beyond their first eight bytes. */
export function compareRest(one: usize, oneLength: usize, other: usize, otherLength: usize): i32 {
  const both = min(oneLength, otherLength);
  for (let done: usize = 8; done < both; done += 8) {
    const a = headOf(one + done, oneLength - done);
    const b = headOf(other + done, otherLength - done);
    if (a !== b) return a < b ? -1 : 1;
  }
  return oneLength === otherLength ? 0 : oneLength < otherLength ? -1 : 1;
}

/** How many bytes the letter or digit at a place has; 0 if there is none. `isInWord` of bucket.ts says the same from behind. */
@inline
function letterSize(at: usize): usize {
  const byte = load<u8>(at);
  if (byte < 0x80) return <usize>(<u8>(byte - 0x61) < 26 || <u8>(byte - 0x30) < 10);
  if (byte < 0xc3) {
    const next = load<u8>(at + 1);
    return byte === 0xc2 && (next === 0xaa || next === 0xb5 || next === 0xba) ? 2 : 0;
  }
  if (byte < 0xe0) return 2;
  if (byte >= 0xf0) return 4;
  return byte === 0xe2 && (load<u8>(at + 1) & 0xfe) === 0x80 ? 0 : 3;
}

/** The number of cells of the hash table. A text has at most half as many different words as bytes, and names repeat most. */
@inline
function cellsFor(length: u32): u32 {
  let cells: u32 = 1024;
  while (cells <= length >> 1 && cells < 0x20000) cells <<= 1;
  return cells;
}

@inline
function aligned(size: usize): usize {
  return (size + 15) & ~15;
}

/** A text has at most half as many different words as bytes. */
@inline
function mostWordsIn(length: u32): usize {
  return <usize>min<u32>((length >> 1) + 2, mostNumbers + 1);
}

/** How much room `indexWords` needs for a bucket with texts of this length. */
export function roomForWords(length: u32, lines: u32): usize {
  const most = mostWordsIn(length);
  const words = <usize>length + lines + 64;
  const found = aligned(2 * words) + 2 * aligned(16 * most) + aligned(2 * most) + aligned(8 * most) + 2 * <usize>cellsFor(length);
  return 64 + found + 11 * most + 4 * (words + most) + lines;
}

/**
 * Numbers the words of a bucket. `unusual` has a text for each line: its words, separated by blanks, if they are not those that
 * the name shows; it is 0 if there is none. `length` is that of both texts. Every word is counted in `counts`.
 */
export function indexWords(bucket: Bucket, unusual: usize, length: u32, room: Room, counts: usize): void {
  const most = mostWordsIn(length);
  const words = changetype<usize>(room) + 64;
  const entries = words + aligned(2 * (<usize>length + bucket.lines + 64));
  const sorted = entries + aligned(16 * most);
  const ranks = sorted + aligned(16 * most);
  // The hash of each word, and in the lowest three bytes how often it occurs.
  const met = ranks + aligned(2 * most);
  const cells = met + aligned(8 * most);
  const cellMask = cellsFor(length) - 1;
  memory.fill(cells, 0, 2 * <usize>(cellMask + 1));
  let size: u32 = 0;
  let longest: u32 = 0;
  let end = words;
  let at = bucket.text;
  for (let line: u32 = 0; line < bucket.lines; line++) {
    let isUnusual = false;
    if (unusual !== 0) {
      isUnusual = load<u8>(unusual) !== lineEnd;
    }
    let from = isUnusual ? unusual : at;
    const nameWords = end;
    let hashBefore: u64 = 0;
    while (((end - nameWords) >> 1) < mostWords) {
      let wordEnd = from;
      if (isUnusual) {
        while (load<u8>(from) === blank) from++;
        wordEnd = from;
        while (load<u8>(wordEnd) !== blank && load<u8>(wordEnd) !== lineEnd) wordEnd++;
        if (wordEnd === from) break;
      } else {
        let letter: usize = 0;
        let byte = load<u8>(from);
        while (byte !== separator && byte !== lineEnd && byte !== ampersand && (letter = letterSize(from)) === 0) byte = load<u8>(++from);
        if (byte === separator || byte === lineEnd) break;
        wordEnd = from + 1;
        if (byte !== ampersand) {
          wordEnd = from + letter;
          for (letter = letterSize(wordEnd); letter !== 0; letter = letterSize(wordEnd)) wordEnd += letter;
        }
      }
      const wordLength = min(wordEnd - from, longestWord);
      const head = headOf(from, wordLength);
      const hash = hashFrom(head, from, wordLength);
      const place = (<u32>(from - bucket.text) << 8) | <u32>wordLength;
      let cell = <u32>(hash >> 32) & cellMask;
      let number: u32 = 0;
      for (;;) {
        number = load<u16>(cells + 2 * <usize>cell);
        if (number === 0) break;
        const known = changetype<Entry>(entries + 16 * <usize>number);
        if (known.head === head && (known.place & 0xff) === <u32>wordLength &&
          (wordLength <= 8 || compareRest(bucket.text + (known.place >> 8), wordLength, from, wordLength) === 0)) break;
        cell = (cell + 1) & cellMask;
      }
      if (number === 0 && size < mostNumbers) {
        number = ++size;
        store<u16>(cells + 2 * <usize>cell, <u16>number);
        const entry = changetype<Entry>(entries + 16 * <usize>number);
        entry.head = head;
        entry.place = place;
        entry.number = number;
        store<u64>(met + 8 * <usize>number, hash & ~0xffffff);
        addWordKeys(bucket, from, wordLength, head);
      }
      if (number !== 0) {
        store<u16>(end, <u16>number);
        end += 2;
        const times = met + 8 * <usize>number;
        store<u64>(times, load<u64>(times) + 1);
      }
      if (end !== nameWords + 2) addKey(bucket, pairKey(hashBefore, head));
      hashBefore = hash;
      // The other beginnings are in the text.
      if (isUnusual) addKey(bucket, shortKey(load<u32>(from), 2));
      if (isUnusual) addKey(bucket, shortKey(load<u32>(from), 3));
      from = wordEnd;
    }
    longest = max(longest, <u32>((end - nameWords) >> 1));
    store<u16>(end, nameEnd);
    end += 2;
    while (load<u8>(at) !== lineEnd) at++;
    at++;
    if (unusual !== 0) {
      while (load<u8>(unusual) !== lineEnd) unusual++;
      unusual++;
    }
  }
  const result = sort(entries + 16, sorted, size, bucket.text);
  room.start = cells + 2 * <usize>(cellMask + 1);
  room.vocabulary = room.start;
  room.vocabularySize = size;
  room.wordCount = <u32>((end - words) >> 1) - bucket.lines;
  let listed: u32 = 0;
  let mostTimes: u32 = 0;
  for (let rank: u32 = 0; rank < size; rank++) {
    const entry = changetype<Entry>(result + 16 * <usize>rank);
    const hash = load<u64>(met + 8 * <usize>entry.number);
    const times = <u32>hash & 0xffffff;
    store<u16>(ranks + 2 * <usize>entry.number, <u16>rank);
    store<u32>(room.vocabulary + 4 * <usize>rank, entry.place | (times > 1 ? hasList : 0));
    addCount(counts, hash, times);
    entry.number = times;
    mostTimes = max(mostTimes, times);
    if (times > 1) listed += 1 + times;
  }
  room.isLong = <u32>(longest > narrowWords);
  room.isWide = room.isLong | <u32>(bucket.lines > narrowLines || listed > 0xffff || mostTimes >= denseMark<u16>());
  if (room.isWide !== 0) writePostings<u32>(bucket, room, result, ranks, words, listed);
  else writePostings<u16>(bucket, room, result, ranks, words, listed);
  room.size = <u32>(room.sizes + bucket.lines - room.start);
}

@inline
function addWordKeys(bucket: Bucket, word: usize, length: usize, head: u64): void {
  if (length <= 2) addKey(bucket, shortWordKey(load<u16>(word), length));
  if (length >= 5) addKey(bucket, longKey(head, 5));
  if (length >= 8) addKey(bucket, longKey(head, 8));
}

/**
 * Writes where each word occurs, which letters it has, and how many words each line has. The entries are sorted, and have the
 * number of times that the word occurs. `words` has the words of each line as they were met.
 */
function writePostings<T>(bucket: Bucket, room: Room, entries: usize, ranks: usize, words: usize, listed: u32): void {
  room.samples = room.vocabulary + 4 * <usize>room.vocabularySize;
  room.heads = room.samples + 4 * ((<usize>room.vocabularySize + 15) >> 4);
  room.lists = room.heads + <usize>room.vocabularySize * sizeof<T>();
  room.letters = room.lists + <usize>listed * sizeof<T>();
  room.sizes = room.letters + 2 * <usize>room.vocabularySize;
  const firstWords = words;
  let listEnd: u32 = 0;
  for (let rank: u32 = 0; rank < room.vocabularySize; rank++) {
    const entry = changetype<Entry>(entries + 16 * <usize>rank);
    store<u16>(room.letters + 2 * <usize>rank, <u16>lettersOf(bucket.text + (entry.place >> 8), entry.place & 0xff));
    if ((rank & 15) === 0) store<u32>(room.samples + <usize>(rank >> 2), <u32>(entry.head >> 32));
    if (entry.number === 1) continue;
    store<T>(room.heads + <usize>rank * sizeof<T>(), <T>listEnd);
    store<T>(room.lists + <usize>listEnd * sizeof<T>(), 0);
    listEnd += 1 + entry.number;
  }
  for (let line: u32 = 0; line < bucket.lines; line++, words += 2) {
    let size: u32 = 0;
    for (; load<u16>(words) !== nameEnd; words += 2, size++) {
      const rank = load<u16>(ranks + 2 * <usize>load<u16>(words));
      const head = room.heads + <usize>rank * sizeof<T>();
      const place = <T>((line << wordBits<T>()) | size);
      if ((load<u32>(room.vocabulary + 4 * <usize>rank) & hasList) === 0) {
        store<T>(head, place);
        continue;
      }
      const list = room.lists + <usize>load<T>(head) * sizeof<T>();
      const count = <u32>load<T>(list) + 1;
      store<T>(list, <T>count);
      store<T>(list + <usize>count * sizeof<T>(), place);
    }
    store<u8>(room.sizes + line, <u8>size);
  }
  // The words as they were met are not needed any more. They have two bytes for each word and each line end.
  for (let list = room.lists; list < room.letters; ) {
    const count = <u32>load<T>(list);
    makeDense<T>(list, bucket.lines, firstWords);
    list += <usize>(1 + count) * sizeof<T>();
  }
}

@inline
function isBefore(one: usize, other: usize, text: usize): bool {
  const a = changetype<Entry>(one);
  const b = changetype<Entry>(other);
  if (a.head !== b.head) return a.head < b.head;
  return compareRest(text + (a.place >> 8), a.place & 0xff, text + (b.place >> 8), b.place & 0xff) < 0;
}

@inline
function move(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/** Sorts entries by merging, and returns where the sorted ones are. Names are sorted, so large parts are in order already. */
function sort(from: usize, to: usize, size: u32, text: usize): usize {
  const bytes: usize = 16 * <usize>size;
  for (let width: usize = 16; width < bytes; width <<= 1) {
    for (let start: usize = 0; start < bytes; start += 2 * width) {
      let one = from + start;
      const oneEnd = min(one + width, from + bytes);
      let other = oneEnd;
      const otherEnd = min(other + width, from + bytes);
      let at = to + start;
      if (other >= otherEnd || isBefore(oneEnd - 16, other, text)) {
        memory.copy(at, one, otherEnd - one);
        continue;
      }
      while (one < oneEnd && other < otherEnd) {
        if (isBefore(other, one, text)) {
          move(at, other);
          other += 16;
        } else {
          move(at, one);
          one += 16;
        }
        at += 16;
      }
      memory.copy(at, one, oneEnd - one);
      memory.copy(at + (oneEnd - one), other, otherEnd - other);
    }
    const other = from;
    from = to;
    to = other;
  }
  return from;
}

/** The key of two neighbouring words. */
export function keyOfPair(first: usize, firstLength: usize, second: usize, secondLength: usize): u32 {
  return pairKey(hashOf(first, firstLength), headOf(second, secondLength));
}

/** How often words occur in all names. Words share cells, so a count may be too large. */
export const countCells: u32 = 0x40000;

/** Several threads load buckets at the same time. */
@inline
function addCount(counts: usize, hash: u64, more: i32): void {
  atomic.add<i32>(counts + 4 * (<usize>(hash >> 40) & (countCells - 1)), more);
}

/** How often a word occurs. */
export function wordCount(counts: usize, at: usize, length: usize): u32 {
  return load<u32>(counts + 4 * (<usize>(hashOf(at, min(length, longestWord)) >> 40) & (countCells - 1)));
}

/** Takes the words of a bucket that is freed from the counts. */
export function forgetWords(bucket: Bucket, counts: usize): void {
  for (let number: u32 = 0; number < bucket.vocabularySize; number++)
    addCount(counts, hashOf(wordAt(bucket, number), wordLength(bucket, number)), -<i32>timesOf(bucket, number));
}
