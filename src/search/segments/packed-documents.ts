import { addressKeySize } from '../../company/address-key.ts';
import { activitiesShift, activitySize, factsSize, manyActivities } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import type { SearchBucket } from '../../database/client.ts';

export const idSize = 16;
const lineEnd = 10;
const nameEnd = separator.charCodeAt(0);

/** A record in the search index. Its texts have no line end. */
export interface Line {
  id: Buffer;
  facts: Buffer;
  activities: Buffer;
  text: Buffer;
  /** See other-names.ts; empty if there are none. */
  otherNames: Buffer;
  words: Buffer;
  /** See address-key.ts; empty if there is none. */
  address: Buffer;
}

/** What lines are sorted by: the bytes of the folded name, then those of the id. */
export interface SortKey {
  name: Buffer;
  id: Buffer;
}

export const compareKeys = (one: SortKey, other: SortKey): number =>
  Buffer.compare(one.name, other.name) || Buffer.compare(one.id, other.id);

/** The part of a line's text that it is sorted by. */
export const nameOf = (text: Buffer): Buffer => text.subarray(0, text.indexOf(nameEnd));

/** The columns of a bucket in the database: the parts of all its lines, one after the other. */
export type PackedParts = Record<
  keyof Pick<SearchBucket, 'texts' | 'ids' | 'facts' | 'activities' | 'otherNames' | 'words' | 'addresses'>,
  Buffer
>;

/** The parts that every bucket has. Other names, words and addresses are empty if no line of the bucket has any. */
type LeastParts = Omit<PackedParts, 'otherNames' | 'words' | 'addresses'> & Partial<PackedParts>;

/** The lines of a bucket, in order. */
export class PackedLines {
  readonly texts: Buffer;
  readonly ids: Buffer;
  readonly facts: Buffer;
  readonly activities: Buffer;
  readonly otherNames: Buffer;
  readonly words: Buffer;
  readonly addresses: Buffer;
  readonly count: number;
  /** The end of each line in the texts, the activities, the other names and the words; the first entry is 0. */
  readonly textEnds: Uint32Array;
  readonly activityEnds: Uint32Array;
  readonly nameEnds: Uint32Array;
  readonly wordEnds: Uint32Array;

  constructor({ texts, ids, facts, activities, otherNames, words, addresses }: LeastParts) {
    this.texts = texts;
    this.ids = ids;
    this.facts = facts;
    this.activities = activities;
    this.count = this.ids.length / idSize;
    // Here every line has an end, even if no line has a text.
    this.otherNames = otherNames?.length ? otherNames : Buffer.alloc(this.count, lineEnd);
    this.words = words?.length ? words : Buffer.alloc(this.count, lineEnd);
    this.addresses = addresses?.length ? addresses : Buffer.alloc(this.count * addressKeySize);
    this.textEnds = this.#endsIn(this.texts);
    this.nameEnds = this.#endsIn(this.otherNames);
    this.wordEnds = this.#endsIn(this.words);
    this.activityEnds = new Uint32Array(this.count + 1);
    for (let line = 0; line < this.count; line++) {
      const listed = this.activityEnds[line] as number;
      let size = this.facts.readUInt32BE(line * factsSize) >>> activitiesShift;
      if (size === manyActivities) size = 1 + this.activities.readUIntBE(listed, activitySize);
      this.activityEnds[line + 1] = listed + size * activitySize;
    }
  }

  #endsIn(bytes: Buffer): Uint32Array {
    const ends = new Uint32Array(this.count + 1);
    for (let line = 0; line < this.count; line++) ends[line + 1] = bytes.indexOf(lineEnd, ends[line]) + 1;
    return ends;
  }

  keyOf(line: number): SortKey {
    const text = this.texts.subarray(this.textEnds[line], this.textEnds[line + 1]);
    return { name: nameOf(text), id: this.ids.subarray(line * idSize, (line + 1) * idSize) };
  }

  /** The first line, starting at `from`, that does not come before a key. */
  find(key: SortKey, from: number): number {
    // If many lines are added, most of them belong right before the line at `from`.
    if (from >= this.count || compareKeys(this.keyOf(from), key) >= 0) return from;
    let [low, high] = [from + 1, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(this.keyOf(middle), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A buffer that grows at its end, and from whose beginning bytes are taken. */
class Bytes {
  #buffer = Buffer.allocUnsafe(64 * 1024);
  length = 0;

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  addLine(text: Uint8Array): void {
    this.add(text);
    this.#reserve(1);
    this.#buffer[this.length++] = lineEnd;
  }

  take(length: number): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, length));
    this.#buffer.copyWithin(0, length, this.length);
    this.length -= length;
    return taken;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + more));
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
  }
}

/** The sizes of a line in bytes. */
interface LineSizes {
  text: number;
  activities: number;
  otherNames: number;
  words: number;
}

const noAddress = Buffer.alloc(addressKeySize);

/** Packs lines into the columns of buckets. */
export class LinePacker {
  readonly #texts = new Bytes();
  readonly #ids = new Bytes();
  readonly #facts = new Bytes();
  readonly #activities = new Bytes();
  readonly #otherNames = new Bytes();
  readonly #words = new Bytes();
  readonly #addresses = new Bytes();
  #sizes: LineSizes[] = [];

  get count(): number {
    return this.#sizes.length;
  }

  add({ id, facts, activities, text, otherNames, words, address }: Line): void {
    this.#texts.addLine(text);
    this.#ids.add(id);
    this.#facts.add(facts);
    this.#activities.add(activities);
    this.#otherNames.addLine(otherNames);
    this.#words.addLine(words);
    this.#addresses.add(address.length > 0 ? address : noAddress);
    this.#sizes.push({
      text: text.length + 1,
      activities: activities.length,
      otherNames: otherNames.length + 1,
      words: words.length + 1,
    });
  }

  /** Adds some lines of a bucket. */
  addRange(lines: PackedLines, from: number, to: number): void {
    if (from >= to) return;
    const { textEnds, activityEnds, nameEnds, wordEnds } = lines;
    this.#texts.add(lines.texts.subarray(textEnds[from], textEnds[to]));
    this.#ids.add(lines.ids.subarray(from * idSize, to * idSize));
    this.#facts.add(lines.facts.subarray(from * factsSize, to * factsSize));
    this.#activities.add(lines.activities.subarray(activityEnds[from], activityEnds[to]));
    this.#otherNames.add(lines.otherNames.subarray(nameEnds[from], nameEnds[to]));
    this.#words.add(lines.words.subarray(wordEnds[from], wordEnds[to]));
    this.#addresses.add(lines.addresses.subarray(from * addressKeySize, to * addressKeySize));
    const size = (ends: Uint32Array, line: number) => (ends[line + 1] as number) - (ends[line] as number);
    for (let line = from; line < to; line++)
      this.#sizes.push({
        text: size(textEnds, line),
        activities: size(activityEnds, line),
        otherNames: size(nameEnds, line),
        words: size(wordEnds, line),
      });
  }

  /** Removes and returns the first lines. */
  take(count: number): PackedParts {
    const sum: LineSizes = { text: 0, activities: 0, otherNames: 0, words: 0 };
    for (const size of this.#sizes.slice(0, count)) {
      sum.text += size.text;
      sum.activities += size.activities;
      sum.otherNames += size.otherNames;
      sum.words += size.words;
    }
    this.#sizes = this.#sizes.slice(count);
    const addresses = this.#addresses.take(count * addressKeySize);
    const unlessEmpty = (lines: Buffer) => (lines.length === count ? lines.subarray(0, 0) : lines);
    return {
      texts: this.#texts.take(sum.text),
      ids: this.#ids.take(count * idSize),
      facts: this.#facts.take(count * factsSize),
      activities: this.#activities.take(sum.activities),
      otherNames: unlessEmpty(this.#otherNames.take(sum.otherNames)),
      words: unlessEmpty(this.#words.take(sum.words)),
      addresses: addresses.some((byte) => byte !== 0) ? addresses : addresses.subarray(0, 0),
    };
  }
}
