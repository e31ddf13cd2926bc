/**
 * How well names fit an interpretation. Each word of a name fits each element of the interpretation whole (3), corrected (2),
 * begun (1) or not (0): two bits for each word, and 64 bits for each element. If a segment has longer names, see long-names.ts.
 */

import { Segment, lowest } from './segment';
import { fieldSize, mark } from './documents';
import { scoreFrom, scoreOfLong } from './long-names';
import { elementOf, Interpretation, interpretationOf, Term, Words } from './program';
import { visitElement, visitOf } from './postings';
import { TopK } from './top-k';

/** The lower bit of each word. */
const lower: u64 = 0x5555555555555555;

/** A score that is known: of a name with so many words that fit one or two elements so. */
@unmanaged
export class KnownScore {
  first: u64;
  second: u64;
  size: u32;
  score: i32;
}

/** So many scores are known, as a power of two. */
export const knownBits: u64 = 8;

/** The score of a name by the first interpretation, if it has one or two elements. Most names fit as some other one did. */
@inline
function knownScoreOf(scores: usize, isPair: bool, interpretation: Interpretation, size: u32, qualities: usize): i32 {
  const first = load<u64>(qualities);
  const second = isPair ? load<u64>(qualities, 8) : 0;
  const hash = ((first * 0x9e3779b97f4a7c15) ^ (second * 0xbf58476d1ce4e5b9)) + <u64>size * 0xd6e8feb86659fd93;
  const known = changetype<KnownScore>(scores + <usize>(hash >> (64 - knownBits)) * offsetof<KnownScore>());
  if (known.first === first && known.second === second && known.size === size) return known.score;
  known.first = first;
  known.second = second;
  known.size = size;
  known.score = scoreOf(interpretation, size, qualities);
  return known.score;
}

/** How well a name fits an interpretation, or -1 if it does not. The bits of names and states of the score are added later. */
function scoreOf(interpretation: Interpretation, size: u32, qualities: usize): i32 {
  let whole: u32 = 0;
  let first: u64 = 0;
  // Where all terms are next to each other, as typed; whether they are in this order, and where the next one may begin.
  let together = lower;
  let isInOrder = true;
  let next: u64 = 0;
  for (let index: u32 = 0; index < interpretation.count; index++) {
    const term = changetype<Term>(interpretation.terms + index * offsetof<Term>());
    // The words at which the term begins; with all of its words at least corrected; and with all of them whole.
    const words = load<u64>(qualities);
    let begun = (words | (words >> 1)) & lower;
    let corrected = (words >> 1) & lower;
    let wholly = words & corrected;
    qualities += 8;
    for (let element: u64 = 1; element < <u64>term.count; element++, qualities += 8) {
      const others = load<u64>(qualities);
      const high = others >> 1;
      begun &= (others | high) >> (2 * element);
      corrected &= high >> (2 * element);
      wholly &= (others & high) >> (2 * element);
    }
    if (begun === 0) return -1;
    whole += term.weight * (<u32>(corrected !== 0) + <u32>(wholly !== 0));
    together &= first < 32 ? begun >> (2 * first) : 0;
    const following = next < 64 ? begun & (u64.MAX_VALUE << next) : 0;
    if (following === 0) isInOrder = false;
    next = <u64>lowest(following) + 2 * <u64>term.count;
    first += term.count;
  }
  const order: u32 = interpretation.isOrdered === 0 ? 0 : (together & 1) !== 0 ? 3 : together !== 0 ? 2 : <u32>isInOrder;
  return scoreFrom(interpretation, whole, order, size);
}

/** What is before the fits of a name, its document and its number of words. */
const headBytes: usize = 8;

/** The fits of a name with so many words, and what is before them. */
@inline
function rowBytes(size: u32, count: u32, isLong: bool): usize {
  return headBytes + (isLong ? ((<usize>(size * count) + 7) & ~7) : 8 * <usize>count);
}

/**
 * Marks those candidates that match an interpretation. If there are scores, a document keeps the highest. Returns whether any
 * matches.
 */
export function scoreCandidates(
  segment: Segment,
  interpretation: Interpretation,
  program: Words,
  bits: usize,
  scores: usize,
  current: u32,
  topK: usize,
): bool {
  // Here, because it would be read again after every change of the memory.
  const isLong = segment.isLong !== 0;
  const count = interpretation.elementCount;
  const isKnown = !isLong && interpretation === interpretationOf(program, 0) && count <= 2;
  const isPair = count > 1;
  const known = program.scores;
  const name = current << 6;
  const scored = topK !== 0 && current !== 0 ? changetype<TopK>(topK).scored : 0;
  let isAny = false;
  // Most often there is room for all candidates at once.
  for (let end = fillQualities(segment, interpretation, program); end !== 0; end = fillQualities(segment, interpretation, program))
    for (let row = program.qualities; row < end; ) {
      const document = load<u32>(row);
      const size = load<u32>(row, 4);
      const qualities = row + headBytes;
      row += rowBytes(size, count, isLong);
      const score = isKnown
        ? knownScoreOf(known, isPair, interpretation, size, qualities)
        : isLong ? scoreOfLong(interpretation, size, qualities) : scoreOf(interpretation, size, qualities);
      if (score < 0) continue;
      isAny = true;
      mark(bits, document);
      if (scores === 0) continue;
      if (scored !== 0) mark(scored, document);
      const place = scores + 2 * <usize>document;
      store<u16>(place, max(load<u16>(place), <u16>(<u32>score | name)));
    }
  return isAny;
}

/** Takes candidates, and writes how well their words fit, a row for each. Returns where the last row ends, or 0. */
function fillQualities(segment: Segment, interpretation: Interpretation, words: Words): usize {
  // Here, because it would be read again after every change of the memory.
  const count = interpretation.elementCount;
  const isLong = segment.isLong !== 0;
  const size = fieldSize(segment.documents);
  const candidates = words.candidates;
  const fitting = words.fitting;
  const rows = words.rows;
  const sizes = segment.sizes;
  const qualities = words.qualities;
  const most = qualities + <usize>words.qualitiesSize;
  let end = qualities;
  let documents: u32 = 0;
  for (let at: usize = 0, first: u32 = 0; at < size; at += 8, first += 64) {
    const all = load<u64>(candidates + at);
    let left = all;
    for (; left !== 0; left &= left - 1) {
      const document = first + lowest(left);
      const documentSize = <u32>load<u8>(sizes + document);
      const next = end + rowBytes(documentSize, count, isLong);
      if (next > most) break;
      store<u16>(rows + 2 * <usize>document, <u16>(end + headBytes - qualities));
      store<u32>(end, document);
      store<u32>(end, documentSize, 4);
      for (let empty = end + headBytes; empty < next; empty += 8) store<u64>(empty, 0);
      end = next;
      documents++;
    }
    store<u64>(candidates + at, left);
    store<u64>(fitting + at, all ^ left);
  }
  if (documents === 0) return 0;
  const visit = visitOf(words, fitting, size, documents, qualities, rows);
  visit.count = count;
  visit.isLong = segment.isLong;
  for (let index: u32 = 0; index < count; index++) {
    visit.index = index;
    visitElement(segment, elementOf(interpretation, index), visit);
  }
  return end;
}
