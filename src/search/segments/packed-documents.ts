import { addressKeyBytes } from '../../company/address-key.ts';
import { activitiesShift, activityBytes, factsBytes, manyActivities } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import type { SearchSegment } from '../../database/client.ts';

export const idSize = 16;
const lineEnd = 10;
const nameEnd = separator.charCodeAt(0);

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

/** The columns of a segment in the database: the parts of all its documents, one after the other. */
export type PackedParts = Record<
  keyof Pick<SearchSegment, 'texts' | 'ids' | 'facts' | 'activities' | 'otherNames' | 'words' | 'addresses'>,
  Buffer
>;

/** The parts that every segment has. Other names, words and addresses are empty if no document of the segment has any. */
type LeastParts = Omit<PackedParts, 'otherNames' | 'words' | 'addresses'> & Partial<PackedParts>;

/** The documents of a segment, in order. */
export class PackedDocuments {
  readonly texts: Buffer;
  readonly ids: Buffer;
  readonly facts: Buffer;
  readonly activities: Buffer;
  readonly otherNames: Buffer;
  readonly words: Buffer;
  readonly addresses: Buffer;
  readonly count: number;
  /** The end of each document in the texts, the activities, the other names and the words; the first entry is 0. */
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
    // Here every document has an end, even if no document has a text.
    this.otherNames = otherNames?.length ? otherNames : Buffer.alloc(this.count, lineEnd);
    this.words = words?.length ? words : Buffer.alloc(this.count, lineEnd);
    this.addresses = addresses?.length ? addresses : Buffer.alloc(this.count * addressKeyBytes);
    this.textEnds = this.#endsIn(this.texts);
    this.nameEnds = this.#endsIn(this.otherNames);
    this.wordEnds = this.#endsIn(this.words);
    this.activityEnds = new Uint32Array(this.count + 1);
    for (let document = 0; document < this.count; document++) {
      const listed = this.activityEnds[document] as number;
      let size = this.facts.readUInt32BE(document * factsBytes) >>> activitiesShift;
      if (size === manyActivities) size = 1 + this.activities.readUIntBE(listed, activityBytes);
      this.activityEnds[document + 1] = listed + size * activityBytes;
    }
  }

  #endsIn(bytes: Buffer): Uint32Array {
    const ends = new Uint32Array(this.count + 1);
    for (let document = 0; document < this.count; document++) ends[document + 1] = bytes.indexOf(lineEnd, ends[document]) + 1;
    return ends;
  }

  keyOf(document: number): SortKey {
    const text = this.texts.subarray(this.textEnds[document], this.textEnds[document + 1]);
    return { name: nameOf(text), id: this.ids.subarray(document * idSize, (document + 1) * idSize) };
  }

  /** The first document, starting at `from`, that does not come before a key. */
  find(key: SortKey, from: number): number {
    // If many documents are added, most of them belong right before the document at `from`.
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

  addDocument(text: Uint8Array): void {
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

/** The sizes of a document in bytes. */
interface DocumentSizes {
  text: number;
  activities: number;
  otherNames: number;
  words: number;
}

const noAddress = Buffer.alloc(addressKeyBytes);

/** Packs documents into the columns of segments. */
export class DocumentPacker {
  readonly #texts = new Bytes();
  readonly #ids = new Bytes();
  readonly #facts = new Bytes();
  readonly #activities = new Bytes();
  readonly #otherNames = new Bytes();
  readonly #words = new Bytes();
  readonly #addresses = new Bytes();
  #sizes: DocumentSizes[] = [];

  get count(): number {
    return this.#sizes.length;
  }

  add({ id, facts, activities, text, otherNames, words, address }: Document): void {
    this.#texts.addDocument(text);
    this.#ids.add(id);
    this.#facts.add(facts);
    this.#activities.add(activities);
    this.#otherNames.addDocument(otherNames);
    this.#words.addDocument(words);
    this.#addresses.add(address.length > 0 ? address : noAddress);
    this.#sizes.push({
      text: text.length + 1,
      activities: activities.length,
      otherNames: otherNames.length + 1,
      words: words.length + 1,
    });
  }

  /** Adds some documents of a segment. */
  addRange(documents: PackedDocuments, from: number, to: number): void {
    if (from >= to) return;
    const { textEnds, activityEnds, nameEnds, wordEnds } = documents;
    this.#texts.add(documents.texts.subarray(textEnds[from], textEnds[to]));
    this.#ids.add(documents.ids.subarray(from * idSize, to * idSize));
    this.#facts.add(documents.facts.subarray(from * factsBytes, to * factsBytes));
    this.#activities.add(documents.activities.subarray(activityEnds[from], activityEnds[to]));
    this.#otherNames.add(documents.otherNames.subarray(nameEnds[from], nameEnds[to]));
    this.#words.add(documents.words.subarray(wordEnds[from], wordEnds[to]));
    this.#addresses.add(documents.addresses.subarray(from * addressKeyBytes, to * addressKeyBytes));
    const size = (ends: Uint32Array, document: number) => (ends[document + 1] as number) - (ends[document] as number);
    for (let document = from; document < to; document++)
      this.#sizes.push({
        text: size(textEnds, document),
        activities: size(activityEnds, document),
        otherNames: size(nameEnds, document),
        words: size(wordEnds, document),
      });
  }

  /** Removes and returns the first documents. */
  take(count: number): PackedParts {
    const sum: DocumentSizes = { text: 0, activities: 0, otherNames: 0, words: 0 };
    for (const size of this.#sizes.slice(0, count)) {
      sum.text += size.text;
      sum.activities += size.activities;
      sum.otherNames += size.otherNames;
      sum.words += size.words;
    }
    this.#sizes = this.#sizes.slice(count);
    const addresses = this.#addresses.take(count * addressKeyBytes);
    const unlessEmpty = (documents: Buffer) => (documents.length === count ? documents.subarray(0, 0) : documents);
    return {
      texts: this.#texts.take(sum.text),
      ids: this.#ids.take(count * idSize),
      facts: this.#facts.take(count * factsBytes),
      activities: this.#activities.take(sum.activities),
      otherNames: unlessEmpty(this.#otherNames.take(sum.otherNames)),
      words: unlessEmpty(this.#words.take(sum.words)),
      addresses: addresses.some((byte) => byte !== 0) ? addresses : addresses.subarray(0, 0),
    };
  }
}
