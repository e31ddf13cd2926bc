/**
 * The activities of the documents of a segment. Documents with the same activities share a set, so that each set is looked up
 * once. Set 0 is the empty one. The others are one list of activities, in which the last activity of each set is marked.
 */

import { Segment, lowest } from './segment';
import { add, clear, countNumbers, keepNumbers } from './documents';

const isLast: u32 = 0x80000000;
const idMask: u32 = 0x7fffff;
const licensedShift: u32 = 23;

/** This number of activities in the facts of a document means: the list of activities begins with their real number. */
const manyActivities: u32 = 127;

/** Three bytes, the highest first. */
@inline
function packedAt(at: usize): u32 {
  return bswap(load<u32>(at)) >> 8;
}

@inline
function isLicensed(activity: u32): u32 {
  return (activity >> licensedShift) & 1;
}

/** At least the number of sets: each but the empty one has a document and an activity. */
@inline
export function maxSets(segment: Segment): usize {
  return 1 + min<usize>(segment.documents, (segment.activitiesEnd - segment.activities) >> 2);
}

/** A cell of the hash table: where the activities of a set begin, or 0, and its number. */
@unmanaged
class Cell {
  activities: usize;
  set: u32;
}

/**
 * Finds the sets of some documents as the database has them: facts of `step` bytes, with the number of activities in the highest
 * bits of the first word, and the activities of all documents. Writes the set of each document to `sets`, two bytes each, and the
 * activities of all sets to `activities`. There are more cells than documents. Returns the end of the activities.
 */
export function gatherSets(
  facts: usize,
  step: usize,
  documents: u32,
  packed: usize,
  cells: usize,
  cellMask: u32,
  sets: usize,
  activities: usize,
): usize {
  memory.fill(cells, 0, 8 * <usize>(cellMask + 1));
  let size: u32 = 0;
  for (let document: u32 = 0; document < documents; document++, facts += step, sets += 2) {
    let count = bswap(load<u32>(facts)) >> 25;
    if (count === manyActivities) {
      count = packedAt(packed);
      packed += 3;
    }
    if (count === 0) {
      store<u16>(sets, 0);
      continue;
    }
    // Written behind the last set, and kept there if it is new.
    let hash: u32 = 0;
    let end = activities;
    for (const packedEnd = packed + 3 * <usize>count; packed < packedEnd; packed += 3) {
      const activity = packedAt(packed);
      if (isListed(activity, activities, end)) continue;
      hash = (rotl<u32>(hash, 5) ^ activity) * 0x9e3779b1;
      store<u32>(end, activity);
      end += 4;
    }
    store<u32>(end - 4, load<u32>(end - 4) | isLast);
    let cell = changetype<Cell>(cells + 8 * <usize>((hash >> 15) & cellMask));
    for (let place = hash >> 15; cell.activities !== 0 && !isSame(cell.activities, activities, end); )
      cell = changetype<Cell>(cells + 8 * <usize>(++place & cellMask));
    if (cell.activities === 0) {
      cell.activities = activities;
      cell.set = ++size;
      activities = end;
    }
    store<u16>(sets, <u16>cell.set);
  }
  return activities;
}

/** Registers repeat activities. */
@inline
function isListed(activity: u32, list: usize, end: usize): bool {
  for (; list < end; list += 4) if (load<u32>(list) === activity) return true;
  return false;
}

/** Whether two sets are the same, of which the end of one is known. */
@inline
function isSame(one: usize, other: usize, end: usize): bool {
  while (other < end && load<u32>(one) === load<u32>(other)) {
    one += 4;
    other += 4;
  }
  return other === end;
}

/**
 * Keeps the marked documents that have one of the wanted activities: a byte for each activity, and after `size` of them one for
 * each licensed activity. `members` is room for a byte for each set.
 */
export function keepActivities(segment: Segment, bits: usize, wanted: usize, size: usize, members: usize): void {
  let any: u32 = 0;
  let found: u32 = 0;
  store<u8>(members, 0);
  let member = members + 1;
  for (let at = segment.activities, end = segment.activitiesEnd; at < end; at += 4) {
    const activity = load<u32>(at);
    found |= load<u8>(wanted + <usize>(activity & idMask) + <usize>isLicensed(activity) * size);
    if ((activity & isLast) === 0) continue;
    store<u8>(member++, found);
    any |= found;
    found = 0;
  }
  if (any === 0) return clear(segment, bits);
  keepNumbers(segment, bits, segment.activitiesEnd, members);
}

/** Counts the marked documents by set, for the facet counts below. */
export function countSets(segment: Segment, bits: usize, counts: usize): void {
  countNumbers(segment, bits, segment.activitiesEnd, counts, maxSets(segment));
}

/**
 * Counts documents by activity of one kind, from how many of them have each set: a document counts once for each of its
 * activities, and in the first count if it has none. `merged` has the activity that each is counted as, or is 0 if each is
 * counted as itself.
 */
export function countByActivity(segment: Segment, sets: usize, licensed: u32, merged: usize, counts: usize): void {
  add(counts, 0, load<u32>(sets));
  const end = segment.activitiesEnd;
  let list = segment.activities;
  let has = false;
  for (let at = list; at < end; at += 4) {
    const activity = load<u32>(at);
    const documents = load<u32>(sets + 4);
    if (documents !== 0 && isLicensed(activity) === licensed) {
      const id = countedAs(activity, merged);
      if (merged === 0 || !isBefore(list, at, licensed, id, merged)) add(counts, id, documents);
      has = true;
    }
    if ((activity & isLast) === 0) continue;
    if (!has) add(counts, 0, documents);
    has = false;
    list = at + 4;
    sets += 4;
  }
}

@inline
function countedAs(activity: u32, merged: usize): u32 {
  const id = activity & idMask;
  return merged === 0 ? id : load<u32>(merged + 4 * <usize>id);
}

/** Whether an activity that is counted as the same is in a list already. */
@inline
function isBefore(list: usize, end: usize, licensed: u32, id: u32, merged: usize): bool {
  for (; list < end; list += 4) {
    const activity = load<u32>(list);
    if (isLicensed(activity) === licensed && countedAs(activity, merged) === id) return true;
  }
  return false;
}

/** The bits of divisions in the upper half of the bits of an activity, and where its sections begin there. */
const upperDivisions: u64 = 0x7ffffffff;
const sectionShift: u64 = 36;

/**
 * Counts documents by division and by section of NACE, of which the offset of the counts is 0 if it is not wanted, from how many
 * documents have each set. The table has 128 bits for each activity, see classes/nace.ts. A document counts once for each bit
 * that one of its activities has.
 */
export function countByNace(segment: Segment, sets: usize, table: usize, divisions: usize, sections: usize): void {
  if (divisions !== 0) add(divisions, 0, load<u32>(sets));
  if (sections !== 0) add(sections, 0, load<u32>(sets));
  let lower: u64 = 0;
  let upper: u64 = 0;
  for (let at = segment.activities, end = segment.activitiesEnd; at < end; at += 4) {
    const activity = load<u32>(at);
    const bits = table + 16 * <usize>(activity & idMask);
    lower |= load<u64>(bits);
    upper |= load<u64>(bits, 8);
    if ((activity & isLast) === 0) continue;
    sets += 4;
    const documents = load<u32>(sets);
    if (documents !== 0 && divisions !== 0) addBits(divisions, lower, upper & upperDivisions, documents);
    if (documents !== 0 && sections !== 0) addBits(sections, upper >> sectionShift, 0, documents);
    lower = 0;
    upper = 0;
  }
}

/** Adds to the count of each bit that is set; the first count is of documents without any. */
@inline
function addBits(counts: usize, lower: u64, upper: u64, documents: u32): void {
  if ((lower | upper) === 0) add(counts, 0, documents);
  for (; lower !== 0; lower &= lower - 1) add(counts, 1 + lowest(lower), documents);
  for (; upper !== 0; upper &= upper - 1) add(counts, 65 + lowest(upper), documents);
}
