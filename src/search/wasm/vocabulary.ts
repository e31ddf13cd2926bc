/**
 * The words of a segment. Its distinct words are sorted and numbered, so a beginning of words is a range of numbers. For each
 * number it is written where the word occurs, see postings.ts.
 */

import { Segment, hasList, lineEnd, wordAt, wordLength } from './segment';
import { lettersOfHead } from './letters';
import { denseMark, makeDense, narrowDocuments, narrowWords, timesOf, wordBits } from './postings';
import { endOfLine, endOfWord, letterSize } from './characters';
import { addKey, bitOf, columnOf, maxShortWordBytes, longKey, pairKey, shortKey, shortWordKey } from './segment-groups';
import { compareRest, Entry, headOf, sort, sortBytes } from './sort';

/** Stands after the last word of a document, and is no number of a word. */
const nameEnd: u16 = 0xffff;
/** What follows in a longer word is not compared. */
export const maxWordBytes: usize = 255;
/** Later words of a name are left out, as company/words.ts does. */
const maxWords: u32 = 250;
const maxNumbers: u32 = 0xfffe;
const ampersand: u8 = 0x26;
const blank: u8 = 0x20;
const separator: u8 = 1;

/** What is found in a segment, in memory that the next segment uses again: see the fields of the same names in segment.ts. */
@unmanaged
export class Room {
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
  initials: u32;
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

/** The number of cells of the hash table. A text has at most half as many different words as bytes. */
@inline
function cellsFor(length: u32): u32 {
  let cells: u32 = 1024;
  while (cells <= length >> 1 && cells < 0x20000) cells <<= 1;
  return cells;
}

/** The hash table begins with so many cells: those of most segments fit into the processor's fastest cache then. */
const firstCells: u32 = 0x2000;

/** Puts all words that were met into a larger hash table. */
function fillCells(cells: usize, cellMask: u32, met: usize, size: u32): void {
  memory.fill(cells, 0, 2 * <usize>(cellMask + 1));
  for (let number: u32 = 1; number <= size; number++) {
    let cell = <u32>(load<u64>(met + 8 * <usize>number) >> 32) & cellMask;
    while (load<u16>(cells + 2 * <usize>cell) !== 0) cell = (cell + 1) & cellMask;
    store<u16>(cells + 2 * <usize>cell, <u16>number);
  }
}

/** The hash table, where the words are sorted later. */
@inline
function cellBytes(length: u32): usize {
  return max<usize>(2 * <usize>cellsFor(length), sortBytes);
}

@inline
function aligned(size: usize): usize {
  return (size + 15) & ~15;
}

/** A text has at most half as many different words as bytes. */
@inline
function maxWordsIn(length: u32): usize {
  return <usize>min<u32>((length >> 1) + 2, maxNumbers + 1);
}

/** How much room `indexWords` needs for a segment with texts of this length. */
export function roomForWords(length: u32, documents: u32): usize {
  const most = maxWordsIn(length);
  const words = <usize>length + documents + 64;
  const found = aligned(2 * words) + 2 * aligned(16 * most) + aligned(2 * most) + aligned(8 * most) + cellBytes(length);
  return 64 + found + 11 * most + 4 * (words + most) + documents;
}

/**
 * Numbers the words of a segment. `unusual` has a text for each document: its words, separated by blanks, if they are not those
 * that the name shows; it is 0 if there is none. `length` is that of both texts. Every word is counted in `counts`.
 */
export function indexWords(segment: Segment, unusual: usize, length: u32, room: Room, counts: usize): void {
  const most = maxWordsIn(length);
  const words = changetype<usize>(room) + 64;
  const entries = words + aligned(2 * (<usize>length + segment.documents + 64));
  const sorted = entries + aligned(16 * most);
  const ranks = sorted + aligned(16 * most);
  // The hash of each word, and in the lowest three bytes how often it occurs.
  const met = ranks + aligned(2 * most);
  const cells = met + aligned(8 * most);
  const maxCells = cellsFor(length);
  let cellMask: u32 = min<u32>(maxCells, firstCells) - 1;
  fillCells(cells, cellMask, met, 0);
  // Here, because it would be read again after every change of the memory.
  const column = columnOf(segment);
  const rows = segment.rows;
  const bit = bitOf(segment);
  let size: u32 = 0;
  let longest: u32 = 0;
  let initials: u32 = 0;
  let end = words;
  let at = segment.text;
  for (let document: u32 = 0; document < segment.documents; document++) {
    let isUnusual = false;
    if (unusual !== 0) {
      isUnusual = load<u8>(unusual) !== lineEnd;
    }
    let from = isUnusual ? unusual : at;
    const nameWords = end;
    let hashBefore: u64 = 0;
    while (((end - nameWords) >> 1) < maxWords) {
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
          wordEnd = endOfWord(from + letter);
        }
      }
      const wordLength = min(wordEnd - from, maxWordBytes);
      const head = headOf(from, wordLength);
      const hash = hashFrom(head, from, wordLength);
      const place = (<u32>(from - segment.text) << 8) | <u32>wordLength;
      let cell = <u32>(hash >> 32) & cellMask;
      let number: u32 = 0;
      for (;;) {
        number = load<u16>(cells + 2 * <usize>cell);
        if (number === 0) break;
        const known = changetype<Entry>(entries + 16 * <usize>number);
        if (known.head === head && (known.place & 0xff) === <u32>wordLength &&
          (wordLength <= 8 || compareRest(segment.text + (known.place >> 8), wordLength, from, wordLength) === 0)) break;
        cell = (cell + 1) & cellMask;
      }
      if (number === 0 && size < maxNumbers) {
        number = ++size;
        store<u16>(cells + 2 * <usize>cell, <u16>number);
        const entry = changetype<Entry>(entries + 16 * <usize>number);
        entry.head = head;
        entry.place = place;
        entry.number = number;
        store<u64>(met + 8 * <usize>number, hash & ~0xffffff);
        if (size << 1 > cellMask && cellMask + 1 < maxCells) {
          cellMask = 2 * cellMask + 1;
          fillCells(cells, cellMask, met, size);
        }
        addWordKeys(column, rows, bit, from, wordLength, head);
      }
      if (number !== 0) {
        store<u16>(end, <u16>number);
        end += 2;
        const times = met + 8 * <usize>number;
        store<u64>(times, load<u64>(times) + 1);
      }
      if (end !== nameWords + 2) addKey(column, rows, bit, pairKey(hashBefore, head));
      else initials |= (<u32>1) << (<u32>load<u8>(from) & 31);
      hashBefore = hash;
      // The other beginnings are in the text.
      if (isUnusual) addKey(column, rows, bit, shortKey(load<u32>(from), 2));
      if (isUnusual) addKey(column, rows, bit, shortKey(load<u32>(from), 3));
      from = wordEnd;
    }
    longest = max(longest, <u32>((end - nameWords) >> 1));
    store<u16>(end, nameEnd);
    end += 2;
    at = endOfLine(isUnusual ? at : from) + 1;
    if (unusual !== 0) unusual = endOfLine(unusual) + 1;
  }
  const result = sort(entries + 16, sorted, size, segment.text, cells);
  room.start = cells + cellBytes(length);
  room.vocabulary = room.start;
  room.vocabularySize = size;
  room.wordCount = <u32>((end - words) >> 1) - segment.documents;
  room.initials = initials;
  let listed: u32 = 0;
  let maxTimes: u32 = 0;
  let read: u32 = 0;
  for (let rank: u32 = 0; rank < size; rank++) {
    if ((rank & (prefetchedCounts - 1)) === 0) read += readCounts(counts, result, met, rank, min(rank + prefetchedCounts, size));
    const entry = changetype<Entry>(result + 16 * <usize>rank);
    const hash = load<u64>(met + 8 * <usize>entry.number);
    const times = <u32>hash & 0xffffff;
    store<u16>(ranks + 2 * <usize>entry.number, <u16>rank);
    store<u32>(room.vocabulary + 4 * <usize>rank, entry.place | (times > 1 ? hasList : 0));
    addCount(counts, hash, times);
    entry.number = times;
    maxTimes = max(maxTimes, times);
    if (times > 1) listed += 1 + times;
  }
  // Written, because the reads would be left out otherwise; it is written again below.
  room.size = read;
  room.isLong = <u32>(longest > narrowWords);
  room.isWide = room.isLong | <u32>(segment.documents > narrowDocuments || listed > 0xffff || maxTimes >= denseMark<u16>());
  if (room.isWide !== 0) writePostings<u32>(segment, room, result, ranks, words, listed);
  else writePostings<u16>(segment, room, result, ranks, words, listed);
  room.size = <u32>(room.sizes + segment.documents - room.start);
}

@inline
function addWordKeys(column: usize, rows: u32, bit: u32, word: usize, length: usize, head: u64): void {
  if (<u32>length <= maxShortWordBytes) addKey(column, rows, bit, shortWordKey(load<u32>(word), length));
  if (length >= 5) addKey(column, rows, bit, longKey(head, 5));
  if (length >= 8) addKey(column, rows, bit, longKey(head, 8));
}

/**
 * Writes where each word occurs, which letters it has, and how many words each document has. The entries are sorted, and have the
 * number of times that the word occurs. `words` has the words of each document as they were met.
 */
function writePostings<T>(segment: Segment, room: Room, entries: usize, ranks: usize, words: usize, listed: u32): void {
  room.letters = room.vocabulary + 4 * <usize>room.vocabularySize;
  room.heads = room.letters + 2 * <usize>room.vocabularySize;
  room.samples = room.heads + <usize>room.vocabularySize * sizeof<T>();
  room.lists = room.samples + 4 * ((<usize>room.vocabularySize + 15) >> 4);
  room.sizes = room.lists + <usize>listed * sizeof<T>();
  const firstWords = words;
  let listEnd: u32 = 0;
  for (let rank: u32 = 0; rank < room.vocabularySize; rank++) {
    const entry = changetype<Entry>(entries + 16 * <usize>rank);
    const letters = lettersOfHead(entry.head, segment.text + (entry.place >> 8), entry.place & 0xff);
    store<u16>(room.letters + 2 * <usize>rank, <u16>letters);
    if ((rank & 15) === 0) store<u32>(room.samples + <usize>(rank >> 2), <u32>(entry.head >> 32));
    if (entry.number === 1) continue;
    store<T>(room.heads + <usize>rank * sizeof<T>(), <T>listEnd);
    store<T>(room.lists + <usize>listEnd * sizeof<T>(), 0);
    listEnd += 1 + entry.number;
  }
  for (let document: u32 = 0; document < segment.documents; document++, words += 2) {
    let size: u32 = 0;
    for (; load<u16>(words) !== nameEnd; words += 2, size++) {
      const rank = load<u16>(ranks + 2 * <usize>load<u16>(words));
      const head = room.heads + <usize>rank * sizeof<T>();
      const place = <T>((document << wordBits<T>()) | size);
      if ((load<u32>(room.vocabulary + 4 * <usize>rank) & hasList) === 0) {
        store<T>(head, place);
        continue;
      }
      const list = room.lists + <usize>load<T>(head) * sizeof<T>();
      const count = <u32>load<T>(list) + 1;
      store<T>(list, <T>count);
      store<T>(list + <usize>count * sizeof<T>(), place);
    }
    store<u8>(room.sizes + document, <u8>size);
  }
  // The words as they were met are not needed any more. They have two bytes for each word and each line end.
  for (let list = room.lists; list < room.sizes; ) {
    const count = <u32>load<T>(list);
    makeDense<T>(list, segment.documents, firstWords);
    list += <usize>(1 + count) * sizeof<T>();
  }
}

/** The key of two neighbouring words. */
export function keyOfPair(first: usize, firstLength: usize, second: usize, secondLength: usize): u32 {
  return pairKey(hashOf(first, firstLength), headOf(second, secondLength));
}

/** How often words occur in all names. Words share cells, so a count may be too large. */
export const countCells: u32 = 0x40000;

/** So many counts are read before they are changed: each change would wait for the memory, but reads wait together. */
const prefetchedCounts: u32 = 32;

/** Reads the counts of some sorted entries. */
function readCounts(counts: usize, entries: usize, met: usize, from: u32, end: u32): u32 {
  let sum: u32 = 0;
  for (let rank = from; rank < end; rank++) {
    const number = changetype<Entry>(entries + 16 * <usize>rank).number;
    sum += load<u32>(countAt(counts, load<u64>(met + 8 * <usize>number)));
  }
  return sum;
}

@inline
function countAt(counts: usize, hash: u64): usize {
  return counts + 4 * (<usize>(hash >> 40) & (countCells - 1));
}

/** Several threads load segments at the same time. */
@inline
function addCount(counts: usize, hash: u64, more: i32): void {
  atomic.add<i32>(countAt(counts, hash), more);
}

/** How often a word occurs. */
export function wordCount(counts: usize, at: usize, length: usize): u32 {
  return load<u32>(countAt(counts, hashOf(at, min(length, maxWordBytes))));
}

/** Takes the words of a segment that is freed from the counts. */
export function forgetWords(segment: Segment, counts: usize): void {
  for (let number: u32 = 0; number < segment.vocabularySize; number++)
    addCount(counts, hashOf(wordAt(segment, number), wordLength(segment, number)), -<i32>timesOf(segment, number));
}
