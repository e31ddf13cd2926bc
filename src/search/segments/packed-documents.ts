import { addressKeySize } from '../../company/address-key.ts';
import { activitiesShift, activitySize, factsSize, manyActivities } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import type { SearchSegment } from '../../database/client.ts';
import { GrowingBuffer } from './growing-buffer.ts';

export const idSize = 16;
export const lineEnd = 10;
export const nameEnd = separator.charCodeAt(0);

/** A record in the search index. Its texts have no line end. */
export interface Document {
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

/** What documents are sorted by: the bytes of the normalized name, then those of the id. */
export interface SortKey {
  name: Buffer;
  id: Buffer;
}

export const compareKeys = (one: SortKey, other: SortKey): number =>
  Buffer.compare(one.name, other.name) || Buffer.compare(one.id, other.id);

/** The part of a document's text that it is sorted by. */
export const nameOf = (text: Buffer): Buffer => text.subarray(0, text.indexOf(nameEnd));

/** The first number, from one on and before another, that fits; or that other one. All after the first that fits do, too. */
export function firstFitting(low: number, high: number, fits: (number: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** In the columns with texts each document ends with a line end. In these every document has as many bytes. */
const fixedSizes = { ids: idSize, facts: factsSize, addresses: addressKeySize };
const columnNames = ['texts', 'ids', 'facts', 'activities', 'otherNames', 'words', 'addresses'] as const;
type ColumnName = (typeof columnNames)[number] & keyof SearchSegment;
const forEachColumn = <Value>(make: (name: ColumnName) => Value) =>
  Object.fromEntries(columnNames.map((name) => [name, make(name)])) as Record<ColumnName, Value>;

/** The columns of a segment in the database: those of all its documents, one after the other. */
export type PackedColumns = Record<ColumnName, Buffer>;

/** The columns that every segment has. Other names, words and addresses are empty if no document of the segment has any. */
type StoredColumns = Omit<PackedColumns, 'otherNames' | 'words' | 'addresses'> & Partial<PackedColumns>;

/** The documents of a segment, in order. */
export class PackedDocuments {
  readonly columns: PackedColumns;
  readonly count: number;
  /** The end of each document in each column; the first entry is 0. */
  readonly ends: Record<ColumnName, Uint32Array>;

  constructor(stored: StoredColumns) {
    this.count = stored.ids.length / idSize;
    // Here every document has an end, even if no document has a text.
    this.columns = {
      ...stored,
      otherNames: stored.otherNames?.length ? stored.otherNames : Buffer.alloc(this.count, lineEnd),
      words: stored.words?.length ? stored.words : Buffer.alloc(this.count, lineEnd),
      addresses: stored.addresses?.length ? stored.addresses : Buffer.alloc(this.count * addressKeySize),
    };
    this.ends = forEachColumn((name) => this.#endsIn(name));
  }

  #endsIn(name: ColumnName): Uint32Array {
    const ends = new Uint32Array(this.count + 1);
    const { facts, activities, [name]: column } = this.columns;
    const endAfter = (start: number, document: number) => {
      if (name !== 'activities')
        return name in fixedSizes ? start + fixedSizes[name as never] : column.indexOf(lineEnd, start) + 1;
      const count = facts.readUInt32BE(document * factsSize) >>> activitiesShift;
      return start + activitySize * (count === manyActivities ? 1 + activities.readUIntBE(start, activitySize) : count);
    };
    for (let document = 0; document < this.count; document++) ends[document + 1] = endAfter(ends[document] as number, document);
    return ends;
  }

  /** What a document has in a column. */
  part(name: ColumnName, document: number): Buffer {
    return this.columns[name].subarray(this.ends[name][document], this.ends[name][document + 1]);
  }

  keyOf(document: number): SortKey {
    return { name: nameOf(this.part('texts', document)), id: this.part('ids', document) };
  }

  /** The first document, starting at `from`, that does not come before a key. */
  find(key: SortKey, from: number): number {
    // If many documents are added, most of them belong right before the document at `from`.
    if (from >= this.count || compareKeys(this.keyOf(from), key) >= 0) return from;
    return firstFitting(from + 1, this.count, (document) => compareKeys(this.keyOf(document), key) >= 0);
  }
}

const noAddress = Buffer.alloc(addressKeySize);

/** Packs documents into the columns of segments. */
export class DocumentPacker {
  readonly #columns = forEachColumn(() => ({ bytes: new GrowingBuffer(), sizes: [] as number[] }));

  get count(): number {
    return this.#columns.ids.sizes.length;
  }

  add({ id, facts, activities, text, otherNames, words, address }: Document): void {
    this.#add('texts', text, lineEnd);
    this.#add('ids', id);
    this.#add('facts', facts);
    this.#add('activities', activities);
    this.#add('otherNames', otherNames, lineEnd);
    this.#add('words', words, lineEnd);
    this.#add('addresses', address.length > 0 ? address : noAddress);
  }

  #add(name: ColumnName, part: Buffer, end?: number): void {
    const { bytes, sizes } = this.#columns[name];
    const before = bytes.length;
    bytes.add(part);
    if (end !== undefined) bytes.addNumber(end, 1);
    sizes.push(bytes.length - before);
  }

  /** Adds some documents of a segment. */
  addRange({ columns, ends }: PackedDocuments, from: number, to: number): void {
    if (from >= to) return;
    for (const name of columnNames) {
      const own = ends[name];
      const { bytes, sizes } = this.#columns[name];
      bytes.add(columns[name].subarray(own[from], own[to]));
      for (let document = from; document < to; document++) sizes.push((own[document + 1] as number) - (own[document] as number));
    }
  }

  /** Removes and returns the first documents. */
  take(count: number): PackedColumns {
    const taken = forEachColumn((name) => {
      const { bytes, sizes } = this.#columns[name];
      return bytes.take(sizes.splice(0, count).reduce((sum, size) => sum + size, 0));
    });
    const { otherNames, words, addresses } = taken;
    const unlessEmpty = (lines: Buffer) => (lines.length === count ? lines.subarray(0, 0) : lines);
    return {
      ...taken,
      otherNames: unlessEmpty(otherNames),
      words: unlessEmpty(words),
      addresses: addresses.some((byte) => byte !== 0) ? addresses : addresses.subarray(0, 0),
    };
  }
}
