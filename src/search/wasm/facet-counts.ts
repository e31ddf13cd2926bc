/** Counts the marked documents of a segment by value, for facets. */

import { maxSets } from './activities';
import { Segment, lowest } from './segment';
import { classOf, wordsOf } from './facts';
import { addKind, clearKinds, documentsOfKind } from './kinds';
import { add } from './documents';

/** The offsets of the counts by value, 0 if not wanted. The first count of each is of the documents without a value. */
@unmanaged
export class FacetCounts {
  status: usize;
  country: usize;
  legalForm: usize;
  run: usize;
  /** The table of the classes of legal forms, and the counts by their two parts. */
  forms: usize;
  legalFormGroup: usize;
  legalFormCode: usize;
}

/** Counts the marked documents by day. */
export function countByDay(segment: Segment, bits: usize, firstDay: u32, counts: usize): void {
  const facts = segment.facts;
  for (let first: u32 = 0; first < segment.documents; first += 64, bits += 8)
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

/** Counts the marked documents by year. For the table see engine/facet-counts.ts. */
export function countByYear(segment: Segment, bits: usize, table: usize, counts: usize): void {
  const facts = segment.facts;
  for (let first: u32 = 0; first < segment.documents; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1)
      addYear(load<u32>(facts + 4 * <usize>(first + lowest(left))), table, counts);
}

/**
 * Counts the marked documents by kind as `countKinds` does, by set of activities, and by year if there is a table of years, all
 * in one pass.
 */
export function countDocuments(segment: Segment, bits: usize, kinds: usize, sets: usize, years: usize, yearCounts: usize): void {
  clearKinds(segment, kinds);
  memory.fill(sets, 0, 4 * maxSets(segment));
  if (years === 0) countEach(segment, bits, kinds, sets, 0, 0);
  else countEach(segment, bits, kinds, sets, years, yearCounts);
}

@inline
function countEach(segment: Segment, bits: usize, kinds: usize, sets: usize, years: usize, yearCounts: usize): void {
  const facts = segment.facts;
  const kindOf = segment.kinds;
  const setOf = segment.activitiesEnd;
  for (let first: usize = 0, end = <usize>segment.documents; first < end; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const document = first + <usize>lowest(left);
      addKind(kinds, load<u16>(kindOf + 2 * document), document);
      add(sets, load<u16>(setOf + 2 * document), 1);
      if (years !== 0) addYear(load<u32>(facts + 4 * document), years, yearCounts);
    }
}

@inline
function addYear(word: u32, table: usize, counts: usize): void {
  const day = word & 0x3fffff;
  const part = changetype<YearPart>(table + 8 * <usize>(day >> partShift));
  add(counts, part.place + <u32>(day >= part.next), 1);
}

/**
 * Counts documents by the values of their kinds, from how many of them have each kind, see `countKinds`. For the words see
 * company/facts.ts.
 */
export function countByKind(segment: Segment, kinds: usize, facetCounts: FacetCounts): void {
  const table = changetype<Segment>(segment.kindTable);
  for (let kind: usize = 0; kind < table.documents; kind++) {
    const documents = documentsOfKind(kinds, kind);
    if (documents === 0) continue;
    if (facetCounts.status !== 0) add(facetCounts.status, 1 + ((load<u32>(table.facts + 4 * kind) >> 22) & 7), documents);
    const word = load<u32>(wordsOf(table, 4) + 4 * kind);
    if (facetCounts.country !== 0) add(facetCounts.country, 1 + (word & 0x3ff), documents);
    if (facetCounts.legalForm !== 0) add(facetCounts.legalForm, word >> 10, documents);
    if (facetCounts.forms !== 0) {
      const found = classOf(word, facetCounts.forms);
      if (facetCounts.legalFormGroup !== 0) add(facetCounts.legalFormGroup, found & 0xff, documents);
      if (facetCounts.legalFormCode !== 0) add(facetCounts.legalFormCode, found >> 8, documents);
    }
    if (facetCounts.run !== 0) add(facetCounts.run, 1 + load<u32>(wordsOf(table, 8) + 4 * kind), documents);
  }
}
