/**
 * Which buckets of a group can have names of a high level for two typed words. Most often the last word is not complete, and few
 * names have a whole word that is equal to it. What is left depends on the other word: whether names have both in the typed
 * order, and if not, how short they are. The companions of a word say it.
 */

import { Bucket } from './bucket';
import { isAfter, isBefore, isBeforeInLong, shortName } from './groups';
import { membersWithCompanion, membersWithLongNames, membersWithWord } from './groups';
import { Alternative, Element, elementOf, Group, Reading, Term } from './program';
import { headOf } from './sort';
import { hashOf } from './vocabulary';

/** Of more alternatives the companions are not looked up. */
const mostAlternatives: u32 = 8;

@inline
function alternativeOf(element: Element, index: u32): Alternative {
  return changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
}

/** The buckets that have a whole word that an element fits. */
function membersWithWholly(element: Element, bucket: Bucket): u64 {
  if (element.mistaken !== 0) return u64.MAX_VALUE;
  let members: u64 = 0;
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    members |= membersWithWord(bucket, one.at, one.length, hashOf(one.at, one.length), false);
  }
  return members;
}

/** The buckets that have whole words for all elements of a term. */
export function membersWithWhole(reading: Reading, bucket: Bucket): u64 {
  if (reading.isOrdered === 0) return u64.MAX_VALUE;
  let members: u64 = 0;
  for (let index: u32 = 0; index < reading.count; index++) {
    const term = changetype<Term>(reading.terms + index * offsetof<Term>());
    let some = u64.MAX_VALUE;
    for (let which: u32 = 0; which < term.count; which++)
      some &= membersWithWholly(changetype<Element>(load<usize>(term.elements + 4 * <usize>which)), bucket);
    members |= some;
  }
  return members;
}

/** The buckets in which a whole word of an element has a companion that another element fits. */
function membersWithBoth(bucket: Bucket, whole: Element, other: Element, where: u32): u64 {
  let members: u64 = 0;
  for (let index: u32 = 0; index < whole.count; index++) {
    const one = alternativeOf(whole, index);
    const hash = hashOf(one.at, one.length);
    let some = membersWithWord(bucket, one.at, one.length, hash, true);
    for (let which: u32 = 0; which < other.count; which++) {
      const companion = alternativeOf(other, which);
      some |= membersWithCompanion(bucket, hash, headOf(companion.at, companion.length), where);
    }
    members |= some & membersWithWord(bucket, one.at, one.length, hash, false);
  }
  return members;
}

/** Its first two bytes. */
@inline
function beginningOf(one: Alternative): u64 {
  return headOf(one.at, one.length) >> 48;
}

/** Whether a reading has two words that are looked up as companions, and that no word of a name fits together. */
function isPair(reading: Reading): bool {
  if (reading.count !== 2 || reading.elementCount !== 2 || reading.isOrdered === 0) return false;
  const first = elementOf(reading, 0);
  const second = elementOf(reading, 1);
  if (first.mistaken !== 0 || second.mistaken !== 0 || first.count * second.count > mostAlternatives) return false;
  for (let index: u32 = 0; index < first.count; index++)
    for (let which: u32 = 0; which < second.count; which++)
      if (beginningOf(alternativeOf(first, index)) === beginningOf(alternativeOf(second, which))) return false;
  return isLongEnough(first) && isLongEnough(second);
}

/** Two bytes of a companion are known. */
function isLongEnough(element: Element): bool {
  for (let index: u32 = 0; index < element.count; index++) {
    const one = alternativeOf(element, index);
    if (one.length < 2 && one.isWhole === 0) return false;
  }
  return true;
}

/** Finds out which buckets of a group have chances. */
export function writeChances(reading: Reading, bucket: Bucket, group: Group): void {
  group.open = u64.MAX_VALUE;
  if (group.first === 0 || !isPair(reading)) return;
  const first = elementOf(reading, 0);
  const second = elementOf(reading, 1);
  group.open = membersWithLongNames(bucket);
  for (let where = isAfter; where <= isBeforeInLong; where++) group.open |= membersWithBoth(bucket, second, first, where);
  group.ordered = membersWithBoth(bucket, first, second, isAfter);
  group.short = membersWithBoth(bucket, first, second, isBefore);
  group.long = membersWithBoth(bucket, first, second, isBeforeInLong);
}

/** The highest level of names that have no whole word. */
export const highestBegun: u32 = (1 << 9) - 1;

/** The buckets of a group that may have names from a level on. */
export function membersAbove(reading: Reading, group: Group, floor: u32, current: u32): u64 {
  if (group.open === u64.MAX_VALUE) return u64.MAX_VALUE;
  let members = group.open;
  // If only the first word is whole.
  const wholeness: u32 = (15 * changetype<Term>(reading.terms).weight) / reading.weight;
  const level: u32 = (wholeness << 9) | (current << 6) | (1 << 5);
  if ((level | <u32>(3 << 7) | 31) >= floor) members |= group.ordered;
  if ((level | <u32>31) >= floor) members |= group.short;
  if ((level | (30 - shortName)) >= floor) members |= group.long;
  return members;
}
