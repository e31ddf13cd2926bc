import type pg from 'pg';
import { separator } from '../../company/search-text.ts';
import type { SearchSegment } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import {
  compareKeys,
  type Document,
  DocumentPacker,
  idSize,
  PackedDocuments,
  type PackedParts,
  type SortKey,
} from '../segments/packed-documents.ts';

/** In documents: the size of a new segment, and the sizes between which a segment is left as it is. */
const [usualSize, leastSize, mostSize] = [1_536, 512, 2_048];

/** A document to add, or the key of a document to remove. */
export interface Change extends SortKey {
  document: Document | undefined;
}

interface SegmentStart extends SortKey {
  segment: string;
}

const listStarts = sql<Pick<SearchSegment, 'id' | 'firstName'> & { first: Buffer }>`
  SELECT id, first_name AS "firstName", uuid_send(first_id) AS first FROM search_segment`;

async function segmentStarts(client: pg.Client): Promise<SegmentStart[]> {
  const { rows } = await client.query(listStarts);
  const starts = rows.map(({ id, firstName, first }) => ({ segment: id, name: Buffer.from(firstName), id: first }));
  return starts.sort(compareKeys);
}

const takeSegment = sql<PackedParts>`DELETE FROM search_segment WHERE id = $1 
  RETURNING texts, ids, facts, activities, other_names AS "otherNames", words, addresses`;

const putSegment = sql`INSERT INTO search_segment (first_name, first_id, size, texts, ids, facts, activities, other_names,
    words, addresses) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** A segment that is being copied, and how many of its documents are copied. */
interface OpenSegment {
  index: number;
  documents: PackedDocuments;
  copied: number;
}

/**
 * Rewrites segments, from the first to the last. A segment never changes: a segment with a change is replaced by a new one. A
 * segment that would be too large is split; one that would be too small is joined with the next one.
 */
export class Rewriting {
  readonly #client: pg.Client;
  readonly #starts: readonly SegmentStart[];
  readonly #meanwhile: (() => Promise<void>) | undefined;
  readonly #packer = new DocumentPacker();
  #open: OpenSegment | undefined;
  #last: SortKey | undefined;
  #writing: Promise<unknown> | undefined;

  private constructor(client: pg.Client, starts: readonly SegmentStart[], meanwhile: (() => Promise<void>) | undefined) {
    this.#client = client;
    this.#starts = starts;
    this.#meanwhile = meanwhile;
  }

  /** `meanwhile` gives the database other work, whenever we have a segment to copy. */
  static async of(client: pg.Client, meanwhile?: () => Promise<void>): Promise<Rewriting> {
    return new Rewriting(client, await segmentStarts(client), meanwhile);
  }

  /** If it returns a promise, the caller must await it before the next call. */
  apply(change: Change): Promise<void> | undefined {
    if (this.#last && compareKeys(this.#last, change) > 0) throw new Error('The documents of the search index are not in order.');
    this.#last = change;
    if (!this.#open || this.#isBehind(change)) return this.#openFor(change).then((open) => this.#change(open, change));
    return this.#change(this.#open, change);
  }

  async finish(): Promise<void> {
    while (this.#open) await this.#close();
    await this.#writing;
  }

  async #openFor(change: Change): Promise<OpenSegment> {
    while (this.#open && this.#isBehind(change)) await this.#close();
    this.#open ??= await this.#read(this.#segmentOf(change));
    return this.#open;
  }

  #change(open: OpenSegment, change: Change): Promise<void> | undefined {
    const { documents, copied } = open;
    const place = documents.find(change, copied);
    this.#packer.addRange(documents, copied, place);
    open.copied = place;
    if (change.document) this.#packer.add(change.document);
    else if (place < documents.count && compareKeys(documents.keyOf(place), change) === 0) open.copied = place + 1;
    else throw new Error(`The search index lacks the record ${change.id.toString('hex')}.`);
    return this.#packer.count >= 2 * usualSize ? this.#write(usualSize) : undefined;
  }

  #isBehind(change: Change): boolean {
    const next = this.#starts[(this.#open?.index ?? 0) + 1];
    return next !== undefined && compareKeys(next, change) <= 0;
  }

  /** The last segment that starts at the key or before it. The first segment also takes keys before its start. */
  #segmentOf(change: Change): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(this.#starts[middle] as SegmentStart, change) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Opens a segment and deletes its row. */
  async #read(index: number): Promise<OpenSegment> {
    // A pg client should have only one statement at a time in flight.
    await this.#writing;
    const nothing = Buffer.alloc(0);
    const segment = this.#starts[index]?.segment;
    const { rows } = segment
      ? await this.#client.query({ name: 'take segment', text: takeSegment, values: [segment] })
      : { rows: [] };
    if (rows[0]) this.#writeMeanwhile(this.#meanwhile?.());
    const documents = new PackedDocuments(rows[0] ?? { texts: nothing, ids: nothing, facts: nothing, activities: nothing });
    return { index, documents, copied: 0 };
  }

  /** Ends the open segment. If too few documents are left for a segment, the next one is opened with them. */
  async #close(): Promise<void> {
    const { index, documents, copied } = this.#open as OpenSegment;
    this.#packer.addRange(documents, copied, documents.count);
    while (this.#packer.count >= 2 * usualSize) await this.#write(usualSize);
    if (this.#packer.count > 0 && this.#packer.count < leastSize && index + 1 < this.#starts.length) {
      this.#open = await this.#read(index + 1);
      return;
    }
    this.#open = undefined;
    if (this.#packer.count > mostSize) await this.#write(this.#packer.count >> 1);
    if (this.#packer.count > 0) await this.#write(this.#packer.count);
  }

  /** The database writes a segment while the next one is packed. */
  async #write(count: number): Promise<void> {
    await this.#writing;
    const parts = this.#packer.take(count);
    const name = parts.texts.subarray(0, parts.texts.indexOf(separator));
    const first = [name.toString(), parts.ids.subarray(0, idSize).toString('hex')];
    const { texts, ids, facts, activities, otherNames, words, addresses } = parts;
    const values = [...first, count, texts, ids, facts, activities, otherNames, words, addresses];
    this.#writeMeanwhile(this.#client.query({ name: 'put segment', text: putSegment, values }));
  }

  #writeMeanwhile(writing: Promise<unknown> | undefined): void {
    this.#writing = writing;
    // A later await reports an error. Until then an error must not count as unhandled.
    writing?.catch(() => {});
  }
}
