/**
 * Where the words of a segment occur. A place is a document and the number of words before it in the document. Most words occur
 * once, and their place is in `heads`; of the others `heads` says where their list begins: its length, then its places, sorted.
 * Places have two bytes if the documents are few and short, else four. A frequent word has a dense list: its length with a mark,
 * one bit for each document, and a byte for each document that has the word: the number of words before it. So 64 documents are
 * compared at a time.
 */

import { Segment, lowest, occursOnce } from './segment';
import { fieldSize, isMarked, mark } from './documents';
import { Element, fuzzyBytesFor, Numbers, Words } from './program';

/** In bits: the part of a place that is not the document. */
@inline
export function wordBits<T>(): u32 {
  return sizeof<T>() === 2 ? 5 : 8;
}

/** Places of two bytes are enough for so many documents, of so many words each. */
export const narrowDocuments: u32 = 1 << 11;
export const narrowWords: u32 = 1 << 5;

/** The mark of a dense list in its length. A list of two-byte places is shorter than that, see vocabulary.ts. */
@inline
export function denseMark<T>(): u32 {
  return sizeof<T>() === 2 ? 0x8000 : 0x80000000;
}

/** How often a word occurs. */
export function timesOf(segment: Segment, number: u32): u32 {
  if (occursOnce(segment, number)) return 1;
  return segment.isWide !== 0 ? lengthOf<u32>(segment, number) : lengthOf<u16>(segment, number);
}

@inline
function lengthOf<T>(segment: Segment, number: u32): u32 {
  const list = segment.lists + <usize>load<T>(segment.heads + <usize>number * sizeof<T>()) * sizeof<T>();
  return <u32>load<T>(list) & ~denseMark<T>();
}

/** The document of a word that occurs once. */
@inline
export function documentOf(segment: Segment, number: u32): u32 {
  return segment.isWide !== 0 ? documentAt<u32>(segment.heads, number) : documentAt<u16>(segment.heads, number);
}

/**
 * Makes a list dense, in the same room, if it is long enough and no document has the word twice. `copy` has room for all places.
 */
export function makeDense<T>(list: usize, documents: u32, copy: usize): void {
  const count = <u32>load<T>(list);
  const size = fieldSize(documents);
  if (<usize>count < size) return;
  const places = list + sizeof<T>();
  for (let index: u32 = 1; index < count; index++)
    if (documentAt<T>(places, index) === documentAt<T>(places, index - 1)) return;
  memory.copy(copy, places, <usize>count * sizeof<T>());
  memory.fill(places, 0, size);
  for (let index: u32 = 0; index < count; index++) {
    mark(places, documentAt<T>(copy, index));
    store<u8>(places + size + index, <u8>(<u32>load<T>(copy + <usize>index * sizeof<T>()) & ((1 << wordBits<T>()) - 1)));
  }
  store<T>(list, <T>(count | denseMark<T>()));
}

@inline
function documentAt<T>(places: usize, index: u32): u32 {
  return <u32>load<T>(places + <usize>index * sizeof<T>()) >> wordBits<T>();
}

/** If the documents are fewer by so many times than the places of a word, each document is looked up in the list. */
const fewTimes: u32 = 32;
const stride: u32 = 8;

/** In place of rows: documents are marked if the word is their first. */
export const firstWords: usize = 1;

/**
 * What is done with the places of the words that fit an element, in marked documents. Without rows, the document is marked in
 * `target`. With rows, how well the word fits is written at the place of the word and the element, see scoring.ts.
 */
@unmanaged
export class Visit {
  documents: usize;
  /** Where this field ends, and how many documents it marks. */
  documentsEnd: usize;
  documentCount: u32;
  target: usize;
  rows: usize;
  /** The place of the element among others, and their number. */
  index: u32;
  count: u32;
  isLong: u32;
}

/** Prepares a visit of marked documents, so many of them; `documents` and `target` are fields of `size` bytes. */
@inline
export function visitOf(words: Words, documents: usize, size: usize, count: u32, target: usize, rows: usize): Visit {
  const visit = changetype<Visit>(words.visit);
  visit.documents = documents;
  visit.documentsEnd = documents + size;
  visit.documentCount = count;
  visit.target = target;
  visit.rows = rows;
  return visit;
}

/** Visits the places of all words that fit an element. */
export function visitElement(segment: Segment, element: Element, visit: Visit): void {
  if (segment.isWide !== 0) visitAll<u32>(segment, element, visit);
  else visitAll<u16>(segment, element, visit);
}

function visitAll<T>(segment: Segment, element: Element, visit: Visit): void {
  for (let index: u32 = 0; index < element.rangeCount; index++) {
    const range = changetype<Numbers>(element.ranges + 8 * <usize>index);
    for (let number: u32 = range.first; number <= range.last; number++) visitNumber<T>(segment, number, range.quality, visit);
  }
  if (element.fuzzy === 0) return;
  const end = element.fuzzy + fuzzyBytesFor(segment.vocabularySize);
  for (let at = element.fuzzy, first: u32 = 0; at < end; at += 8, first += 32)
    for (let left = load<u64>(at); left !== 0; ) {
      const place = lowest(left) >> 1;
      const value = <u32>(left >> (2 * <u64>place)) & 3;
      left &= ~(<u64>3 << (2 * <u64>place));
      visitNumber<T>(segment, first + place, value - 1, visit);
    }
}

@inline
function visitNumber<T>(segment: Segment, number: u32, quality: u32, visit: Visit): void {
  const head = <u32>load<T>(segment.heads + <usize>number * sizeof<T>());
  if (occursOnce(segment, number)) visitPlace<T>(head, quality, visit.documents, visit.rows, visit.target, visit);
  else visitList<T>(segment.lists + <usize>head * sizeof<T>(), quality, visit);
}

function visitList<T>(list: usize, quality: u32, visit: Visit): void {
  const count = <u32>load<T>(list);
  const places = list + sizeof<T>();
  if ((count & denseMark<T>()) !== 0) {
    visitDense(places, quality, visit);
    return;
  }
  // Here, because it would be read again after every change of the memory.
  const documents = visit.documents;
  const rows = visit.rows;
  const target = visit.target;
  if (visit.documentCount * fewTimes >= count) {
    for (let at = places, end = places + <usize>count * sizeof<T>(); at < end; at += sizeof<T>())
      visitPlace<T>(<u32>load<T>(at), quality, documents, rows, target, visit);
    return;
  }
  let next: u32 = 0;
  let document: u32 = 0;
  for (let at = documents, end = visit.documentsEnd; at < end && next < count; at += 8, document += 64)
    for (let left = load<u64>(at); left !== 0; left &= left - 1) {
      const wanted = document + lowest(left);
      next = firstFrom<T>(places, next, count, wanted << wordBits<T>());
      for (; next < count; next++) {
        const place = <u32>load<T>(places + <usize>next * sizeof<T>());
        if (place >> wordBits<T>() !== wanted) break;
        visitPlace<T>(place, quality, documents, rows, target, visit);
      }
    }
}

/** The first of some sorted places, from one on, that is not below another. It is rarely far away. */
@inline
function firstFrom<T>(places: usize, low: u32, high: u32, wanted: u32): u32 {
  while (low + stride < high && <u32>load<T>(places + <usize>(low + stride) * sizeof<T>()) < wanted) low += stride;
  while (low < high && <u32>load<T>(places + <usize>low * sizeof<T>()) < wanted) low++;
  return low;
}

@inline
function visitPlace<T>(place: u32, quality: u32, documents: usize, rows: usize, target: usize, visit: Visit): void {
  const document = place >> wordBits<T>();
  if (!isMarked(documents, document)) return;
  const word = place & ((1 << wordBits<T>()) - 1);
  if (rows <= firstWords) {
    if (rows === 0 || word === 0) mark(target, document);
    return;
  }
  writeQuality(document, word, quality, rows, target, visit);
}

function visitDense(bits: usize, quality: u32, visit: Visit): void {
  const rows = visit.rows;
  const target = visit.target;
  const documents = visit.documents;
  const size = visit.documentsEnd - documents;
  if (rows === 0) {
    for (let at: usize = 0; at < size; at += 8)
      store<u64>(target + at, load<u64>(target + at) | (load<u64>(bits + at) & load<u64>(documents + at)));
    return;
  }
  let words = bits + size;
  if (rows === firstWords) {
    markFirst(bits, words, visit);
    return;
  }
  for (let at: usize = 0, document: u32 = 0; at < size; at += 8, document += 64) {
    const all = load<u64>(bits + at);
    let left = all & load<u64>(documents + at);
    for (; left !== 0; left &= left - 1) {
      const before = <usize>popcnt(all & ((left & -left) - 1));
      writeQuality(document + lowest(left), load<u8>(words + before), quality, rows, target, visit);
    }
    words += <usize>popcnt(all);
  }
}

/** Marks the documents whose first word it is. Most words are never the first one, so eight places are compared at a time. */
function markFirst(bits: usize, words: usize, visit: Visit): void {
  const documents = visit.documents;
  for (let at: usize = 0, size = visit.documentsEnd - documents; at < size; at += 8) {
    const all = load<u64>(bits + at);
    const marked = load<u64>(documents + at);
    const end = words + <usize>popcnt(all);
    if ((all & marked) !== 0 && hasZero(words, end)) {
      let some: u64 = 0;
      for (let left = all; left !== 0; left &= left - 1, words++) if (load<u8>(words) === 0) some |= left & -left;
      store<u64>(visit.target + at, load<u64>(visit.target + at) | (some & marked));
    }
    words = end;
  }
}

/** Whether one of some bytes may be zero. */
@inline
function hasZero(from: usize, end: usize): bool {
  let zeros: u64 = 0;
  for (; from < end; from += 8) {
    const eight = load<u64>(from);
    zeros |= (eight - 0x0101010101010101) & ~eight;
  }
  return (zeros & 0x8080808080808080) !== 0;
}

/** Writes how well a word of a document fits. */
@inline
function writeQuality(document: u32, word: u32, quality: u32, rows: usize, target: usize, visit: Visit): void {
  const row = target + <usize>load<u16>(rows + 2 * <usize>document);
  if (visit.isLong !== 0) {
    const at = row + <usize>(word * visit.count + visit.index);
    store<u8>(at, max(load<u8>(at), <u8>(1 + quality)));
  } else {
    const at = row + 8 * <usize>visit.index;
    const old = load<u64>(at);
    const shift = 2 * <u64>word;
    const best = max((old >> shift) & 3, <u64>quality + 1);
    store<u64>(at, (old & ~(<u64>3 << shift)) | (best << shift));
  }
}
