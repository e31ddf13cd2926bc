import { columns } from '../../company/facts.ts';
import { entrySize, layouts, structures } from '../layout/layout.generated.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import { type Scratch, scratchAt } from '../memory/scratch.ts';
import { type Answer, type FacetCount, isEverything, type Job, type Needle, type Query, type Range } from '../query/query.ts';
import { firstFitting } from '../segments/packed-documents.ts';
import type { Snapshot } from '../segments/snapshot.ts';
import { facetCounterIn } from './facet-counts.ts';
import {
  type PlacedMore,
  type PlacedNeedle,
  type PlacedNumber,
  type PlacedWords,
  type PreparedQuery,
  prepareQuery,
} from './prepared-query.ts';

/** The approximate cost of reading the text or the facts of a document. */
const bytesPerDocument = 30;

/** Signatures are looked up for up to so many numbers: about as many as one number has in all countries. */
const maxListedNumbers = 60;

const prefetchedSegments = 8;

/** The next few segments. */
function taken(next: () => number | undefined): number[] {
  const some: number[] = [];
  for (let segment = next(); segment !== undefined; segment = next()) if (some.push(segment) === prefetchedSegments) break;
  return some;
}

/** Segments in order, and about how many bytes have to be read of them. */
interface SegmentList {
  segments: number[];
  bytes: number;
}

/** Without segments: all of them. */
type Shortlist = SegmentList | { segments: undefined; bytes: number };

const joined = (...lists: SegmentList[]): SegmentList => ({
  segments: [...new Set(lists.flatMap(({ segments }) => segments))].sort((a, b) => a - b),
  bytes: lists.reduce((sum, { bytes }) => sum + bytes, 0),
});

type SegmentCounts = Pick<Answer, 'counts' | 'best'>;

/** Answers queries about the segments of a snapshot, in one thread. The loops themselves are in wasm/scan.ts. */
export class Matcher {
  readonly snapshot: Snapshot;
  readonly #scan: ScanModule;
  readonly #scratch: Scratch;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #thread: number;
  readonly #facetCounts: ReturnType<typeof facetCounterIn>;
  /** The last query of each slot: pages read many segments for the same one. */
  readonly #prepared: { query: Query; prepared: PreparedQuery }[] = [];
  #last: { bytes: Uint8Array; lists: Map<Needle['begins'], Shortlist> } | undefined;

  constructor(scan: ScanModule, memory: WebAssembly.Memory, snapshot: Snapshot, thread: number) {
    this.snapshot = snapshot;
    this.#scan = scan;
    this.#scratch = scratchAt(snapshot.scratches[thread] ?? 0, snapshot.extent);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
    this.#thread = thread;
    this.#facetCounts = facetCounterIn(scan, this.#words, snapshot, this.#scratch);
  }

  /** The segments that may have matches by their signatures. For words it stops when there is more to read than `maxBytes`. */
  shortlist({ query, facetCounts }: Job, maxBytes = 0xffffffff): Shortlist {
    const { fragment, numbers } = query;
    const prepared = this.#prepare(query, 0);
    const { needle, meantNeedles, numberNeedles, program } = prepared;
    // Many numbers are read in the threads at once: looking up the segments of each would hold up the main thread.
    if ((numberNeedles?.length ?? 0) > maxListedNumbers) return this.#everywhere();
    if (program && !numberNeedles) return this.#listedByWords(prepared, program, maxBytes);
    const needles = numberNeedles ?? (needle ? [needle, ...meantNeedles] : []);
    const isSigned = needles.length > 0 && needles.every(({ signed, begins }) => signed >= (begins ? 2 : 4));
    if (!isSigned) return this.#everywhere(isEverything(query) && facetCounts.length === 0 ? 0 : bytesPerDocument);
    if (numbers || !fragment) return this.#listed(needles);
    if (query.hasOtherNames) return this.#listed(needles, 1);
    // Suggestions search for one fragment several times.
    if (this.#last?.bytes !== fragment.bytes) this.#last = { bytes: fragment.bytes, lists: new Map() };
    const list = this.#last.lists.get(fragment.begins) ?? this.#listed(needles);
    this.#last.lists.set(fragment.begins, list);
    return list;
  }

  #everywhere(bytesEach = bytesPerDocument): Shortlist {
    return { segments: undefined, bytes: this.snapshot.extent.documents * bytesEach };
  }

  #listed(needles: PlacedNeedle[], hasOthers = 0): SegmentList {
    const { extent, directory } = this.snapshot;
    const { list } = this.#scratch;
    const lists = needles.map(({ at }) => this.#written(this.#scan.shortlist(directory, extent.segments, at, hasOthers, list)));
    return lists.length === 1 ? (lists[0] as SegmentList) : joined(...lists);
  }

  /** The list that a loop has written: the bytes to read, then so many segments. */
  #written(count: number): SegmentList {
    const start = this.#scratch.list / 4;
    return { segments: [...this.#words.subarray(start + 1, start + 1 + count)], bytes: this.#words[start] as number };
  }

  /** The segments that may match typed words: by the words, and by what interpretations have besides them. */
  #listedByWords(
    { hasOtherNames, meantNeedles }: PreparedQuery,
    { at, hasPlain, more }: PlacedWords,
    maxBytes: number,
  ): Shortlist {
    const { extent, directory } = this.snapshot;
    const hasOthers = hasOtherNames ? 1 : 0;
    const needles = [...more.map(({ number, pieces }) => number ?? (pieces[0] as PlacedNeedle)), ...meantNeedles];
    if (needles.some(({ signed }) => signed < 4)) return this.#everywhere();
    const besides = needles.length > 0 ? this.#listed(needles, hasOthers) : { segments: [], bytes: 0 };
    if (!hasPlain) return besides;
    const { list } = this.#scratch;
    const byWords = this.#written(this.#scan.shortlistWords(directory, extent.segments, at, hasOthers, maxBytes, list));
    return byWords.bytes > maxBytes ? { ...byWords, segments: undefined } : joined(besides, byWords);
  }

  /** The segments that may have matches, in order. Names that begin with the same letters are neighbours. */
  possibleSegments(query: Query): number[] {
    const { fragment, hasOtherNames } = query;
    const isBeginning = fragment?.begins === 'document' && !hasOtherNames;
    const listed = isBeginning ? undefined : this.shortlist({ query, facetCounts: [] }).segments;
    if (listed) return listed;
    const [first, end] = isBeginning ? this.#segmentsBeginningWith(fragment.bytes) : [0, this.snapshot.extent.segments];
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  }

  /** The numbers of the matching documents of a segment. */
  documents(query: Query, segment: number): number[] {
    this.#mark(this.#prepare(query, 0), this.#entry(segment), false);
    return this.#marked(segment);
  }

  /** The matching documents of a segment whose score is in a range, with their scores. */
  scores(query: Query, segment: number, from: number, to: number): { document: number; score: number }[] {
    this.#mark(this.#prepare(query, 0), this.#entry(segment), true);
    this.#scan.addStates(this.#entry(segment), this.#scratch.bits, this.#scratch.scores);
    const scores = new Uint16Array(this.#words.buffer, this.#scratch.scores, this.snapshot.extent.segmentDocuments);
    const found = this.#marked(segment).map((document) => ({ document, score: scores[document] as number }));
    return found.filter(({ score }) => score >= from && score <= to);
  }

  /** The numbers of the marked documents. */
  #marked(segment: number): number[] {
    const entry = this.#entry(segment);
    const documents: number[] = [];
    const first = this.#scratch.bits / 4;
    const count = this.#field(entry, 'documents');
    for (let word = 0; word < Math.ceil(count / 32); word++) {
      let bits = this.#words[first + word] as number;
      for (; bits !== 0; bits &= bits - 1) documents.push(32 * word + 31 - Math.clz32(bits & -bits));
    }
    return documents;
  }

  /** The value of a document. */
  value(segment: number, document: number, column: Range['column']): number {
    const { of, word, shift, mask } = columns[column];
    const entry = this.#entry(segment);
    const table = of === 'document' ? entry : this.#field(entry, 'kindTable');
    const [documents, facts, kinds] = [this.#field(table, 'documents'), this.#field(table, 'facts'), this.#field(entry, 'kinds')];
    const place = of === 'document' ? document : (new Uint16Array(this.#words.buffer)[kinds / 2 + document] as number);
    return (((this.#words[(facts + word * documents) / 4 + place] as number) >>> shift) & mask) >>> 0;
  }

  /**
   * Answers all jobs for each segment that `next` returns, until it returns undefined. What is counted by value stays in the
   * scratch memory until the next run.
   */
  run(jobs: readonly Job[], answers: readonly SegmentCounts[], next: () => number | undefined): void {
    const asked = jobs.map((job, slot) => ({
      query: this.#prepare(job.query, slot),
      facetCounts: job.facetCounts,
      count: this.#facetCounts.begin(job),
      answer: answers[slot] as SegmentCounts,
    }));
    // Only one of the jobs can have scores: a thread has one place for the counts of each facet.
    const { best = 0xffffffff, isBestAlone } = jobs.find(({ facetCounts }) => facetCounts.includes('score')) ?? {};
    const { scored, topK } = this.#scratch;
    this.#words.set(structures.TopK({ wanted: best, scored, isAlone: isBestAlone ? 1 : 0 }), topK / 4);
    for (let some = taken(next); some.length > 0; some = taken(next)) {
      for (const { query } of asked) this.#prefetch(query, some);
      for (const segment of some)
        for (const { query, facetCounts, count, answer } of asked)
          if (this.#answer(query, facetCounts, segment, answer) > 0) count?.(this.#entry(segment));
    }
  }

  /** Brings what typed words need of some segments into the processor's cache, see wasm/prefetch.ts. */
  #prefetch({ program, hasOtherNames }: PreparedQuery, segments: readonly number[]): void {
    if (!program) return;
    const { list } = this.#scratch;
    let end = list / 4;
    for (const segment of segments) {
      const entry = this.#entry(segment);
      this.#words[end++] = entry;
      const others = hasOtherNames ? this.#field(entry, 'others') : 0;
      if (others) this.#words[end++] = others;
    }
    this.#scan.prefetch(program.at, list, end - list / 4, this.#scratch.topK);
  }

  /** Adds to an answer what a thread has counted by value in its last run. */
  addFacetCounts({ facetCounts }: Job, answer: Answer, thread = this.#thread): void {
    const { scratches } = this.snapshot;
    const later = (scratches[thread] ?? 0) - (scratches[this.#thread] ?? 0);
    for (const [place, facetCount] of facetCounts.entries()) {
      const sums = answer.facetCounts[place] as Uint32Array;
      const counts = this.#facetCounts.countsOf(facetCount, later);
      for (let value = 0; value < sums.length; value++) (sums[value] as number) += counts[value] as number;
    }
  }

  /** The first segment with names that could begin with a fragment, and the one after the last. */
  #segmentsBeginningWith(fragment: Uint8Array): [first: number, end: number] {
    const { segments } = this.snapshot.extent;
    const compare = (segment: number) => {
      const text = this.#field(this.#entry(segment), 'text');
      return Buffer.compare(this.#bytes.subarray(text, text + fragment.length), fragment);
    };
    const search = (isAfter: (segment: number) => boolean) => firstFitting(0, segments, isAfter);
    return [Math.max(0, search((segment) => compare(segment) >= 0) - 1), search((segment) => compare(segment) > 0)];
  }

  /** Counts the matches of a segment. If there are facet counts, marks them, and counts them by score. */
  #answer(query: PreparedQuery, facetCounts: readonly FacetCount[], segment: number, answer: SegmentCounts): number {
    const entry = this.#entry(segment);
    const hasScores = facetCounts.includes('score');
    const { bits, scores, topK, facetCounts: counts } = this.#scratch;
    // Counting takes half the time of marking.
    const isCountedAlone = query.hasFragmentAlone && facetCounts.length === 0;
    const found = isCountedAlone
      ? this.#scan.find(entry, (query.needle as PlacedNeedle).at, 0)
      : this.#mark(query, entry, hasScores, hasScores ? topK : 0);
    answer.counts[segment] = found;
    if (found === 0 || !hasScores) return found;
    const best = this.#scan.countByScore(entry, bits, scores, counts.score, topK);
    if (answer.best) answer.best[segment] = best;
    return found;
  }

  /**
   * Marks the matching documents of a segment, and counts them. If they are wanted, writes the scores of the marked documents,
   * without whether they are active; with `topK` only of those that can be among the best.
   */
  #mark(query: PreparedQuery, entry: number, hasScores: boolean, topK = 0): number {
    const { needle, program, numberNeedles, documentRanges, hasKinds, anyOf, activities, nace, slot } = query;
    const scan = this.#scan;
    const { bits, numbers } = this.#scratch;
    const isFiltered = documentRanges.length > 0 || hasKinds || anyOf;
    // Few documents have several words, and their facts are read alone then.
    const isNarrow = isFiltered && program && (query.words?.typed.length ?? 0) > 1;
    if (isFiltered && program && !isNarrow && !this.#mayHaveWords(entry, program, query)) {
      scan.clear(entry, bits);
      return 0;
    }
    scan.all(entry, bits);
    if (isNarrow) this.#keepWords(entry, program, query, false, 0);
    if (isNarrow && scan.count(entry, bits) === 0) return 0;
    if (hasKinds) this.#keepKinds(entry, bits, (kinds, kindBits) => this.#keepKindsOf(query, kinds, kindBits));
    for (const range of documentRanges) this.#keepRange(entry, bits, range);
    if (anyOf) this.#keepAnyOf(entry, anyOf);
    // Reading the text takes the longest, and few segments have records of a single day.
    if (isFiltered && scan.count(entry, bits) === 0) return 0;
    if (needle) this.#keepFragment(entry, needle, query);
    if (program && (hasScores || !isNarrow)) this.#keepWords(entry, program, query, hasScores, topK);
    if (numberNeedles) this.#keepNumbers(entry, numberNeedles);
    const found = needle || program || numberNeedles ? scan.count(entry, bits) : undefined;
    if (found === 0) return 0;
    const size = this.snapshot.extent.activity + 1;
    if (activities) scan.keepActivities(entry, bits, slot.activities, size, numbers);
    if (nace) scan.keepActivities(entry, bits, slot.nace, size, numbers);
    return found === undefined || activities || nace ? scan.count(entry, bits) : found;
  }

  /** Keeps the marked documents of the kinds that are kept. */
  #keepKinds(entry: number, bits: number, keep: (kinds: number, kindBits: number) => void): void {
    const { kindBits, numbers } = this.#scratch;
    const kinds = this.#field(entry, 'kindTable');
    this.#scan.all(kinds, kindBits);
    keep(kinds, kindBits);
    this.#scan.keepKinds(entry, bits, kindBits, numbers);
  }

  #keepKindsOf({ kindRanges, countries, runs, form, slot }: PreparedQuery, kinds: number, bits: number): void {
    const scan = this.#scan;
    const { country, run } = columns;
    for (const range of kindRanges) this.#keepIn(kinds, bits, range);
    if (countries) scan.keepMembers(kinds, bits, country.word, country.shift, country.mask, slot.countries);
    if (runs) scan.keepMembers(kinds, bits, run.word, run.shift, run.mask, slot.runs);
    if (form) scan.keepClass(kinds, bits, this.#facetCounts.formRows(form.table), form.mask, form.value);
  }

  /** Keeps the marked documents that fit one of these lists of ranges. */
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

  /** Keeps the marked documents that have the fragment, or a number that the fragment may mean. */
  #keepFragment(entry: number, needle: PlacedNeedle, { meantNeedles, hasOtherNames }: PreparedQuery): void {
    const { bits, numberBits, nameBits } = this.#scratch;
    this.#scan.find(entry, needle.at, numberBits);
    const others = hasOtherNames ? this.#field(entry, 'others') : 0;
    if (others && this.#scan.find(others, needle.at, nameBits) > 0) this.#scan.uniteOthers(others, numberBits, 0, nameBits, 0, 0);
    this.#addNumbers(entry, meantNeedles);
    this.#scan.intersect(entry, bits, numberBits);
  }

  /** Keeps the marked documents with a name that matches the words, or with a number that the words may mean. */
  #keepWords(entry: number, program: PlacedWords, query: PreparedQuery, hasScores: boolean, topK: number): void {
    const { meantNeedles, hasOtherNames, ranges, form } = query;
    const scan = this.#scan;
    const { bits, numberBits, wordBits, nameBits, otherNameBits, scored } = this.#scratch;
    const scores = hasScores ? this.#scratch.scores : 0;
    const nameScores = hasScores ? this.#scratch.nameScores : 0;
    for (const more of program.more) this.#writeWithin(entry, more, bits);
    scan.markWords(entry, program.at, bits, wordBits, scores, 1, topK);
    const others = hasOtherNames ? this.#field(entry, 'others') : 0;
    if (others && (program.more.length > 0 || scan.mayHaveWords(others, program.at, topK))) {
      for (const more of program.more) this.#writeOtherWithin(entry, others, more);
      if (ranges.length > 0 || form) scan.markOthers(others, bits, nameBits);
      else scan.all(others, nameBits);
      if (scan.markWords(others, program.at, nameBits, otherNameBits, nameScores, 0, topK))
        scan.uniteOthers(others, wordBits, scores, otherNameBits, nameScores, topK);
    }
    if (meantNeedles.length > 0) {
      scan.clear(entry, numberBits);
      this.#addNumbers(entry, meantNeedles);
      scan.unite(entry, wordBits, numberBits);
      if (hasScores) scan.raiseScores(entry, numberBits, scores);
      if (topK) scan.unite(entry, scored, numberBits);
    }
    scan.intersect(entry, bits, wordBits);
  }

  /** Whether a segment may have the words. Looking them up takes less time than filtering the documents. */
  #mayHaveWords(entry: number, { at, more }: PlacedWords, { meantNeedles, hasOtherNames }: PreparedQuery): boolean {
    if (more.length > 0 || meantNeedles.length > 0 || this.#scan.mayHaveWords(entry, at, 0)) return true;
    const others = hasOtherNames ? this.#field(entry, 'others') : 0;
    return others !== 0 && this.#scan.mayHaveWords(others, at, 0) !== 0;
  }

  /** Marks the documents that have what interpretations need besides words. */
  #writeWithin(entry: number, { withins, field, pieces, number }: PlacedMore, documents: number): void {
    const { otherBits } = this.#scratch;
    this.#scan.all(entry, field);
    this.#scan.intersect(entry, field, documents);
    for (const needle of number ? [...pieces, number] : pieces) {
      this.#scan.find(entry, needle.at, otherBits);
      this.#scan.intersect(entry, field, otherBits);
    }
    for (const within of withins) this.#words[within / 4] = field;
  }

  /** The same for other names: the number is that of the record, the pieces are in the name. */
  #writeOtherWithin(entry: number, others: number, { field, pieces, number }: PlacedMore): void {
    const { bits, otherBits, otherNameBits } = this.#scratch;
    this.#scan.all(entry, otherBits);
    if (number) this.#scan.find(entry, number.at, otherBits);
    this.#scan.intersect(entry, otherBits, bits);
    this.#scan.markOthers(others, otherBits, field);
    for (const needle of pieces) {
      this.#scan.find(others, needle.at, otherNameBits);
      this.#scan.intersect(others, field, otherNameBits);
    }
  }

  #field(entry: number, name: keyof typeof layouts.Segment.offsets): number {
    return this.#words[(entry + layouts.Segment.offsets[name]) / 4] as number;
  }

  /** Keeps the marked documents that have one of the numbers. */
  #keepNumbers(entry: number, needles: readonly PlacedNumber[]): void {
    const { bits, numberBits } = this.#scratch;
    this.#scan.clear(entry, numberBits);
    this.#addNumbers(entry, needles);
    this.#scan.intersect(entry, bits, numberBits);
  }

  /** Marks the documents that have one of the numbers, each in its country, in a separate field. */
  #addNumbers(entry: number, needles: readonly PlacedNumber[]): void {
    const { otherBits, numberBits } = this.#scratch;
    for (const needle of needles) {
      const { country } = needle;
      if (this.#scan.find(entry, needle.at, otherBits) === 0) continue;
      if (country !== undefined) this.#keepRange(entry, otherBits, { column: 'country', from: country, to: country });
      this.#scan.unite(entry, numberBits, otherBits);
    }
  }

  #keepRange(entry: number, bits: number, range: Range): void {
    if (columns[range.column].of === 'document') this.#keepIn(entry, bits, range);
    else this.#keepKinds(entry, bits, (kinds, kindBits) => this.#keepIn(kinds, kindBits, range));
  }

  /** Keeps the marked documents, or kinds, whose value is in the range. */
  #keepIn(table: number, bits: number, { column, from, to }: Range): void {
    const { word, shift, mask } = columns[column];
    this.#scan.keepRange(table, bits, word, shift, mask, from, to);
  }

  #prepare(query: Query, slot: number): PreparedQuery {
    const known = this.#prepared[slot];
    if (known?.query === query) return known.prepared;
    const prepared = prepareQuery(query, {
      slot: this.#scratch.slots[slot] as Scratch['slots'][number],
      scratch: this.#scratch,
      snapshot: this.snapshot,
      scan: this.#scan,
      memory: { bytes: this.#bytes, words: this.#words },
    });
    this.#prepared[slot] = { query, prepared };
    return prepared;
  }

  #entry(segment: number): number {
    return this.snapshot.directory + segment * entrySize;
  }
}
