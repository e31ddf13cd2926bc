/**
 * Of most searches by words only the best names are read. As soon as so many are known, names that come after them need no score:
 * they are only counted. Names that come later are no better than names of the same score that came before.
 */

import { bits64, Segment, lowest } from './segment';
import { fieldSize } from './documents';
import { mayBeWhole } from './lookup';
import { alternativeOf, Element, elementOf, Numbers, Interpretation, Term, Words } from './program';
import { firstWords, visitElement, visitOf } from './postings';

@unmanaged
export class TopK {
  /** How many of the best names are wanted. */
  wanted: u32;
  /** Names of lower scores are not among them. */
  floor: u32;
  /** How many names have this score or a higher one. */
  above: u32;
  /** A field of bits: which documents of the segment have a score. */
  scored: usize;
  /** Whether all other names are left out, and not even counted. */
  isAlone: u32;
}

/** Whether only the best names are wanted. */
@inline
export function isAlone(topK: usize): bool {
  return topK !== 0 && changetype<TopK>(topK).isAlone !== 0;
}

/** Raises the floor until fewer names than wanted are above it. */
@inline
export function raiseFloor(topK: TopK, counts: usize): void {
  while (topK.above >= topK.wanted) topK.above -= load<u32>(counts + 4 * <usize>(1 + topK.floor++));
}

/**
 * Names of so many words may be among the best: active ones, and others; and the same if they begin with the first typed word.
 */
@unmanaged
export class Limits {
  active: u32;
  other: u32;
  activeFirst: u32;
  otherFirst: u32;
}

const anySize: u32 = 255;

/**
 * How many words a name may have so that its score is not below the floor, or 0 if there is no such name. `score` is that of a
 * name with very many words, and `least` how many words a name of such a score has at least.
 */
@inline
function maxWords(score: u32, least: u32, floor: u32): u32 {
  if (score >= floor) return anySize;
  const most: u32 = 31 - (floor & 31);
  return (score | 31) < floor || most < least ? 0 : most;
}

@inline
function limitsOf(words: Words): Limits {
  return changetype<Limits>(words.limits);
}

/**
 * Writes which names that match an interpretation can be among the best. Its words have been looked up. Returns whether some
 * cannot.
 */
export function writeLimits(segment: Segment, interpretation: Interpretation, words: Words, topK: TopK, current: u32): bool {
  if (topK.floor === 0 || interpretation.count === 0 || interpretation.count !== interpretation.elementCount) return false;
  const limits = limitsOf(words);
  const score = (wholenessOf(interpretation) << 9) | (current << 6);
  // Neighbours as typed, and from the first word on.
  const ordered = interpretation.isOrdered !== 0 ? score | (2 << 7) : score;
  const mayBegin = interpretation.isOrdered !== 0 && mayBeginWith(segment, elementOf(interpretation, 0));
  const first = mayBegin ? score | (3 << 7) : ordered;
  // Neighbours that do not begin a name have another word before them.
  const least: u32 = interpretation.isOrdered !== 0 ? interpretation.elementCount + 1 : 0;
  limits.active = maxWords(ordered | (1 << 5), least, topK.floor);
  limits.other = maxWords(ordered, least, topK.floor);
  limits.activeFirst = first === ordered ? 0 : maxWords(first | (1 << 5), interpretation.elementCount, topK.floor);
  limits.otherFirst = first === ordered ? 0 : maxWords(first, interpretation.elementCount, topK.floor);
  return limits.active !== anySize || (limits.other !== anySize && segment.active !== 0);
}

@inline
function mayHaveWhole(segment: Segment, element: Element): bool {
  for (let index: u32 = 0; index < element.count; index++) if (mayBeWhole(segment, alternativeOf(element, index))) return true;
  return false;
}

/** Whether a name of the segment may have an element as its first word, by the first letters alone. */
@inline
function mayBeginWith(segment: Segment, element: Element): bool {
  if (element.fuzzy !== 0) return true;
  for (let index: u32 = 0; index < element.count; index++)
    if (((segment.initials >> (<u32>load<u8>(alternativeOf(element, index).at) & 31)) & 1) !== 0) return true;
  return false;
}

/**
 * Whether the names of a segment that match an interpretation can be among the best, before any word is looked up: at best they
 * have all typed words next to each other, and only one more before them unless they begin so. Keys say which words can be whole.
 */
export function mayBeBest(segment: Segment, interpretation: Interpretation, topK: TopK): bool {
  if (topK.floor === 0 || interpretation.isOrdered === 0 || interpretation.count !== interpretation.elementCount) return true;
  let whole: u32 = 0;
  for (let index: u32 = 0; index < interpretation.count; index++)
    if (mayHaveWhole(segment, elementOf(interpretation, index)))
      whole += 2 * changetype<Term>(interpretation.terms + index * offsetof<Term>()).weight;
  const score: u32 = (((15 * whole) / (2 * interpretation.weight)) << 9) | (<u32>(segment.owners === 0) << 6) | (1 << 5);
  const size = interpretation.elementCount;
  if ((score | (2 << 7) | (31 - min<u32>(31, size + 1))) >= topK.floor) return true;
  return (score | (3 << 7) | (31 - min<u32>(31, size))) >= topK.floor && mayBeginWith(segment, elementOf(interpretation, 0));
}

/** How much of the typed words can be whole words of a name of the segment. */
function wholenessOf(interpretation: Interpretation): u32 {
  let whole: u32 = 0;
  for (let index: u32 = 0; index < interpretation.count; index++) {
    const term = changetype<Term>(interpretation.terms + index * offsetof<Term>());
    whole += term.weight * qualityOf(elementOf(interpretation, index));
  }
  return (15 * whole) / (2 * interpretation.weight);
}

@inline
function qualityOf(element: Element): u32 {
  if (element.fuzzy !== 0) return 2;
  let best: u32 = 0;
  for (let index: u32 = 0; index < element.rangeCount; index++)
    best = max(best, changetype<Numbers>(element.ranges + 8 * <usize>index).quality);
  return best;
}

/** Keeps the candidates that can be among the best, within the limits. Returns whether there are any. */
export function keepBest(segment: Segment, interpretation: Interpretation, words: Words): bool {
  const limits = limitsOf(words);
  if ((limits.active | limits.other | limits.activeFirst | limits.otherFirst) === 0) return false;
  const size = fieldSize(segment.documents);
  const candidates = words.candidates;
  const fitting = words.fitting;
  memory.fill(fitting, 0, size);
  if ((limits.activeFirst | limits.otherFirst) !== 0) {
    const visit = visitOf(words, candidates, size, segment.documents, fitting, firstWords);
    visitElement(segment, elementOf(interpretation, 0), visit);
  }
  let isAny: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const all = load<u64>(candidates + at);
    if (all === 0) continue;
    const active = segment.active !== 0 ? load<u64>(segment.active + at) : u64.MAX_VALUE;
    const first = load<u64>(fitting + at);
    const sizes = segment.sizes + 8 * at;
    const isFull = <u32>(8 * at + 64) <= segment.documents;
    const some = upTo(all & active, sizes, limits.active, isFull) | upTo(all & ~active, sizes, limits.other, isFull) |
      upTo(first & active, sizes, limits.activeFirst, false) | upTo(first & ~active, sizes, limits.otherFirst, false);
    store<u64>(candidates + at, some);
    isAny |= some;
  }
  return isAny !== 0;
}

/** If fewer of 64 documents are marked, they are looked at one by one. */
const enoughForAll: u64 = 8;

/** Those of some documents that have up to so many words. `isFull` says that there are 64 documents. */
@inline
function upTo(documents: u64, sizes: usize, most: u32, isFull: bool): u64 {
  if (most === 0 || documents === 0) return 0;
  if (most === anySize) return documents;
  if (ASC_FEATURE_SIMD && isFull && popcnt(documents) >= enoughForAll) {
    const all = i8x16.splat(<i8>most);
    const low = bits64(i8x16.le_u(v128.load(sizes), all), i8x16.le_u(v128.load(sizes, 16), all),
      i8x16.le_u(v128.load(sizes, 32), all), i8x16.le_u(v128.load(sizes, 48), all));
    return documents & low;
  }
  let some: u64 = 0;
  for (let left = documents; left !== 0; left &= left - 1)
    if (<u32>load<u8>(sizes + lowest(left)) <= most) some |= left & -left;
  return some;
}
