/**
 * Of most searches by words only the best names are read. As soon as so many are known, names that come after them need no level:
 * they are only counted. Names that come later are no better than names of the same level that came before.
 */

import { bits64, Bucket, lowest } from './segment';
import { fieldSize } from './documents';
import { mayBeWhole } from './lookup';
import { alternativeOf, Element, elementOf, Numbers, Reading, Term, Words } from './program';
import { firstWords, Visit, visitElement } from './postings';

@unmanaged
export class Top {
  /** How many of the best names are wanted. */
  wanted: u32;
  /** Names of lower levels are not among them. */
  floor: u32;
  /** How many names have this level or a higher one. */
  above: u32;
  /** A field of bits: which lines of the bucket have a level. */
  levelled: usize;
  /** Whether all other names are left out, and not even counted. */
  isAlone: u32;
}

/** Whether only the best names are wanted. */
@inline
export function isAlone(top: usize): bool {
  return top !== 0 && changetype<Top>(top).isAlone !== 0;
}

/** Raises the floor until fewer names than wanted are above it. */
@inline
export function raiseFloor(top: Top, counts: usize): void {
  while (top.above >= top.wanted) top.above -= load<u32>(counts + 4 * <usize>(1 + top.floor++));
}

/** Names of so many words may be among the best: active ones, and others; and the same if they begin with the first typed word. */
@unmanaged
export class Limits {
  active: u32;
  other: u32;
  activeFirst: u32;
  otherFirst: u32;
}

const anySize: u32 = 255;

/**
 * How many words a name may have so that its level is not below the floor, or 0 if there is no such name. `level` is that of a
 * name with very many words, and `least` how many words a name of such a level has at least.
 */
@inline
function mostWords(level: u32, least: u32, floor: u32): u32 {
  if (level >= floor) return anySize;
  const most: u32 = 31 - (floor & 31);
  return (level | 31) < floor || most < least ? 0 : most;
}

@inline
function limitsOf(words: Words): Limits {
  return changetype<Limits>(words.limits);
}

/** Writes which names that match a reading can be among the best. Its words have been looked up. Returns whether some cannot. */
export function writeLimits(bucket: Bucket, reading: Reading, words: Words, top: Top, current: u32): bool {
  if (top.floor === 0 || reading.count === 0 || reading.count !== reading.elementCount) return false;
  const limits = limitsOf(words);
  const level = (wholenessOf(reading) << 9) | (current << 6);
  // Neighbours as typed, and from the first word on.
  const ordered = reading.isOrdered !== 0 ? level | (2 << 7) : level;
  const first = reading.isOrdered !== 0 && mayBeginWith(bucket, elementOf(reading, 0)) ? level | (3 << 7) : ordered;
  // Neighbours that do not begin a name have another word before them.
  const least: u32 = reading.isOrdered !== 0 ? reading.elementCount + 1 : 0;
  limits.active = mostWords(ordered | (1 << 5), least, top.floor);
  limits.other = mostWords(ordered, least, top.floor);
  limits.activeFirst = first === ordered ? 0 : mostWords(first | (1 << 5), reading.elementCount, top.floor);
  limits.otherFirst = first === ordered ? 0 : mostWords(first, reading.elementCount, top.floor);
  return limits.active !== anySize || (limits.other !== anySize && bucket.active !== 0);
}

@inline
function mayHaveWhole(bucket: Bucket, element: Element): bool {
  for (let index: u32 = 0; index < element.count; index++) if (mayBeWhole(bucket, alternativeOf(element, index))) return true;
  return false;
}

/** Whether a name of the bucket may have an element as its first word, by the first letters alone. */
@inline
function mayBeginWith(bucket: Bucket, element: Element): bool {
  if (element.mistaken !== 0) return true;
  for (let index: u32 = 0; index < element.count; index++)
    if (((bucket.initials >> (<u32>load<u8>(alternativeOf(element, index).at) & 31)) & 1) !== 0) return true;
  return false;
}

/**
 * Whether the names of a bucket that match a reading can be among the best, before any word is looked up: at best they have all
 * typed words next to each other, and only one more before them unless they begin so. Keys say which words can be whole.
 */
export function mayBeBest(bucket: Bucket, reading: Reading, top: Top): bool {
  if (top.floor === 0 || reading.isOrdered === 0 || reading.count !== reading.elementCount) return true;
  let whole: u32 = 0;
  for (let index: u32 = 0; index < reading.count; index++)
    if (mayHaveWhole(bucket, elementOf(reading, index)))
      whole += 2 * changetype<Term>(reading.terms + index * offsetof<Term>()).weight;
  const level: u32 = (((15 * whole) / (2 * reading.weight)) << 9) | (<u32>(bucket.owners === 0) << 6) | (1 << 5);
  const size = reading.elementCount;
  if ((level | (2 << 7) | (31 - min<u32>(31, size + 1))) >= top.floor) return true;
  return (level | (3 << 7) | (31 - min<u32>(31, size))) >= top.floor && mayBeginWith(bucket, elementOf(reading, 0));
}

/** How much of the typed words can be whole words of a name of the bucket. */
function wholenessOf(reading: Reading): u32 {
  let whole: u32 = 0;
  for (let index: u32 = 0; index < reading.count; index++)
    whole += changetype<Term>(reading.terms + index * offsetof<Term>()).weight * qualityOf(elementOf(reading, index));
  return (15 * whole) / (2 * reading.weight);
}

@inline
function qualityOf(element: Element): u32 {
  if (element.mistaken !== 0) return 2;
  let best: u32 = 0;
  for (let index: u32 = 0; index < element.rangeCount; index++)
    best = max(best, changetype<Numbers>(element.ranges + 8 * <usize>index).quality);
  return best;
}

/** Keeps the candidates that can be among the best, within the limits. Returns whether there are any. */
export function keepBest(bucket: Bucket, reading: Reading, words: Words): bool {
  const limits = limitsOf(words);
  if ((limits.active | limits.other | limits.activeFirst | limits.otherFirst) === 0) return false;
  const size = fieldSize(bucket.lines);
  const candidates = words.candidates;
  const fitting = words.fitting;
  memory.fill(fitting, 0, size);
  if ((limits.activeFirst | limits.otherFirst) !== 0) {
    const visit = changetype<Visit>(words.visit);
    visit.lines = candidates;
    visit.linesEnd = candidates + size;
    visit.target = fitting;
    visit.rows = firstWords;
    visit.lineCount = bucket.lines;
    visitElement(bucket, elementOf(reading, 0), visit);
  }
  let isAny: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const all = load<u64>(candidates + at);
    if (all === 0) continue;
    const active = bucket.active !== 0 ? load<u64>(bucket.active + at) : u64.MAX_VALUE;
    const first = load<u64>(fitting + at);
    const sizes = bucket.sizes + 8 * at;
    const isFull = <u32>(8 * at + 64) <= bucket.lines;
    const some = upTo(all & active, sizes, limits.active, isFull) | upTo(all & ~active, sizes, limits.other, isFull) |
      upTo(first & active, sizes, limits.activeFirst, false) | upTo(first & ~active, sizes, limits.otherFirst, false);
    store<u64>(candidates + at, some);
    isAny |= some;
  }
  return isAny !== 0;
}

/** If fewer of 64 lines are marked, they are looked at one by one. */
const enoughForAll: u64 = 8;

/** Those of some lines that have up to so many words. `isFull` says that there are 64 lines. */
@inline
function upTo(lines: u64, sizes: usize, most: u32, isFull: bool): u64 {
  if (most === 0 || lines === 0) return 0;
  if (most === anySize) return lines;
  if (ASC_FEATURE_SIMD && isFull && popcnt(lines) >= enoughForAll) {
    const all = i8x16.splat(<i8>most);
    const low = bits64(i8x16.le_u(v128.load(sizes), all), i8x16.le_u(v128.load(sizes, 16), all),
      i8x16.le_u(v128.load(sizes, 32), all), i8x16.le_u(v128.load(sizes, 48), all));
    return lines & low;
  }
  let some: u64 = 0;
  for (let left = lines; left !== 0; left &= left - 1)
    if (<u32>load<u8>(sizes + lowest(left)) <= most) some |= left & -left;
  return some;
}
