import { columns } from '../../company/facts.ts';
import { layouts } from '../memory/layout.generated.ts';
import { entrySize, type Field, structure } from '../memory/layout.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import { type Scratch, scratchAt } from '../memory/scratch.ts';
import {
  type Answer,
  hasFragmentAlone,
  isEverything,
  type Job,
  type Needle,
  type Question,
  type Range,
  type Tally,
} from '../query/query.ts';
import type { Snapshot } from '../segments/snapshot.ts';
import { ValueTallies } from './facet-counts.ts';
import {
  type PlacedMore,
  type PlacedNeedle,
  type PlacedNumber,
  type PlacedWords,
  type PreparedQuestion,
  prepareQuestion,
} from './prepared-query.ts';

/** In bytes: the approximate cost of reading the text or the facts of a line. */
const bytesPerLine = 30;

/** Signatures are looked up for up to so many numbers: about as many as one number has in all countries. */
const mostListed = 60;

/** In buckets. */
const readAhead = 8;

/** The next few buckets. */
function taken(next: () => number | undefined): number[] {
  const some: number[] = [];
  for (let bucket = next(); bucket !== undefined; bucket = next()) if (some.push(bucket) === readAhead) break;
  return some;
}

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
  readonly #thread: number;
  readonly #tallies: ValueTallies;
  /** The last question of each slot: pages read many buckets for the same one. */
  readonly #prepared: { question: Question; prepared: PreparedQuestion }[] = [];
  #last: { bytes: Uint8Array; lists: Map<Needle['begins'], Shortlist> } | undefined;

  constructor(scan: ScanModule, memory: WebAssembly.Memory, snapshot: Snapshot, thread: number) {
    this.snapshot = snapshot;
    this.#scan = scan;
    this.#scratch = scratchAt(snapshot.scratches[thread] ?? 0, snapshot.extent);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.#thread = thread;
    this.#tallies = new ValueTallies({ scan, words: this.#words, snapshot, scratch: this.#scratch });
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
    const { fragment, hasOtherNames } = question;
    const isBeginning = fragment?.begins === 'line' && !hasOtherNames;
    const listed = isBeginning ? undefined : this.shortlist({ question, tallies: [] }).buckets;
    if (listed) return listed;
    const [first, end] = isBeginning ? this.#bucketsBeginningWith(fragment.bytes) : [0, this.snapshot.extent.buckets];
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
    this.#scan.addStates(this.#entry(bucket), this.#scratch.bits, this.#scratch.levels);
    const levels = new Uint16Array(this.#words.buffer, this.#scratch.levels, this.snapshot.extent.bucketLines);
    const found = this.#marked(bucket).map((line) => ({ line, level: levels[line] as number }));
    return found.filter(({ level }) => level >= from && level <= to);
  }

  /** The numbers of the marked lines. */
  #marked(bucket: number): number[] {
    const entry = this.#entry(bucket);
    const lines: number[] = [];
    const first = this.#scratch.bits / 4;
    const count = this.#field(entry, 'lines');
    for (let word = 0; word < Math.ceil(count / 32); word++) {
      let bits = this.#words[first + word] as number;
      for (; bits !== 0; bits &= bits - 1) lines.push(32 * word + 31 - Math.clz32(bits & -bits));
    }
    return lines;
  }

  /** The value of a line. */
  value(bucket: number, line: number, column: Range['column']): number {
    const { of, word, shift, mask } = columns[column];
    const entry = this.#entry(bucket);
    const table = of === 'line' ? entry : this.#field(entry, 'kindTable');
    const [lines, facts, kinds] = [this.#field(table, 'lines'), this.#field(table, 'facts'), this.#field(entry, 'kinds')];
    const place = of === 'line' ? line : (new Uint16Array(this.#words.buffer)[kinds / 2 + line] as number);
    return (((this.#words[(facts + word * lines) / 4 + place] as number) >>> shift) & mask) >>> 0;
  }

  /**
   * Answers all jobs for each bucket that `next` returns, until it returns undefined. What is counted by value stays in the
   * scratch memory until the next run.
   */
  run(jobs: readonly Job[], answers: readonly Pick<Answer, 'counts' | 'best'>[], next: () => number | undefined): void {
    const asked = jobs.map((job, slot) => ({
      question: this.#prepare(job.question, slot),
      tallies: job.tallies,
      count: this.#tallies.begin(job),
      answer: answers[slot] as Pick<Answer, 'counts' | 'best'>,
    }));
    // Only one of the jobs can have levels: a thread has one place for the counts of each tally.
    const { best = 0xffffffff, isBestAlone } = jobs.find(({ tallies }) => tallies.includes('level')) ?? {};
    const { levelled, top } = this.#scratch;
    this.#words.set(structure('Top', { wanted: best, levelled, isAlone: isBestAlone ? 1 : 0 }), top / 4);
    for (let some = taken(next); some.length > 0; some = taken(next)) {
      for (const { question } of asked) this.#readAhead(question, some);
      for (const bucket of some)
        for (const { question, tallies, count, answer } of asked)
          if (this.#answer(question, tallies, bucket, answer) > 0) count?.(this.#entry(bucket));
    }
  }

  /** Brings what typed words need of some buckets into the processor's cache, see wasm/ahead.ts. */
  #readAhead({ program, hasOtherNames }: PreparedQuestion, buckets: readonly number[]): void {
    if (!program) return;
    const { list } = this.#scratch;
    let end = list / 4;
    for (const bucket of buckets) {
      const entry = this.#entry(bucket);
      this.#words[end++] = entry;
      const others = hasOtherNames ? this.#field(entry, 'others') : 0;
      if (others) this.#words[end++] = others;
    }
    this.#scan.readAhead(program.at, list, end - list / 4, this.#scratch.top);
  }

  /** Adds to an answer what a thread has counted by value in its last run. */
  addTallies({ tallies }: Job, answer: Answer, thread = this.#thread): void {
    const { scratches } = this.snapshot;
    const later = (scratches[thread] ?? 0) - (scratches[this.#thread] ?? 0);
    for (const [place, tally] of tallies.entries()) {
      const sums = answer.tallies[place] as Uint32Array;
      const counts = this.#tallies.countsOf(tally, later);
      for (let value = 0; value < sums.length; value++) (sums[value] as number) += counts[value] as number;
    }
  }

  /** The first bucket with names that could begin with a fragment, and the one after the last. */
  #bucketsBeginningWith(fragment: Uint8Array): [first: number, end: number] {
    const { buckets } = this.snapshot.extent;
    const compare = (bucket: number) => {
      const text = this.#field(this.#entry(bucket), 'text');
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

  /** Counts the matches of a bucket. If there are tallies, marks them, and counts them by level. */
  #answer(
    question: PreparedQuestion,
    tallies: readonly Tally[],
    bucket: number,
    answer: Pick<Answer, 'counts' | 'best'>,
  ): number {
    const entry = this.#entry(bucket);
    const hasLevels = tallies.includes('level');
    // Counting takes half the time of marking.
    const isCountedAlone = question.needle && tallies.length === 0 && hasFragmentAlone(question);
    const { bits, levels, top, tallies: counts } = this.#scratch;
    const found = isCountedAlone
      ? this.#find(entry, question.needle as PlacedNeedle, 0)
      : this.#mark(question, entry, hasLevels, hasLevels ? top : 0);
    answer.counts[bucket] = found;
    if (found === 0 || !hasLevels) return found;
    const best = this.#scan.tallyLevels(entry, bits, levels, counts.level, top);
    if (answer.best) answer.best[bucket] = best;
    return found;
  }

  /**
   * Marks the matching lines of a bucket, and counts them. If they are wanted, writes the levels of the marked lines, without
   * whether they are active; with `top` only of those that can be among the best.
   */
  #mark(question: PreparedQuestion, entry: number, hasLevels: boolean, top = 0): number {
    const { needle, program, numberNeedles, lineRanges, hasKinds, anyOf, activities, nace, slot } = question;
    const scan = this.#scan;
    const { bits, numbers } = this.#scratch;
    const isFiltered = lineRanges.length > 0 || hasKinds || anyOf;
    // Few lines have several words, and their facts are read alone then.
    const isNarrow = isFiltered && program && (question.words?.typed.length ?? 0) > 1;
    if (isFiltered && program && !isNarrow && !this.#mayHaveWords(entry, program, question)) {
      scan.clear(entry, bits);
      return 0;
    }
    scan.all(entry, bits);
    if (isNarrow) this.#keepWords(entry, program, question, false, 0);
    if (isNarrow && scan.count(entry, bits) === 0) return 0;
    if (hasKinds) this.#keepKinds(entry, bits, (kinds, kindBits) => this.#keepKindsOf(question, kinds, kindBits));
    for (const range of lineRanges) this.#keepRange(entry, bits, range);
    if (anyOf) this.#keepAnyOf(entry, anyOf);
    // Reading the text takes the longest, and few buckets have records of a single day.
    if (isFiltered && scan.count(entry, bits) === 0) return 0;
    if (needle) this.#keepFragment(entry, needle, question);
    if (program && (hasLevels || !isNarrow)) this.#keepWords(entry, program, question, hasLevels, top);
    if (numberNeedles) this.#keepNumbers(entry, numberNeedles);
    const found = needle || program || numberNeedles ? scan.count(entry, bits) : undefined;
    if (found === 0) return 0;
    const size = this.snapshot.extent.activity + 1;
    if (activities) scan.keepActivities(entry, bits, slot.activities, size, numbers);
    if (nace) scan.keepActivities(entry, bits, slot.nace, size, numbers);
    return found === undefined || activities || nace ? scan.count(entry, bits) : found;
  }

  /** Keeps the marked lines of the kinds that are kept. */
  #keepKinds(entry: number, bits: number, keep: (kinds: number, kindBits: number) => void): void {
    const { kindBits, numbers } = this.#scratch;
    const kinds = this.#field(entry, 'kindTable');
    this.#scan.all(kinds, kindBits);
    keep(kinds, kindBits);
    this.#scan.keepKinds(entry, bits, kindBits, numbers);
  }

  #keepKindsOf({ kindRanges, countries, runs, form, slot }: PreparedQuestion, kinds: number, bits: number): void {
    const scan = this.#scan;
    const { country, run } = columns;
    for (const range of kindRanges) this.#keepIn(kinds, bits, range);
    if (countries) scan.keepMembers(kinds, bits, country.word, country.shift, country.mask, slot.countries);
    if (runs) scan.keepMembers(kinds, bits, run.word, run.shift, run.mask, slot.runs);
    if (form) scan.keepClass(kinds, bits, this.#tallies.formRows(form.table), form.mask, form.value);
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
    const others = hasOtherNames ? this.#field(entry, 'others') : 0;
    if (others && this.#find(others, needle, nameBits) > 0) this.#scan.uniteOthers(others, numberBits, 0, nameBits, 0, 0);
    this.#addNumbers(entry, meantNeedles);
    this.#scan.intersect(entry, bits, numberBits);
  }

  /** Keeps the marked lines with a name that matches the words, or with a number that the words may mean. */
  #keepWords(entry: number, program: PlacedWords, question: PreparedQuestion, hasLevels: boolean, top: number): void {
    const { meantNeedles, hasOtherNames, ranges, form } = question;
    const scan = this.#scan;
    const { bits, numberBits, wordBits, nameBits, otherNameBits, levelled } = this.#scratch;
    const levels = hasLevels ? this.#scratch.levels : 0;
    const nameLevels = hasLevels ? this.#scratch.nameLevels : 0;
    for (const more of program.more) this.#writeWithin(entry, more, bits);
    scan.markWords(entry, program.at, bits, wordBits, levels, 1, top);
    const others = hasOtherNames ? this.#field(entry, 'others') : 0;
    if (others && (program.more.length > 0 || scan.mayHaveWords(others, program.at, top))) {
      for (const more of program.more) this.#writeOtherWithin(entry, others, more);
      if (ranges.length > 0 || form) scan.markOthers(others, bits, nameBits);
      else scan.all(others, nameBits);
      if (scan.markWords(others, program.at, nameBits, otherNameBits, nameLevels, 0, top))
        scan.uniteOthers(others, wordBits, levels, otherNameBits, nameLevels, top);
    }
    if (meantNeedles.length > 0) {
      scan.clear(entry, numberBits);
      this.#addNumbers(entry, meantNeedles);
      scan.unite(entry, wordBits, numberBits);
      if (hasLevels) scan.raiseLevels(entry, numberBits, levels);
      if (top) scan.unite(entry, levelled, numberBits);
    }
    scan.intersect(entry, bits, wordBits);
  }

  /** Whether a bucket may have the words. Looking them up takes less time than filtering the lines. */
  #mayHaveWords(entry: number, { at, more }: PlacedWords, { meantNeedles, hasOtherNames }: PreparedQuestion): boolean {
    if (more.length > 0 || meantNeedles.length > 0 || this.#scan.mayHaveWords(entry, at, 0)) return true;
    const others = hasOtherNames ? this.#field(entry, 'others') : 0;
    return others !== 0 && this.#scan.mayHaveWords(others, at, 0) !== 0;
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

  #field(entry: number, name: Field<'Bucket'>): number {
    return this.#words[(entry + layouts.Bucket.offsets[name]) / 4] as number;
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

  #keepRange(entry: number, bits: number, range: Range): void {
    if (columns[range.column].of === 'line') this.#keepIn(entry, bits, range);
    else this.#keepKinds(entry, bits, (kinds, kindBits) => this.#keepIn(kinds, kindBits, range));
  }

  /** Keeps the marked lines, or kinds, whose value is in the range. */
  #keepIn(table: number, bits: number, { column, from, to }: Range): void {
    const { word, shift, mask } = columns[column];
    this.#scan.keepRange(table, bits, word, shift, mask, from, to);
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

  #entry(bucket: number): number {
    return this.snapshot.directory + bucket * entrySize;
  }
}
