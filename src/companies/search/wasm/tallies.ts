/** Counts the marked lines of a bucket by value, for facets. */

import { Bucket } from './bucket';
import { activityAt, classOf, manyActivities, wordsOf } from './facts';

/** The addresses of the counts by value, 0 if not wanted. The first count of each is of the lines without a value. */
@unmanaged
class Tallies {
  firstDay: u32;
  day: usize;
  status: usize;
  country: usize;
  legalForm: usize;
  run: usize;
  /** The table of the classes of legal forms, and the counts by their two parts. */
  forms: usize;
  legalFormGroup: usize;
  legalFormCode: usize;
}

@inline
function add(counts: usize, place: u32): void {
  const at = counts + 4 * <usize>place;
  store<u32>(at, load<u32>(at) + 1);
}

/** Counts the marked lines by the values in their facts, all in one pass. For the layout of facts see format/facts.ts. */
export function tally(bucket: Bucket, bits: usize, tallies: Tallies): void {
  const firstDay = tallies.firstDay;
  const days = tallies.day;
  const statuses = tallies.status;
  const countries = tallies.country;
  const legalForms = tallies.legalForm;
  const runs = tallies.run;
  const forms = tallies.forms;
  const groups = tallies.legalFormGroup;
  const codes = tallies.legalFormCode;
  const second = wordsOf(bucket, 4) - bucket.facts;
  const third = 2 * second;
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8) {
    const start = bucket.facts + 4 * <usize>first;
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const facts = start + 4 * <usize>ctz(left);
      const word = load<u32>(facts);
      const day = word & 0x3fffff;
      if (days !== 0) add(days, select<u32>(day - firstDay + 1, 0, day >= firstDay));
      if (statuses !== 0) add(statuses, 1 + ((word >> 22) & 7));
      const other = load<u32>(facts + second);
      if (countries !== 0) add(countries, 1 + (other & 0x3ff));
      if (legalForms !== 0) add(legalForms, other >> 10);
      if (forms !== 0) {
        const found = classOf(other, forms);
        if (groups !== 0) add(groups, found & 0xff);
        if (codes !== 0) add(codes, found >> 8);
      }
      if (runs !== 0) add(runs, 1 + load<u32>(facts + third));
    }
  }
}

/**
 * Counts the marked lines by activity of one kind: a line counts once for each of its activities, and in the first count if it
 * has none. `merged` has the activity that each is counted as, or is 0 if each is counted as itself.
 */
export function tallyActivities(bucket: Bucket, bits: usize, shift: u32, licensed: u32, merged: usize, counts: usize): void {
  // Here, because they would be read again after every count.
  const lines = bucket.lines;
  const facts = bucket.facts;
  let list = bucket.activities;
  for (let line: u32 = 0; line < lines; line++) {
    let size = (load<u32>(facts + 4 * <usize>line) >> shift) & 0x7f;
    if (size === manyActivities) {
      size = activityAt(list);
      list += 3;
    }
    const end = list + 3 * size;
    if (load<u8>(bits + (line >> 3)) & <u8>((<u32>1) << (line & 7))) {
      let has = false;
      for (let activity = list; activity < end; activity += 3) {
        const packed = activityAt(activity);
        if (packed >> 23 !== licensed) continue;
        const id = countedAs(packed, merged);
        if (isBefore(list, activity, licensed, id, merged)) continue;
        has = true;
        add(counts, id);
      }
      if (!has) add(counts, 0);
    }
    list = end;
  }
}

/** The bits of divisions in the upper half of the bits of an activity, and where its sections begin there. */
const upperDivisions: u64 = 0x7ffffffff;
const sectionShift: u64 = 36;

/**
 * Counts the marked lines by division and by section of NACE, of which the address of the counts is 0 if it is not wanted. The
 * table has 128 bits for each activity, see classes/nace.ts. A line counts once for each bit that one of its activities has.
 */
export function tallyNace(bucket: Bucket, bits: usize, shift: u32, table: usize, divisions: usize, sections: usize): void {
  // Here, because they would be read again after every count.
  const lines = bucket.lines;
  const facts = bucket.facts;
  let list = bucket.activities;
  for (let line: u32 = 0; line < lines; line++) {
    let size = (load<u32>(facts + 4 * <usize>line) >> shift) & 0x7f;
    if (size === manyActivities) {
      size = activityAt(list);
      list += 3;
    }
    const end = list + 3 * size;
    if (load<u8>(bits + (line >> 3)) & <u8>((<u32>1) << (line & 7))) {
      let lower: u64 = 0;
      let upper: u64 = 0;
      for (let activity = list; activity < end; activity += 3) {
        const at = table + 16 * <usize>(activityAt(activity) & 0x7fffff);
        lower |= load<u64>(at);
        upper |= load<u64>(at + 8);
      }
      if (divisions !== 0) addBits(divisions, lower, upper & upperDivisions);
      if (sections !== 0) addBits(sections, upper >> sectionShift, 0);
    }
    list = end;
  }
}

/** Counts each bit that is set; the first count is of lines without any. */
@inline
function addBits(counts: usize, lower: u64, upper: u64): void {
  if ((lower | upper) === 0) add(counts, 0);
  for (; lower !== 0; lower &= lower - 1) add(counts, 1 + <u32>ctz(lower));
  for (; upper !== 0; upper &= upper - 1) add(counts, 65 + <u32>ctz(upper));
}

@inline
function countedAs(packed: u32, merged: usize): u32 {
  const id = packed & 0x7fffff;
  return merged === 0 ? id : load<u32>(merged + 4 * <usize>id);
}

/** Whether an activity, or one that is counted as the same, is in a list already: registers repeat activities. */
@inline
function isBefore(list: usize, end: usize, licensed: u32, id: u32, merged: usize): bool {
  for (; list < end; list += 3) {
    const packed = activityAt(list);
    if (packed >> 23 === licensed && countedAs(packed, merged) === id) return true;
  }
  return false;
}
