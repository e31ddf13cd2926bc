import type { SearchBucket } from '../../database/client.ts';
import { activitiesShift, activitySize, factsSize, manyActivities } from './facts.ts';
import { separator } from './search-text.ts';

export const idSize = 16;
const lineEnd = 10;
const nameEnd = separator.charCodeAt(0);

/** A record in the search index. Its text has no line end. */
export interface Line {
  id: Buffer;
  facts: Buffer;
  activities: Buffer;
  text: Buffer;
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
export type PackedParts = Record<keyof Pick<SearchBucket, 'texts' | 'ids' | 'facts' | 'activities'>, Buffer>;

/** The lines of a bucket, in order. */
export class PackedLines {
  readonly texts: Buffer;
  readonly ids: Buffer;
  readonly facts: Buffer;
  readonly activities: Buffer;
  readonly count: number;
  /** The end of each line in the texts and in the activities; the first entry is 0. */
  readonly textEnds: Uint32Array;
  readonly activityEnds: Uint32Array;

  constructor(parts: PackedParts) {
    ({ texts: this.texts, ids: this.ids, facts: this.facts, activities: this.activities } = parts);
    this.count = this.ids.length / idSize;
    this.textEnds = new Uint32Array(this.count + 1);
    this.activityEnds = new Uint32Array(this.count + 1);
    for (let line = 0; line < this.count; line++) {
      this.textEnds[line + 1] = this.texts.indexOf(lineEnd, this.textEnds[line]) + 1;
      const listed = this.activityEnds[line] as number;
      let size = this.facts.readUInt32BE(line * factsSize) >>> activitiesShift;
      if (size === manyActivities) size = 1 + this.activities.readUIntBE(listed, activitySize);
      this.activityEnds[line + 1] = listed + size * activitySize;
    }
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

  addByte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.length++] = byte;
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

/** Packs lines into the columns of buckets. */
export class LinePacker {
  readonly #texts = new Bytes();
  readonly #ids = new Bytes();
  readonly #facts = new Bytes();
  readonly #activities = new Bytes();
  /** The sizes of each line in bytes. */
  #sizes: [text: number, activities: number][] = [];

  get count(): number {
    return this.#sizes.length;
  }

  add({ id, facts, activities, text }: Line): void {
    this.#texts.add(text);
    this.#texts.addByte(lineEnd);
    this.#ids.add(id);
    this.#facts.add(facts);
    this.#activities.add(activities);
    this.#sizes.push([text.length + 1, activities.length]);
  }

  /** Adds some lines of a bucket. */
  addRange(lines: PackedLines, from: number, to: number): void {
    if (from >= to) return;
    const { textEnds, activityEnds } = lines;
    this.#texts.add(lines.texts.subarray(textEnds[from], textEnds[to]));
    this.#ids.add(lines.ids.subarray(from * idSize, to * idSize));
    this.#facts.add(lines.facts.subarray(from * factsSize, to * factsSize));
    this.#activities.add(lines.activities.subarray(activityEnds[from], activityEnds[to]));
    for (let line = from; line < to; line++) {
      const text = (textEnds[line + 1] as number) - (textEnds[line] as number);
      this.#sizes.push([text, (activityEnds[line + 1] as number) - (activityEnds[line] as number)]);
    }
  }

  /** Removes and returns the first lines. */
  take(count: number): PackedParts {
    let text = 0;
    let activities = 0;
    for (const size of this.#sizes.slice(0, count)) {
      text += size[0];
      activities += size[1];
    }
    this.#sizes = this.#sizes.slice(count);
    return {
      texts: this.#texts.take(text),
      ids: this.#ids.take(count * idSize),
      facts: this.#facts.take(count * factsSize),
      activities: this.#activities.take(activities),
    };
  }
}
