import { firstDayOf, yearOfDay } from '../../company/facts.ts';
import { layouts } from '../layout/layout.generated.ts';
import { structures } from '../layout/structure.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import { daysPerPart, formRows, mostCountries, type Scratch } from '../memory/scratch.ts';
import type { FormTable } from '../query/classes/legal-forms.ts';
import type { NaceTable } from '../query/classes/nace.ts';
import { facetRange } from '../query/extent.ts';
import type { FacetCount, Job, MergedActivity } from '../query/query.ts';
import type { Snapshot } from '../segments/snapshot.ts';

/** Facet counts by values that documents of one kind share. */
const kindFacets: readonly FacetCount[] = ['status', 'country', 'legalForm', 'run', 'legalFormGroup', 'legalFormCode'];

interface FacetCounterParts {
  scan: ScanModule;
  words: Uint32Array;
  snapshot: Snapshot;
  scratch: Scratch;
}

/** Counts marked documents by value, in one thread. The counts are in its scratch memory. */
export class FacetCounter {
  readonly #scan: ScanModule;
  readonly #words: Uint32Array;
  readonly #snapshot: Snapshot;
  readonly #scratch: Scratch;
  /** The table of legal forms that is in the scratch memory. */
  #forms = 0;

  constructor({ scan, words, snapshot, scratch }: FacetCounterParts) {
    this.#scan = scan;
    this.#words = words;
    this.#snapshot = snapshot;
    this.#scratch = scratch;
  }

  /** Sets the counts of a job to zero, and returns what counts the marked documents of the segment at an address. */
  begin({ facetCounts, merged = [], forms, nace }: Job): (entry: number) => void {
    const scan = this.#scan;
    const {
      bits,
      numbers: kinds,
      setNumbers: sets,
      facetCounts: counts,
      facetTable,
      years,
      merged: mergedTable,
      nace: naceTable,
    } = this.#scratch;
    const { extent } = this.#snapshot;
    const steps: ((entry: number) => void)[] = [];
    const at = (facetCount: FacetCount) => (facetCounts.includes(facetCount) ? counts[facetCount] : 0);
    for (const facetCount of facetCounts) this.countsOf(facetCount).fill(0);
    if (at('day')) steps.push((entry) => scan.countByDay(entry, bits, extent.firstDay, counts.day));
    const hasKinds = facetCounts.some((facetCount) => kindFacets.includes(facetCount));
    const [divisions, sections, unlicensed, licensed] = [at('naceDivision'), at('naceSection'), at('unlicensed'), at('licensed')];
    const hasSets = [divisions, sections, unlicensed, licensed].some((place) => place > 0);
    if (at('year')) this.#writeYears();
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
      const [status, country, legalForm, run] = [at('status'), at('country'), at('legalForm'), at('run')];
      const [legalFormGroup, legalFormCode] = [at('legalFormGroup'), at('legalFormCode')];
      const ofForms = { forms: forms ? this.formRows(forms) : 0, legalFormGroup, legalFormCode };
      this.#words.set(structures.FacetCounts({ status, country, legalForm, run, ...ofForms }), facetTable / 4);
      steps.push((entry) => scan.countByKind(entry, kinds, facetTable));
    }
    if (nace) this.#writeNace(nace);
    if (divisions || sections) steps.push((entry) => scan.countByNace(entry, sets, naceTable, divisions, sections));
    if (merged.length > 0) this.#writeMerged(merged);
    const countedAs = merged.length > 0 ? mergedTable : 0;
    if (unlicensed) steps.push((entry) => scan.countByActivity(entry, sets, 0, countedAs, unlicensed));
    if (licensed) steps.push((entry) => scan.countByActivity(entry, sets, 1, countedAs, licensed));
    return (entry) => {
      for (const step of steps) step(entry);
    };
  }

  /** The counts of this thread, or of another one whose scratch memory begins so many bytes later. */
  countsOf(facetCount: FacetCount, later = 0): Uint32Array {
    const start = (this.#scratch.facetCounts[facetCount] + later) / 4;
    return this.#words.subarray(start, start + 1 + facetRange(facetCount, this.#snapshot.extent).size);
  }

  /** The day 0 means unknown, and has the place 0. */
  #writeYears(): void {
    const { extent } = this.#snapshot;
    const { base } = facetRange('year', extent);
    const start = this.#scratch.years;
    // Not by `structure`: there are thousands of parts, and every thread writes them for every query.
    const { size, offsets } = layouts.YearPart;
    for (let day = 0; day <= extent.lastDay; day += daysPerPart) {
      const year = day === 0 ? 0 : yearOfDay(day);
      const part = start + (size * day) / daysPerPart;
      this.#words[(part + offsets.place) / 4] = Math.max(0, year - base + 1);
      this.#words[(part + offsets.next) / 4] = firstDayOf(year + 1);
    }
  }

  /** Each activity is counted as itself, except these. */
  #writeMerged(merged: readonly MergedActivity[]): void {
    const { activity } = this.#snapshot.extent;
    const table = this.#words.subarray(this.#scratch.merged / 4, this.#scratch.merged / 4 + activity + 1);
    for (let id = 0; id <= activity; id++) table[id] = id;
    for (const { id, first } of merged) if (id <= activity) table[id] = first;
  }

  /** An activity that is not listed is in no division and in no section. */
  #writeNace({ entries }: NaceTable): void {
    const { activity } = this.#snapshot.extent;
    const table = this.#words.subarray(this.#scratch.nace / 4, this.#scratch.nace / 4 + 4 * (activity + 1)).fill(0);
    for (let at = 0; at < entries.length; at += 5) {
      const id = entries[at] as number;
      if (id <= activity) table.set(entries.subarray(at + 1, at + 5), 4 * id);
    }
  }

  /**
   * The address of the class of each legal form in each country: a list with the address of a row for each country, and a row for
   * each country with the class of each form. The first row is empty, and is that of every country that is not listed.
   */
  formRows({ id, entries }: FormTable): number {
    const { forms: start } = this.#scratch;
    if (this.#forms === id) return start;
    const size = this.#snapshot.extent.legalForm + 1;
    const firstRow = start + formRows;
    this.#words.fill(0, firstRow / 4, firstRow / 4 + (1 + mostCountries) * size);
    this.#words.fill(firstRow, start / 4, firstRow / 4);
    let rows = 0;
    for (let at = 0; at < entries.length; at += 3) {
      const [country = 0, form = 0, value = 0] = entries.subarray(at, at + 3);
      if (form >= size) continue;
      if (this.#words[start / 4 + country] === firstRow) {
        if (++rows > mostCountries) throw new Error(`There are over ${mostCountries} countries with legal forms.`);
        this.#words[start / 4 + country] = firstRow + 4 * size * rows;
      }
      this.#words[(this.#words[start / 4 + country] as number) / 4 + form] = value;
    }
    this.#forms = id;
    return start;
  }
}
