import type pg from 'pg';
import { separator } from '../../company/search-text.ts';
import type { SearchBucket } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import {
  compareKeys,
  idSize,
  type Line,
  LinePacker,
  PackedLines,
  type PackedParts,
  type SortKey,
} from '../segments/packed-documents.ts';

/** In lines: the size of a new bucket, and the sizes between which a bucket is left as it is. */
const [usualSize, leastSize, mostSize] = [1_536, 512, 2_048];

/** A line to add, or the key of a line to remove. */
export interface Change extends SortKey {
  line: Line | undefined;
}

interface BucketStart extends SortKey {
  bucket: string;
}

const listStarts = sql<Pick<SearchBucket, 'id' | 'firstName'> & { first: Buffer }>`
  SELECT id, first_name AS "firstName", uuid_send(first_id) AS first FROM search_bucket`;

async function bucketStarts(client: pg.Client): Promise<BucketStart[]> {
  const { rows } = await client.query(listStarts);
  const starts = rows.map(({ id, firstName, first }) => ({ bucket: id, name: Buffer.from(firstName), id: first }));
  return starts.sort(compareKeys);
}

const takeBucket = sql<PackedParts>`DELETE FROM search_bucket WHERE id = $1 
  RETURNING texts, ids, facts, activities, other_names AS "otherNames", words, addresses`;

const putBucket = sql`INSERT INTO search_bucket (first_name, first_id, size, texts, ids, facts, activities, other_names,
    words, addresses) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/** A bucket that is being copied, and how many of its lines are copied. */
interface OpenBucket {
  index: number;
  lines: PackedLines;
  copied: number;
}

/**
 * Rewrites buckets, from the first to the last. A bucket never changes: a bucket with a change is replaced by a new one. A bucket
 * that would be too large is split; one that would be too small is joined with the next one.
 */
export class Rewriting {
  readonly #client: pg.Client;
  readonly #starts: readonly BucketStart[];
  readonly #meanwhile: (() => Promise<void>) | undefined;
  readonly #packer = new LinePacker();
  #open: OpenBucket | undefined;
  #last: SortKey | undefined;
  #writing: Promise<unknown> | undefined;

  private constructor(client: pg.Client, starts: readonly BucketStart[], meanwhile: (() => Promise<void>) | undefined) {
    this.#client = client;
    this.#starts = starts;
    this.#meanwhile = meanwhile;
  }

  /** `meanwhile` gives the database other work, whenever we have a bucket to copy. */
  static async of(client: pg.Client, meanwhile?: () => Promise<void>): Promise<Rewriting> {
    return new Rewriting(client, await bucketStarts(client), meanwhile);
  }

  /** If it returns a promise, the caller must await it before the next call. */
  apply(change: Change): Promise<void> | undefined {
    if (this.#last && compareKeys(this.#last, change) > 0) throw new Error('The lines of the search index are not in order.');
    this.#last = change;
    if (!this.#open || this.#isBehind(change)) return this.#openFor(change).then((open) => this.#change(open, change));
    return this.#change(this.#open, change);
  }

  async finish(): Promise<void> {
    while (this.#open) await this.#close();
    await this.#writing;
  }

  async #openFor(change: Change): Promise<OpenBucket> {
    while (this.#open && this.#isBehind(change)) await this.#close();
    this.#open ??= await this.#read(this.#bucketOf(change));
    return this.#open;
  }

  #change(open: OpenBucket, change: Change): Promise<void> | undefined {
    const { lines, copied } = open;
    const place = lines.find(change, copied);
    this.#packer.addRange(lines, copied, place);
    open.copied = place;
    if (change.line) this.#packer.add(change.line);
    else if (place < lines.count && compareKeys(lines.keyOf(place), change) === 0) open.copied = place + 1;
    else throw new Error(`The search index lacks the record ${change.id.toString('hex')}.`);
    return this.#packer.count >= 2 * usualSize ? this.#write(usualSize) : undefined;
  }

  #isBehind(change: Change): boolean {
    const next = this.#starts[(this.#open?.index ?? 0) + 1];
    return next !== undefined && compareKeys(next, change) <= 0;
  }

  /** The last bucket that starts at the key or before it. The first bucket also takes keys before its start. */
  #bucketOf(change: Change): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(this.#starts[middle] as BucketStart, change) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Opens a bucket and deletes its row. */
  async #read(index: number): Promise<OpenBucket> {
    // A pg client should have only one statement at a time in flight.
    await this.#writing;
    const nothing = Buffer.alloc(0);
    const bucket = this.#starts[index]?.bucket;
    const { rows } = bucket
      ? await this.#client.query({ name: 'take bucket', text: takeBucket, values: [bucket] })
      : { rows: [] };
    if (rows[0]) this.#writeMeanwhile(this.#meanwhile?.());
    const lines = new PackedLines(rows[0] ?? { texts: nothing, ids: nothing, facts: nothing, activities: nothing });
    return { index, lines, copied: 0 };
  }

  /** Ends the open bucket. If too few lines are left for a bucket, the next one is opened with them. */
  async #close(): Promise<void> {
    const { index, lines, copied } = this.#open as OpenBucket;
    this.#packer.addRange(lines, copied, lines.count);
    while (this.#packer.count >= 2 * usualSize) await this.#write(usualSize);
    if (this.#packer.count > 0 && this.#packer.count < leastSize && index + 1 < this.#starts.length) {
      this.#open = await this.#read(index + 1);
      return;
    }
    this.#open = undefined;
    if (this.#packer.count > mostSize) await this.#write(this.#packer.count >> 1);
    if (this.#packer.count > 0) await this.#write(this.#packer.count);
  }

  /** The database writes a bucket while the next one is packed. */
  async #write(count: number): Promise<void> {
    await this.#writing;
    const parts = this.#packer.take(count);
    const name = parts.texts.subarray(0, parts.texts.indexOf(separator));
    const first = [name.toString(), parts.ids.subarray(0, idSize).toString('hex')];
    const { texts, ids, facts, activities, otherNames, words, addresses } = parts;
    const values = [...first, count, texts, ids, facts, activities, otherNames, words, addresses];
    this.#writeMeanwhile(this.#client.query({ name: 'put bucket', text: putBucket, values }));
  }

  #writeMeanwhile(writing: Promise<unknown> | undefined): void {
    this.#writing = writing;
    // A later await reports an error. Until then an error must not count as unhandled.
    writing?.catch(() => {});
  }
}
