import { activitiesShift, columns } from '../format/facts.ts';
import type { FormTable } from './classes/legal-forms.ts';
import type { NaceTable } from './classes/nace.ts';
import { tallyRange } from './extent.ts';
import type { ScanModule } from './memory/scan-module.ts';
import {
  type PlacedMore,
  type PlacedNeedle,
  type PlacedNumber,
  type PlacedWords,
  type PreparedQuestion,
  prepareQuestion,
} from './prepared-question.ts';
import {
  type Answer,
  hasFragmentAlone,
  isEverything,
  type Job,
  type MergedActivity,
  type Needle,
  type Question,
  type Range,
  type Tally,
} from './question.ts';
import { formRows, mostCountries, type Scratch, scratchAt } from './scratch.ts';
import { entrySize, othersWord, type Snapshot } from './snapshot.ts';

/** In bytes: the approximate cost of reading the text or the facts of a line. */
const bytesPerLine = 30;

/** Signatures are looked up for up to so many numbers: about as many as one number has in all countries. */
const mostListed = 60;

/** Those that have a loop of their own. */
const isCountedApart = (tally: Tally) =>
  tally === 'unlicensed' || tally === 'licensed' || tally === 'naceDivision' || tally === 'naceSection' || tally === 'level';

interface Shortlist {
  buckets: number[] | undefined;
  bytes: number;
}

/** Answers questions about the buckets of a snapshot, in one thread. The loops themselves are in wasm/scan.ts. */
export class Matcher {
  readonly snapshot: Snapshot;
  readonly #scan: ScanModule;
  readonly #scratch: Scratch;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  /** The last question of each slot: pages read many buckets for the same one. */
  readonly #prepared: { question: Question; prepared: PreparedQuestion }[] = [];
  /** The table of legal forms that is in the scratch memory. */
  #forms = 0;
  #last: { bytes: Uint8Array; lists: Map<Needle['begins'], Shortlist> } | undefined;

  constructor(scan: ScanModule, memory: WebAssembly.Memory, snapshot: Snapshot, thread: number) {
    this.snapshot = snapshot;
    this.#scan = scan;
    this.#scratch = scratchAt(snapshot.scratches[thread] ?? 0, snapshot.extent);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
  }

  /**
   * The buckets that may have matches by their signatures, or undefined for all; and about how many bytes have to be read. For
   * words it stops listing as soon as there is more to read than `most`.
   */
  shortlist({ question, tallies }: Job, most = 0xffffffff): Shortlist {
    const { fragment, numbers } = question;
    const { extent } = this.snapshot;
    const prepared = this.#prepare(question, 0);
    const { needle, meantNeedles, numberNeedles, program } = prepared;
    // Many numbers are read in the threads at once: looking up the buckets of each would hold up the main thread.
    if ((numberNeedles?.length ?? 0) > mostListed) return { buckets: undefined, bytes: extent.lines * bytesPerLine };
    if (program && !numberNeedles) return this.#listedWords(prepared, program, most);
    const needles = numberNeedles ?? (needle ? [needle, ...meantNeedles] : []);
    const isSigned = needles.length > 0 && needles.every(({ signed, begins }) => signed >= (begins ? 2 : 4));
    if (!isSigned)
      return { buckets: undefined, bytes: isEverything(question) && tallies.length === 0 ? 0 : extent.lines * bytesPerLine };
    if (numbers || !fragment) return this.#listed(needles);
    if (question.hasOtherNames) return this.#listed(needles, 1);
    // Suggestions search for one fragment several times.
    if (this.#last?.bytes !== fragment.bytes) this.#last = { bytes: fragment.bytes, lists: new Map() };
    const list = this.#last.lists.get(fragment.begins) ?? this.#listed(needles);
    this.#last.lists.set(fragment.begins, list);
    return list;
  }

  #listed(needles: PlacedNeedle[], hasOthers = 0): Shortlist {
    const { extent, directory } = this.snapshot;
    const buckets = new Set<number>();
    let bytes = 0;
    for (const { at, signed, begins } of needles) {
      const list = this.#scratch.list / 4;
      const listed = this.#scan.shortlist(directory, extent.buckets, at, signed, begins, hasOthers, this.#scratch.list);
      bytes += this.#words[list] as number;
      for (let place = list + 1; place <= list + listed; place++) buckets.add(this.#words[place] as number);
    }
    return { buckets: needles.length > 1 ? [...buckets].sort((a, b) => a - b) : [...buckets], bytes };
  }

  /** The buckets that may match typed words: by the words, and by what readings have besides them. */
  #listedWords({ hasOtherNames, meantNeedles }: PreparedQuestion, { at, hasPlain, more }: PlacedWords, most: number): Shortlist {
    const { extent, directory } = this.snapshot;
    const hasOthers = hasOtherNames ? 1 : 0;
    const needles = [...more.map(({ number, pieces }) => number ?? (pieces[0] as PlacedNeedle)), ...meantNeedles];
    if (needles.some(({ signed }) => signed < 4)) return { buckets: undefined, bytes: extent.lines * bytesPerLine };
    const { buckets = [], bytes } = needles.length > 0 ? this.#listed(needles, hasOthers) : { bytes: 0 };
    if (!hasPlain) return { buckets, bytes };
    const listed = this.#scan.shortlistWords(directory, extent.buckets, at, hasOthers, most, this.#scratch.list);
    const list = this.#scratch.list / 4;
    const ofWords = this.#words[list] as number;
    if (ofWords > most) return { buckets: undefined, bytes: ofWords };
    const some = this.#words.slice(list + 1, list + 1 + listed);
    const all = buckets.length > 0 ? [...new Set([...buckets, ...some])].sort((a, b) => a - b) : [...some];
    return { buckets: all, bytes: bytes + ofWords };
  }

  /** The buckets that may have matches, in order. Names that begin with the same letters are neighbours. */
  possibleBuckets(question: Question): number[] {
    const { fragment } = question;
    const [first, end] =
      fragment?.begins === 'line' && !question.hasOtherNames
        ? this.#bucketsBeginningWith(fragment.bytes)
        : [0, this.snapshot.extent.buckets];
    const { buckets } = this.shortlist({ question, tallies: [] });
    if (buckets) return buckets.filter((bucket) => bucket >= first && bucket < end);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  }

  /** The numbers of the matching lines of a bucket. */
  lines(question: Question, bucket: number): number[] {
    this.#mark(this.#prepare(question, 0), this.#entry(bucket), false);
    return this.#marked(bucket);
  }

  /** The matching lines of a bucket whose level is in a range, with their levels. */
  levels(question: Question, bucket: number, from: number, to: number): { line: number; level: number }[] {
    this.#mark(this.#prepare(question, 0), this.#entry(bucket), true);
    const levels = new Uint16Array(this.#words.buffer, this.#scratch.levels, this.snapshot.extent.bucketLines);
    const found = this.#marked(bucket).map((line) => ({ line, level: levels[line] as number }));
    return found.filter(({ level }) => level >= from && level <= to);
  }

  /** The numbers of the marked lines. */
  #marked(bucket: number): number[] {
    const entry = this.#entry(bucket);
    const lines: number[] = [];
    const first = this.#scratch.bits / 4;
    const count = this.#words[entry / 4 + 2] as number;
    for (let word = 0; word < Math.ceil(count / 32); word++) {
      let bits = this.#words[first + word] as number;
      for (; bits !== 0; bits &= bits - 1) lines.push(32 * word + 31 - Math.clz32(bits & -bits));
    }
    return lines;
  }

  /** The value of a line. */
  value(bucket: number, line: number, column: Range['column']): number {
    const { word, shift, mask } = columns[column];
    const [, , lines = 0, facts = 0] = this.#words.subarray(this.#entry(bucket) / 4);
    return (((this.#words[(facts + word * lines) / 4 + line] as number) >>> shift) & mask) >>> 0;
  }

  /** Answers all jobs for each bucket that `next` returns, until it returns undefined. */
  run(jobs: readonly Job[], answers: readonly Answer[], next: () => number | undefined): void {
    const prepared = jobs.map(({ question }, slot) => this.#prepare(question, slot));
    for (const { tallies, merged, nace } of jobs) {
      for (const tally of tallies) this.#countsOf(tally).fill(0);
      if (merged) this.#writeMerged(merged);
      if (nace) this.#writeNace(nace);
    }
    for (let bucket = next(); bucket !== undefined; bucket = next()) {
      for (const [index, job] of jobs.entries()) {
        this.#answer(prepared[index] as PreparedQuestion, job, bucket, answers[index] as Answer);
      }
    }
    for (const [index, { tallies }] of jobs.entries())
      for (const [place, tally] of tallies.entries()) answers[index]?.tallies[place]?.set(this.#countsOf(tally));
  }

  /** The first bucket with names that could begin with a fragment, and the one after the last. */
  #bucketsBeginningWith(fragment: Uint8Array): [first: number, end: number] {
    const { buckets } = this.snapshot.extent;
    const compare = (bucket: number) => {
      const text = this.#words[this.#entry(bucket) / 4] as number;
      return Buffer.compare(this.#bytes.subarray(text, text + fragment.length), fragment);
    };
    const search = (isAfter: (bucket: number) => boolean) => {
      let [low, high] = [0, buckets];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isAfter(middle)) high = middle;
        else low = middle + 1;
      }
      return low;
    };
    return [Math.max(0, search((bucket) => compare(bucket) >= 0) - 1), search((bucket) => compare(bucket) > 0)];
  }

  /** Counts the matches of a bucket, and adds them to the counts by value. */
  #answer(question: PreparedQuestion, { tallies, merged, forms }: Job, bucket: number, answer: Answer): void {
    const entry = this.#entry(bucket);
    const hasLevels = tallies.includes('level');
    // Counting takes half the time of marking.
    const isCountedAlone = question.needle && tallies.length === 0 && hasFragmentAlone(question);
    const found = isCountedAlone ? this.#find(entry, question.needle as PlacedNeedle, 0) : this.#mark(question, entry, hasLevels);
    answer.counts[bucket] = found;
    if (found === 0 || tallies.length === 0) return;
    const { bits, levels, tallies: counts, tallyTable, merged: table } = this.#scratch;
    if (hasLevels) {
      const best = this.#scan.tallyLevels(entry, bits, levels, counts.level);
      if (answer.best) answer.best[bucket] = best;
    }
    const at = (tally: Tally) => (tallies.includes(tally) ? counts[tally] : 0);
    if (!tallies.every(isCountedApart)) {
      const { firstDay } = this.snapshot.extent;
      const ofForms = [forms ? this.#formRows(forms) : 0, at('legalFormGroup'), at('legalFormCode')];
      const values = [firstDay, at('day'), at('status'), at('country'), at('legalForm'), at('run'), ...ofForms];
      this.#words.set(values, tallyTable / 4);
      this.#scan.tally(entry, bits, tallyTable);
    }
    const [divisions, sections] = [at('naceDivision'), at('naceSection')];
    if (divisions || sections) this.#scan.tallyNace(entry, bits, activitiesShift, this.#scratch.nace, divisions, sections);
    for (const kind of ['unlicensed', 'licensed'] as const)
      if (tallies.includes(kind))
        this.#scan.tallyActivities(entry, bits, activitiesShift, kind === 'licensed' ? 1 : 0, merged ? table : 0, counts[kind]);
  }

  /** Marks the matching lines of a bucket, and counts them. If they are wanted, writes the levels of the marked lines. */
  #mark(question: PreparedQuestion, entry: number, hasLevels: boolean): number {
    const { needle, program, numberNeedles, ranges, countries, anyOf, runs, activities, nace, form, slot } = question;
    const scan = this.#scan;
    const { bits, otherBits } = this.#scratch;
    const isFiltered = ranges.length > 0 || countries || anyOf || form;
    if (isFiltered && program && !this.#mayHaveWords(entry, program, question)) {
      scan.clear(entry, bits);
      return 0;
    }
    scan.all(entry, bits);
    for (const range of ranges) this.#keepRange(entry, bits, range);
    if (countries) scan.keepMembers(entry, bits, columns.country.word, 0, columns.country.mask, slot.countries);
    if (anyOf) this.#keepAnyOf(entry, anyOf);
    if (form) scan.keepClass(entry, bits, this.#formRows(form.table), form.mask, form.value);
    // Reading the text takes the longest, and few buckets have records of a single day.
    if (isFiltered && scan.count(entry, bits) === 0) return 0;
    if (needle) this.#keepFragment(entry, needle, question);
    if (program) this.#keepWords(entry, program, question, hasLevels);
    if (numberNeedles) this.#keepNumbers(entry, numberNeedles);
    if ((needle || program || numberNeedles) && scan.count(entry, bits) === 0) return 0;
    const { word, shift, mask } = columns.run;
    if (runs) scan.keepMembers(entry, bits, word, shift, mask, slot.runs);
    const size = this.snapshot.extent.activity + 1;
    if (activities) scan.keepActivities(entry, bits, activitiesShift, slot.activities, size, otherBits);
    if (nace) scan.keepActivities(entry, bits, activitiesShift, slot.nace, size, otherBits);
    if (hasLevels) scan.addStates(entry, bits, this.#scratch.levels);
    return scan.count(entry, bits);
  }

  /** Keeps the marked lines that fit one of these lists of ranges. */
  #keepAnyOf(entry: number, lists: readonly Range[][]): void {
    const { bits, otherBits, numberBits } = this.#scratch;
    this.#scan.clear(entry, numberBits);
    for (const ranges of lists) {
      this.#scan.all(entry, otherBits);
      for (const range of ranges) this.#keepRange(entry, otherBits, range);
      this.#scan.unite(entry, numberBits, otherBits);
    }
    this.#scan.intersect(entry, bits, numberBits);
  }

  /** Keeps the marked lines that have the fragment, or a number that the fragment may mean. */
  #keepFragment(entry: number, needle: PlacedNeedle, { meantNeedles, hasOtherNames }: PreparedQuestion): void {
    const { bits, numberBits, nameBits } = this.#scratch;
    this.#find(entry, needle, numberBits);
    const others = hasOtherNames ? this.#othersOf(entry) : 0;
    if (others && this.#find(others, needle, nameBits) > 0) this.#scan.uniteOthers(others, numberBits, 0, nameBits, 0);
    this.#addNumbers(entry, meantNeedles);
    this.#scan.intersect(entry, bits, numberBits);
  }

  /** Keeps the marked lines with a name that matches the words, or with a number that the words may mean. */
  #keepWords(entry: number, program: PlacedWords, question: PreparedQuestion, hasLevels: boolean): void {
    const { meantNeedles, hasOtherNames, ranges, form } = question;
    const scan = this.#scan;
    const { bits, numberBits, wordBits, nameBits, otherNameBits } = this.#scratch;
    const levels = hasLevels ? this.#scratch.levels : 0;
    const nameLevels = hasLevels ? this.#scratch.nameLevels : 0;
    for (const more of program.more) this.#writeWithin(entry, more, bits);
    scan.markWords(entry, program.at, bits, wordBits, levels, 1);
    const others = hasOtherNames ? this.#othersOf(entry) : 0;
    if (others && (program.more.length > 0 || scan.mayHaveWords(others, program.at))) {
      for (const more of program.more) this.#writeOtherWithin(entry, others, more);
      if (ranges.length > 0 || form) scan.markOthers(others, bits, nameBits);
      else scan.all(others, nameBits);
      if (scan.markWords(others, program.at, nameBits, otherNameBits, nameLevels, 0))
        scan.uniteOthers(others, wordBits, levels, otherNameBits, nameLevels);
    }
    if (meantNeedles.length > 0) {
      scan.clear(entry, numberBits);
      this.#addNumbers(entry, meantNeedles);
      scan.unite(entry, wordBits, numberBits);
      if (hasLevels) scan.raiseLevels(entry, numberBits, levels);
    }
    scan.intersect(entry, bits, wordBits);
  }

  /** Whether a bucket may have the words. Looking them up takes less time than filtering the lines. */
  #mayHaveWords(entry: number, { at, more }: PlacedWords, { meantNeedles, hasOtherNames }: PreparedQuestion): boolean {
    if (more.length > 0 || meantNeedles.length > 0 || this.#scan.mayHaveWords(entry, at)) return true;
    const others = hasOtherNames ? this.#othersOf(entry) : 0;
    return others !== 0 && this.#scan.mayHaveWords(others, at) !== 0;
  }

  /** Marks the lines that have what readings need besides words. */
  #writeWithin(entry: number, { withins, field, pieces, number }: PlacedMore, lines: number): void {
    const { otherBits } = this.#scratch;
    this.#scan.all(entry, field);
    this.#scan.intersect(entry, field, lines);
    for (const needle of number ? [...pieces, number] : pieces) {
      this.#find(entry, needle, otherBits);
      this.#scan.intersect(entry, field, otherBits);
    }
    for (const within of withins) this.#words[within / 4] = field;
  }

  /** The same for other names: the number is that of the record, the pieces are in the name. */
  #writeOtherWithin(entry: number, others: number, { field, pieces, number }: PlacedMore): void {
    const { bits, otherBits, otherNameBits } = this.#scratch;
    this.#scan.all(entry, otherBits);
    if (number) this.#find(entry, number, otherBits);
    this.#scan.intersect(entry, otherBits, bits);
    this.#scan.markOthers(others, otherBits, field);
    for (const needle of pieces) {
      this.#find(others, needle, otherNameBits);
      this.#scan.intersect(others, field, otherNameBits);
    }
  }

  /** The address of the bucket of other names, or 0. */
  #othersOf(entry: number): number {
    return this.#words[entry / 4 + othersWord] as number;
  }

  /** Keeps the marked lines that have one of the numbers. */
  #keepNumbers(entry: number, needles: readonly PlacedNumber[]): void {
    const { bits, numberBits } = this.#scratch;
    this.#scan.clear(entry, numberBits);
    this.#addNumbers(entry, needles);
    this.#scan.intersect(entry, bits, numberBits);
  }

  /** Marks the lines that have one of the numbers, each in its country, in a separate field. */
  #addNumbers(entry: number, needles: readonly PlacedNumber[]): void {
    const { otherBits, numberBits } = this.#scratch;
    for (const needle of needles) {
      const { country } = needle;
      if (this.#find(entry, needle, otherBits) === 0) continue;
      if (country !== undefined) this.#keepRange(entry, otherBits, { column: 'country', from: country, to: country });
      this.#scan.unite(entry, numberBits, otherBits);
    }
  }

  #find(entry: number, { at, length, signed, rare, begins }: PlacedNeedle, bits: number): number {
    return this.#scan.find(entry, at, length, signed, rare[0], rare[1], begins, bits);
  }

  #keepRange(entry: number, bits: number, { column, from, to }: Range): void {
    const { word, shift, mask } = columns[column];
    this.#scan.keepRange(entry, bits, word, shift, mask, from, to);
  }

  #prepare(question: Question, slot: number): PreparedQuestion {
    const known = this.#prepared[slot];
    if (known?.question === question) return known.prepared;
    const prepared = prepareQuestion(question, {
      slot: this.#scratch.slots[slot] as Scratch['slots'][number],
      scratch: this.#scratch,
      snapshot: this.snapshot,
      scan: this.#scan,
      memory: { bytes: this.#bytes, words: this.#words },
    });
    this.#prepared[slot] = { question, prepared };
    return prepared;
  }

  #countsOf(tally: Tally): Uint32Array {
    const start = this.#scratch.tallies[tally] / 4;
    return this.#words.subarray(start, start + 1 + tallyRange(tally, this.snapshot.extent).size);
  }

  /** Each activity is counted as itself, except these. */
  #writeMerged(merged: readonly MergedActivity[]): void {
    const { activity } = this.snapshot.extent;
    const table = this.#words.subarray(this.#scratch.merged / 4, this.#scratch.merged / 4 + activity + 1);
    for (let id = 0; id <= activity; id++) table[id] = id;
    for (const { id, first } of merged) if (id <= activity) table[id] = first;
  }

  /** An activity that is not listed is in no division and in no section. */
  #writeNace({ entries }: NaceTable): void {
    const { activity } = this.snapshot.extent;
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
  #formRows({ id, entries }: FormTable): number {
    const { forms: start } = this.#scratch;
    if (this.#forms === id) return start;
    const size = this.snapshot.extent.legalForm + 1;
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

  #entry(bucket: number): number {
    return this.snapshot.directory + bucket * entrySize;
  }
}
