/** Counts the marked lines of a bucket by value, for facets. */

import { mostSets, setsOf } from './activities';
import { Bucket, lowest } from './segment';
import { classOf, wordsOf } from './facts';
import { addKind, clearKinds, linesOfKind } from './kinds';
import { add } from './documents';

/** The addresses of the counts by value, 0 if not wanted. The first count of each is of the lines without a value. */
@unmanaged
export class Tallies {
  status: usize;
  country: usize;
  legalForm: usize;
  run: usize;
  /** The table of the classes of legal forms, and the counts by their two parts. */
  forms: usize;
  legalFormGroup: usize;
  legalFormCode: usize;
}

/** Counts the marked lines by day. */
export function tallyDays(bucket: Bucket, bits: usize, firstDay: u32, counts: usize): void {
  const facts = bucket.facts;
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const day = load<u32>(facts + 4 * <usize>(first + lowest(left))) & 0x3fffff;
      add(counts, select<u32>(day - firstDay + 1, 0, day >= firstDay), 1);
    }
}

/** In days, as a power of two: a year has several such parts, so none has days of three years. */
export const partShift: u32 = 7;

/** What a table of years has for each part: the place of the year of its first day, and the first day of the next year. */
@unmanaged
export class YearPart {
  place: u32;
  next: u32;
}

/** Counts the marked lines by year. For the table see value-tallies.ts. */
export function tallyYears(bucket: Bucket, bits: usize, table: usize, counts: usize): void {
  const facts = bucket.facts;
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1)
      addYear(load<u32>(facts + 4 * <usize>(first + lowest(left))), table, counts);
}

/**
 * Counts the marked lines by kind as `countKinds` does, by set of activities, and by year if there is a table of years, all in one
 * pass.
 */
export function countLines(bucket: Bucket, bits: usize, kinds: usize, sets: usize, years: usize, yearCounts: usize): void {
  clearKinds(bucket, kinds);
  memory.fill(sets, 0, 4 * mostSets(bucket));
  if (years === 0) countEach(bucket, bits, kinds, sets, 0, 0);
  else countEach(bucket, bits, kinds, sets, years, yearCounts);
}

@inline
function countEach(bucket: Bucket, bits: usize, kinds: usize, sets: usize, years: usize, yearCounts: usize): void {
  const facts = bucket.facts;
  const kindOf = bucket.kinds;
  const setOf = setsOf(bucket);
  for (let first: usize = 0, end = <usize>bucket.lines; first < end; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const line = first + <usize>lowest(left);
      addKind(kinds, load<u16>(kindOf + 2 * line), line);
      add(sets, load<u16>(setOf + 2 * line), 1);
      if (years !== 0) addYear(load<u32>(facts + 4 * line), years, yearCounts);
    }
}

@inline
function addYear(word: u32, table: usize, counts: usize): void {
  const day = word & 0x3fffff;
  const part = changetype<YearPart>(table + 8 * <usize>(day >> partShift));
  add(counts, part.place + <u32>(day >= part.next), 1);
}

/** Counts lines by the values of their kinds, from how many of them have each kind, see `countKinds`. For the words see format/facts.ts. */
export function tallyKinds(bucket: Bucket, kinds: usize, tallies: Tallies): void {
  const table = changetype<Bucket>(bucket.kindTable);
  for (let kind: usize = 0; kind < table.lines; kind++) {
    const lines = linesOfKind(kinds, kind);
    if (lines === 0) continue;
    if (tallies.status !== 0) add(tallies.status, 1 + ((load<u32>(table.facts + 4 * kind) >> 22) & 7), lines);
    const word = load<u32>(wordsOf(table, 4) + 4 * kind);
    if (tallies.country !== 0) add(tallies.country, 1 + (word & 0x3ff), lines);
    if (tallies.legalForm !== 0) add(tallies.legalForm, word >> 10, lines);
    if (tallies.forms !== 0) {
      const found = classOf(word, tallies.forms);
      if (tallies.legalFormGroup !== 0) add(tallies.legalFormGroup, found & 0xff, lines);
      if (tallies.legalFormCode !== 0) add(tallies.legalFormCode, found >> 8, lines);
    }
    if (tallies.run !== 0) add(tallies.run, 1 + load<u32>(wordsOf(table, 8) + 4 * kind), lines);
  }
}
