import { activitiesShift, columns, licensedBit } from '../format/facts.ts';
import type { Answer, Job, Question, Range } from './question.ts';
import type { ScanModule } from './scan-module.ts';
import { entrySize, type Scratch, type Snapshot, scratchAt, tallyRange } from './snapshot.ts';

/** A needle in the shared memory. */
interface Placed {
  at: number;
  length: number;
  /** Its bytes that the signature knows: pieces don't reach over the end of a line. */
  signed: number;
  rare: [number, number];
  begins: 0 | 1 | 2;
}

/** A question whose needles and sets lie in the shared memory. */
interface Prepared extends Question {
  needle: Placed | undefined;
  numberNeedles: (Placed & { country: number })[] | undefined;
  slot: Scratch['slots'][number];
}

const lineEnd = 10;
const beginnings = { anything: 0, word: 1, line: 2 } as const;

/** Of a line that is looked at by itself: its text, or its facts, which take longer. */
const bytesRead = 30;

const hasFragmentAlone = ({ numbers, ranges, runs, activities }: Question): boolean =>
  !numbers && ranges.length === 0 && !runs && !activities;
const isEverything = (question: Question): boolean => !question.fragment && hasFragmentAlone(question);

/** Answers questions about the buckets of a snapshot, in one thread. */
export class Matcher {
  readonly snapshot: Snapshot;
  readonly #scan: ScanModule;
  readonly #work: Scratch;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;

  constructor(scan: ScanModule, memory: WebAssembly.Memory, snapshot: Snapshot, thread: number) {
    this.snapshot = snapshot;
    this.#scan = scan;
    this.#work = scratchAt(snapshot.scratches[thread] ?? 0, snapshot.extent);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#words = new Uint32Array(memory.buffer, 0, memory.buffer.byteLength >> 2);
  }

  /** The buckets that may have what is asked for, in order, and about how many bytes are to be read of them. */
  shortlist({ question, tallies }: Pick<Job, 'question' | 'tallies'>): { buckets: number[] | undefined; bytes: number } {
    const { extent, directory } = this.snapshot;
    const { needle, numberNeedles } = this.#prepare(question, 0);
    const needles = numberNeedles ?? (needle ? [needle] : []);
    const isTelling = needles.length > 0 && needles.every(({ signed }) => signed >= 4);
    if (!isTelling)
      return { buckets: undefined, bytes: isEverything(question) && tallies.length === 0 ? 0 : extent.lines * bytesRead };
    const buckets = new Set<number>();
    let bytes = 0;
    for (const { at, signed } of needles) {
      const list = this.#work.list / 4;
      const listed = this.#scan.shortlist(directory, extent.buckets, at, signed, this.#work.list);
      bytes += this.#words[list] as number;
      for (let place = list + 1; place <= list + listed; place++) buckets.add(this.#words[place] as number);
    }
    return { buckets: needles.length > 1 ? [...buckets].sort((a, b) => a - b) : [...buckets], bytes };
  }

  /** The buckets that may have what is asked for, in order; names that begin with the same letters stand together. */
  possibleBuckets(question: Question): number[] {
    const { fragment } = question;
    const [first, end] = fragment?.begins === 'line' ? this.#beginning(fragment.bytes) : [0, this.snapshot.extent.buckets];
    const { buckets } = this.shortlist({ question, tallies: [] });
    if (buckets) return buckets.filter((bucket) => bucket >= first && bucket < end);
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  }

  /** The lines of a bucket that fit, by number. */
  lines(question: Question, bucket: number): number[] {
    this.#match(this.#prepare(question, 0), this.#entry(bucket));
    const lines: number[] = [];
    const first = this.#work.bits / 4;
    for (let word = 0; word < Math.ceil(this.#linesOf(bucket) / 32); word++) {
      let bits = this.#words[first + word] as number;
      for (; bits !== 0; bits &= bits - 1) lines.push(32 * word + 31 - Math.clz32(bits & -bits));
    }
    return lines;
  }

  /** The value of a line. */
  value(bucket: number, line: number, column: Range['column']): number {
    const { word, shift, mask } = columns[column];
    const facts = this.#words[this.#entry(bucket) / 4 + 3] as number;
    return (((this.#words[(facts + 12 * line + word) / 4] as number) >>> shift) & mask) >>> 0;
  }

  /** Answers jobs for the buckets that it is given, until there is none. */
  run(jobs: readonly Job[], answers: readonly Answer[], next: () => number | undefined): void {
    const prepared = jobs.map(({ question }, slot) => this.#prepare(question, slot));
    for (const { tallies } of jobs) for (const tally of tallies) this.#tallyWords(tally).fill(0);
    for (let bucket = next(); bucket !== undefined; bucket = next()) {
      for (const [index, job] of jobs.entries()) this.#answer(job, prepared[index] as Prepared, bucket, answers[index] as Answer);
    }
    for (const [index, { tallies }] of jobs.entries())
      for (const [place, tally] of tallies.entries()) answers[index]?.tallies[place]?.set(this.#tallyWords(tally));
  }

  /** The first bucket with names that could begin with a fragment, and the one behind the last. */
  #beginning(fragment: Uint8Array): [first: number, end: number] {
    const { buckets } = this.snapshot.extent;
    // Compared by so many bytes, the names of all buckets are still in order.
    const compare = (bucket: number) => {
      const text = this.#words[this.#entry(bucket) / 4] as number;
      return Buffer.compare(this.#bytes.subarray(text, text + fragment.length), fragment);
    };
    const search = (isBehind: (bucket: number) => boolean) => {
      let [low, high] = [0, buckets];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBehind(middle)) high = middle;
        else low = middle + 1;
      }
      return low;
    };
    return [Math.max(0, search((bucket) => compare(bucket) >= 0) - 1), search((bucket) => compare(bucket) > 0)];
  }

  #answer({ parts, tallies }: Job, question: Prepared, bucket: number, { counts }: Answer): void {
    const [scan, entry, { bits, partBits }] = [this.#scan, this.#entry(bucket), this.#work];
    const isPlain = tallies.length === 0 && parts.every((ranges) => ranges.length === 0) && hasFragmentAlone(question);
    // Where nothing else is wanted, counting takes half the time that marking takes.
    const found = isPlain && question.needle ? this.#find(entry, question.needle, 0) : this.#match(question, entry);
    if (found === 0) return;
    for (const [index, ranges] of parts.entries()) {
      const place = index * this.snapshot.extent.buckets + bucket;
      if (ranges.length === 0) counts[place] = found;
      else {
        scan.all(entry, partBits);
        scan.intersect(entry, partBits, bits);
        for (const range of ranges) this.#keep(entry, partBits, range);
        counts[place] = scan.count(entry, partBits);
      }
    }
    for (const tally of tallies) {
      const [{ base }, at] = [tallyRange(tally, this.snapshot.extent), this.#work.tallies[tally]];
      if (tally === 'unlicensed' || tally === 'licensed')
        scan.tallyActivities(entry, bits, activitiesShift, tally === 'licensed' ? 1 : 0, at);
      else {
        const { word, shift, mask } = columns[tally];
        scan.tally(entry, bits, word, shift, mask, base, at);
      }
    }
  }

  /** Marks the lines of a bucket that fit; gives how many they are. */
  #match({ needle, numberNeedles, ranges, runs, activities, slot }: Prepared, entry: number): number {
    const [scan, { bits, otherBits }] = [this.#scan, this.#work];
    if (needle) this.#find(entry, needle, bits);
    else scan.all(entry, bits);
    if (numberNeedles) this.#keepNumbers(entry, numberNeedles);
    if ((needle || numberNeedles) && scan.count(entry, bits) === 0) return 0;
    for (const range of ranges) this.#keep(entry, bits, range);
    const { word, shift, mask } = columns.run;
    if (runs) scan.keepMembers(entry, bits, word, shift, mask, slot.runs);
    if (activities) scan.keepActivities(entry, bits, activitiesShift, slot.activities, activities.length, otherBits);
    return scan.count(entry, bits);
  }

  #keepNumbers(entry: number, needles: (Placed & { country: number })[]): void {
    const [scan, { bits, otherBits, partBits }] = [this.#scan, this.#work];
    scan.all(entry, partBits);
    this.#keep(entry, partBits, { column: 'country', from: 0xfff, to: 0xfff });
    for (const needle of needles) {
      this.#find(entry, needle, otherBits);
      this.#keep(entry, otherBits, { column: 'country', from: needle.country, to: needle.country });
      scan.unite(entry, partBits, otherBits);
    }
    scan.intersect(entry, bits, partBits);
  }

  #find(entry: number, { at, length, signed, rare, begins }: Placed, bits: number): number {
    return this.#scan.find(entry, at, length, signed, rare[0], rare[1], begins, bits);
  }

  #keep(entry: number, bits: number, { column, from, to }: Range): void {
    const { word, shift, mask } = columns[column];
    this.#scan.keepRange(entry, bits, word, shift, mask, from, to);
  }

  #prepare(question: Question, slot: number): Prepared {
    const place = this.#work.slots[slot] as Scratch['slots'][number];
    let at = place.needles;
    const put = (bytes: Uint8Array, begins: Placed['begins'] = 0): Placed => {
      this.#bytes.set(bytes, at);
      const signed = bytes.at(-1) === lineEnd ? bytes.length - 1 : bytes.length;
      const placed = { at, length: bytes.length, signed, rare: this.#rarest(bytes), begins };
      at += bytes.length + 8;
      return placed;
    };
    // What no record has needs no place.
    const { activity: last, run } = this.snapshot.extent;
    const activities = question.activities?.filter((id) => (id & (licensedBit - 1)) <= last);
    this.#words.set(activities ?? [], place.activities / 4);
    if (question.runs) {
      this.#bytes.fill(0, place.runs, place.runs + run + 1);
      for (const one of question.runs) this.#bytes[place.runs + one] = 1;
    }
    return {
      ...question,
      activities,
      needle: question.fragment && put(question.fragment.bytes, beginnings[question.fragment.begins ?? 'anything']),
      numberNeedles: question.numbers?.map(({ bytes, country }) => ({ ...put(bytes), country })),
      slot: place,
    };
  }

  /** Where the two rarest bytes of a needle stand. */
  #rarest(bytes: Uint8Array): [number, number] {
    const { frequencies } = this.snapshot;
    const places = [...bytes.keys()].sort((a, b) => (frequencies[bytes[a] ?? 0] ?? 0) - (frequencies[bytes[b] ?? 0] ?? 0));
    return [places[0] ?? 0, places[1] ?? 0];
  }

  #tallyWords(tally: Job['tallies'][number]): Uint32Array {
    const start = this.#work.tallies[tally] / 4;
    return this.#words.subarray(start, start + 1 + tallyRange(tally, this.snapshot.extent).size);
  }

  #entry(bucket: number): number {
    return this.snapshot.directory + bucket * entrySize;
  }

  #linesOf(bucket: number): number {
    return this.#words[this.#entry(bucket) / 4 + 2] as number;
  }
}
