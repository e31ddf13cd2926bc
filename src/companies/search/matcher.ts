import { activitiesShift, columns } from '../format/facts.ts';
import { tallyRange } from './extent.ts';
import { type PlacedNeedle, type PlacedNumber, type PreparedQuestion, prepareQuestion } from './prepared-question.ts';
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
import type { ScanModule } from './scan-module.ts';
import { type Scratch, scratchAt } from './scratch.ts';
import { entrySize, type Snapshot } from './snapshot.ts';

/** In bytes: the approximate cost of reading the text or the facts of a line. */
const bytesPerLine = 30;

const isOfActivities = (tally: Tally) => tally === 'unlicensed' || tally === 'licensed';

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
  #last: { bytes: Uint8Array; lists: Map<Needle['begins'], Shortlist> } | undefined;

  constructor(scan: ScanModule, memory: WebAssembly.Memory, snapshot: Snapshot, thread: number) {
    this.snapshot = snapshot;
    this.#scan = scan;
    this.#scratch = scratchAt(snapshot.scratches[thread] ?? 0, snapshot.extent);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer, 0, memory.buffer.byteLength >> 2);
  }

  /** The buckets that may have matches by their signatures, or undefined for all; and about how many bytes have to be read. */
  shortlist({ question, tallies }: Job): Shortlist {
    const { fragment, numbers } = question;
    const { extent } = this.snapshot;
    const { needle, meantNeedles, numberNeedles } = this.#prepare(question, 0);
    const needles = numberNeedles ?? (needle ? [needle, ...meantNeedles] : []);
    const isSigned = needles.length > 0 && needles.every(({ signed, begins }) => signed >= (begins ? 2 : 4));
    if (!isSigned)
      return { buckets: undefined, bytes: isEverything(question) && tallies.length === 0 ? 0 : extent.lines * bytesPerLine };
    if (numbers || !fragment) return this.#listed(needles);
    // Suggestions search for one fragment several times.
    if (this.#last?.bytes !== fragment.bytes) this.#last = { bytes: fragment.bytes, lists: new Map() };
    const list = this.#last.lists.get(fragment.begins) ?? this.#listed(needles);
    this.#last.lists.set(fragment.begins, list);
    return list;
  }

  #listed(needles: PlacedNeedle[]): Shortlist {
    const { extent, directory } = this.snapshot;
    const buckets = new Set<number>();
    let bytes = 0;
    for (const { at, signed, begins } of needles) {
      const list = this.#scratch.list / 4;
      const listed = this.#scan.shortlist(directory, extent.buckets, at, signed, begins, this.#scratch.list);
      bytes += this.#words[list] as number;
      for (let place = list + 1; place <= list + listed; place++) buckets.add(this.#words[place] as number);
    }
    return { buckets: needles.length > 1 ? [...buckets].sort((a, b) => a - b) : [...buckets], bytes };
  }

  /** The buckets that may have matches, in order. Names that begin with the same letters are neighbours. */
  possibleBuckets(question: Question): number[] {
    const { fragment } = question;
    const [first, end] =
      fragment?.begins === 'line' ? this.#bucketsBeginningWith(fragment.bytes) : [0, this.snapshot.extent.buckets];
    const { buckets } = this.shortlist({ question, tallies: [] });
    if (buckets) return buckets.filter((bucket) => bucket >= first && bucket < end);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  }

  /** The numbers of the matching lines of a bucket. */
  lines(question: Question, bucket: number): number[] {
    const entry = this.#entry(bucket);
    this.#mark(this.#prepare(question, 0), entry);
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
    for (const { tallies, merged } of jobs) {
      for (const tally of tallies) this.#countsOf(tally).fill(0);
      if (merged) this.#writeMerged(merged);
    }
    for (let bucket = next(); bucket !== undefined; bucket = next()) {
      for (const [index, job] of jobs.entries()) {
        const found = this.#answer(prepared[index] as PreparedQuestion, job, this.#entry(bucket));
        (answers[index] as Answer).counts[bucket] = found;
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
  #answer(question: PreparedQuestion, { tallies, merged }: Job, entry: number): number {
    // Counting takes half the time of marking.
    if (question.needle && tallies.length === 0 && hasFragmentAlone(question)) return this.#find(entry, question.needle, 0);
    const found = this.#mark(question, entry);
    if (found === 0 || tallies.length === 0) return found;
    const { bits, tallies: counts, tallyTable, merged: table } = this.#scratch;
    if (!tallies.every(isOfActivities)) {
      const at = (tally: Tally) => (tallies.includes(tally) ? counts[tally] : 0);
      const { firstDay } = this.snapshot.extent;
      this.#words.set([firstDay, at('day'), at('status'), at('country'), at('legalForm'), at('run')], tallyTable / 4);
      this.#scan.tally(entry, bits, tallyTable);
    }
    for (const kind of ['unlicensed', 'licensed'] as const)
      if (tallies.includes(kind))
        this.#scan.tallyActivities(entry, bits, activitiesShift, kind === 'licensed' ? 1 : 0, merged ? table : 0, counts[kind]);
    return found;
  }

  /** Marks the matching lines of a bucket, and counts them. */
  #mark({ needle, meantNeedles, numberNeedles, ranges, runs, activities, slot }: PreparedQuestion, entry: number): number {
    const scan = this.#scan;
    const { bits, otherBits } = this.#scratch;
    scan.all(entry, bits);
    for (const range of ranges) this.#keepRange(entry, bits, range);
    // Reading the text takes the longest, and few buckets have records of a single day.
    if (ranges.length > 0 && scan.count(entry, bits) === 0) return 0;
    if (needle) this.#keepFragment(entry, needle, meantNeedles);
    if (numberNeedles) this.#keepNumbers(entry, numberNeedles);
    if ((needle || numberNeedles) && scan.count(entry, bits) === 0) return 0;
    const { word, shift, mask } = columns.run;
    if (runs) scan.keepMembers(entry, bits, word, shift, mask, slot.runs);
    if (activities) scan.keepActivities(entry, bits, activitiesShift, slot.activities, activities.length, otherBits);
    return scan.count(entry, bits);
  }

  /** Keeps the marked lines that have the fragment, or a number that the fragment may mean. */
  #keepFragment(entry: number, needle: PlacedNeedle, meant: readonly PlacedNumber[]): void {
    const { bits, numberBits } = this.#scratch;
    this.#find(entry, needle, numberBits);
    this.#addNumbers(entry, meant);
    this.#scan.intersect(entry, bits, numberBits);
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
    const memory = { bytes: this.#bytes, words: this.#words };
    return prepareQuestion(question, this.#scratch.slots[slot] as Scratch['slots'][number], this.snapshot, memory);
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

  #entry(bucket: number): number {
    return this.snapshot.directory + bucket * entrySize;
  }
}
