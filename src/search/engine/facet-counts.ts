import { firstDayOf, yearOfDay } from '../../company/facts.ts';
import { layouts, structures } from '../layout/layout.generated.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import { daysPerPart, formRowsBytes, maxCountries, type Scratch } from '../memory/scratch.ts';
import type { FormTable } from '../query/classes/legal-forms.ts';
import type { NaceTable } from '../query/classes/nace.ts';
import { facetRange } from '../query/extent.ts';
import type { FacetCount, Job, MergedActivity } from '../query/query.ts';
import type { Snapshot } from '../segments/snapshot.ts';

/** Facet counts by values that documents of one kind share. */
const kindFacets = ['status', 'country', 'legalForm', 'run', 'legalFormGroup', 'legalFormCode'] as const;

/** Counts marked documents by value, in one thread. The counts are in its scratch memory. */
export function facetCounterIn(scan: ScanModule, words: Uint32Array, { extent }: Snapshot, scratch: Scratch) {
  const { bits, numbers: kinds, setNumbers: sets, facetCounts: counts, facetTable, years } = scratch;
  /** The id of the table of legal forms that is in the scratch memory. */
  let formTable = 0;
  /** A number for each activity, and for 0. */
  const activityTable = (at: number, numbersEach: number) => words.subarray(at / 4, at / 4 + numbersEach * (extent.activity + 1));

  /** The day 0 means unknown, and has the place 0. */
  function writeYears(): void {
    const { base } = facetRange('year', extent);
    // Not by `structures`: there are thousands of parts, and every thread writes them for every query.
    const { size, offsets } = layouts.YearPart;
    for (let day = 0; day <= extent.lastDay; day += daysPerPart) {
      const year = day === 0 ? 0 : yearOfDay(day);
      const part = years + (size * day) / daysPerPart;
      words[(part + offsets.place) / 4] = Math.max(0, year - base + 1);
      words[(part + offsets.next) / 4] = firstDayOf(year + 1);
    }
  }

  /** Each activity is counted as itself, except these. */
  function writeMerged(merged: readonly MergedActivity[]): void {
    const table = activityTable(scratch.merged, 1);
    for (let id = 0; id <= extent.activity; id++) table[id] = id;
    for (const { id, first } of merged) if (id <= extent.activity) table[id] = first;
  }

  /** An activity that is not listed is in no division and in no section. */
  function writeNace({ entries }: NaceTable): void {
    const table = activityTable(scratch.nace, 4).fill(0);
    for (let at = 0; at < entries.length; at += 5) {
      const id = entries[at] as number;
      if (id <= extent.activity) table.set(entries.subarray(at + 1, at + 5), 4 * id);
    }
  }

  /**
   * The offset of the class of each legal form in each country: a list with the offset of a row for each country, and a row for
   * each country with the class of each form. The first row is empty, and is that of every country that is not listed.
   */
  function formRows({ id, entries }: FormTable): number {
    const { forms: start } = scratch;
    if (formTable === id) return start;
    const size = extent.legalForm + 1;
    const firstRow = start + formRowsBytes;
    words.fill(0, firstRow / 4, firstRow / 4 + (1 + maxCountries) * size);
    words.fill(firstRow, start / 4, firstRow / 4);
    let rows = 0;
    for (let at = 0; at < entries.length; at += 3) {
      const [country = 0, form = 0, value = 0] = entries.subarray(at, at + 3);
      if (form >= size) continue;
      if (words[start / 4 + country] === firstRow) {
        if (++rows > maxCountries) throw new Error(`There are over ${maxCountries} countries with legal forms.`);
        words[start / 4 + country] = firstRow + 4 * size * rows;
      }
      words[(words[start / 4 + country] as number) / 4 + form] = value;
    }
    formTable = id;
    return start;
  }

  /** The counts of this thread, or of another one whose scratch memory begins so many bytes later. */
  const countsOf = (facetCount: FacetCount, laterBytes = 0): Uint32Array => {
    const start = (counts[facetCount] + laterBytes) / 4;
    return words.subarray(start, start + 1 + facetRange(facetCount, extent).size);
  };

  /** Sets the counts of a job to zero, and returns what counts the marked documents of the segment at an offset. */
  function begin({ facetCounts, merged = [], forms, nace }: Job): (entry: number) => void {
    const steps: ((entry: number) => void)[] = [];
    const at = (facetCount: FacetCount) => (facetCounts.includes(facetCount) ? counts[facetCount] : 0);
    for (const facetCount of facetCounts) countsOf(facetCount).fill(0);
    if (at('day')) steps.push((entry) => scan.countByDay(entry, bits, extent.firstDay, counts.day));
    const hasKinds = kindFacets.some((facetCount) => facetCounts.includes(facetCount));
    const [divisions, sections, unlicensed, licensed] = [at('naceDivision'), at('naceSection'), at('unlicensed'), at('licensed')];
    const hasSets = [divisions, sections, unlicensed, licensed].some((place) => place > 0);
    if (at('year')) writeYears();
    // What most facets need is counted in one pass over the documents.
    if (hasKinds && hasSets) {
      const table = at('year') ? years : 0;
      steps.push((entry) => scan.countDocuments(entry, bits, kinds, sets, table, counts.year));
    } else {
      if (at('year')) steps.push((entry) => scan.countByYear(entry, bits, years, counts.year));
      if (hasKinds) steps.push((entry) => scan.countKinds(entry, bits, kinds));
      if (hasSets) steps.push((entry) => scan.countSets(entry, bits, sets));
    }
    if (hasKinds) {
      const ofKinds = Object.fromEntries(kindFacets.map((facetCount) => [facetCount, at(facetCount)]));
      words.set(structures.FacetCounts({ ...ofKinds, forms: forms ? formRows(forms) : 0 }), facetTable / 4);
      steps.push((entry) => scan.countByKind(entry, kinds, facetTable));
    }
    if (nace) writeNace(nace);
    if (divisions || sections) steps.push((entry) => scan.countByNace(entry, sets, scratch.nace, divisions, sections));
    if (merged.length > 0) writeMerged(merged);
    const countedAs = merged.length > 0 ? scratch.merged : 0;
    if (unlicensed) steps.push((entry) => scan.countByActivity(entry, sets, 0, countedAs, unlicensed));
    if (licensed) steps.push((entry) => scan.countByActivity(entry, sets, 1, countedAs, licensed));
    return (entry) => {
      for (const step of steps) step(entry);
    };
  }

  return { begin, countsOf, formRows };
}
