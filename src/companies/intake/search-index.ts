import type pg from 'pg';
import type { SearchBucket } from '../../database/client.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { type Statement, sql } from '../../database/sql.ts';
import { locks } from '../../kernel/locks.ts';
import { countryNumber, factsSize, packedWords } from '../format/facts.ts';
import { separator } from '../format/fold.ts';
import {
  compareKeys,
  idSize,
  type Line,
  LinePacker,
  nameOf,
  PackedLines,
  type PackedParts,
  type SortKey,
} from '../format/packed-lines.ts';

/*
 * Writes the buckets of the search index, see search/README.md. A bucket never changes: an import replaces those that its records
 * are in, in its own transaction. One that would be too large is cut, one that would be too small is joined with its neighbour.
 */

/** In lines: the size of a new bucket, and the sizes between which a bucket is left as it is. */
const [usualSize, leastSize, mostSize] = [1_536, 512, 2_048];
/** In rows. */
const fetchSize = 5_000;

/** The part of the search text that records are sorted by, as SQL. */
const sortKey = (text: string): string => `split_part(${text}, E'\\x0${separator.charCodeAt(0)}', 1) COLLATE "C"`;

interface IndexedImport {
  countryCode: string;
  /** The number of the import. */
  ordinal: number;
}

/** $1 is the number of the country, $2 that of the import. */
const puts = (rows: string) => `(SELECT ${sortKey('search_text')} AS name, staged.id, 1 AS kind, search_text AS text,
    uuid_send(staged.id) || ${packedWords('$1::int', 'form.id', '$2::int')} || activities AS packed
  FROM ${rows} LEFT JOIN legal_form AS form ON form.value = staged.legal_form)`;

const takes = (table: string) => `(SELECT ${sortKey('old_text')} AS name, id, 0 AS kind, old_text AS text,
    uuid_send(id) AS packed
  FROM ${table} WHERE old_text IS NOT NULL)`;

interface ChangeRow {
  packed: string;
  text: string;
}

const inOrder = (...parts: string[]) => sql<ChangeRow>`
  SELECT kind::text || encode(packed, 'hex') AS packed, text FROM (${parts.join(' UNION ALL ')}) AS changes
  ORDER BY name, id, kind`;
const listFirst = inOrder(puts('staged'));
const listChanges = inOrder(puts('staged JOIN difference USING (id)'), takes('difference'), takes('removed'));

/** Indexes a register that had no records: all staged rows. */
export async function indexFirst(client: pg.Client, about: IndexedImport, tell: (done: number) => void): Promise<void> {
  await prepare(client);
  await rewriteBuckets(client, listFirst, about, tell);
}

/** Indexes what an import changed: the tables "difference" and "removed" have the text that was indexed before. */
export async function indexChanges(client: pg.Client, about: IndexedImport, tell: (done: number) => void): Promise<void> {
  await prepare(client);
  await rewriteBuckets(client, listChanges, about, tell);
}

const lock = sql`SELECT pg_advisory_xact_lock($1)`;
const learnForms = sql`INSERT INTO legal_form (value) SELECT DISTINCT legal_form FROM staged
  WHERE legal_form IS NOT NULL AND NOT EXISTS (SELECT FROM legal_form WHERE value = staged.legal_form) ON CONFLICT DO NOTHING`;

async function prepare(client: pg.Client): Promise<void> {
  await client.query(lock, [locks.searchIndex]);
  await client.query(learnForms);
}

/** A line that is added, or the key of one that goes. */
interface Change extends SortKey {
  line: Line | undefined;
}

/** Goes through the changes in the order of the names, and writes the buckets anew that they are in. */
async function rewriteBuckets(
  client: pg.Client,
  changes: Statement<ChangeRow>,
  { countryCode, ordinal }: IndexedImport,
  tell: (done: number) => void,
): Promise<void> {
  const rewriting = new Rewriting(client, await bucketStarts(client));
  let done = 0;
  const query = { name: 'change', text: changes, values: [countryNumber(countryCode), ordinal] };
  for await (const rows of fetchBatches(client, query, fetchSize)) {
    for (const row of rows) await rewriting.apply(changeOf(row));
    done += rows.length;
    tell(done);
  }
  await rewriting.finish();
}

function changeOf({ packed, text }: ChangeRow): Change {
  const bytes = Buffer.from(packed.slice(1), 'hex');
  const id = bytes.subarray(0, idSize);
  const line = {
    id,
    facts: bytes.subarray(idSize, idSize + factsSize),
    activities: bytes.subarray(idSize + factsSize),
    text: Buffer.from(text),
  };
  return { name: nameOf(line.text), id, line: packed[0] === '1' ? line : undefined };
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

const takeBucket = sql<PackedParts>`DELETE FROM search_bucket WHERE id = $1 RETURNING texts, ids, facts, activities`;

const putBucket = sql`INSERT INTO search_bucket (first_name, first_id, size, texts, ids, facts, activities)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** A bucket that is being copied, and how many of its lines have been. */
interface OpenBucket {
  index: number;
  lines: PackedLines;
  copied: number;
}

/** Writes buckets anew, from the first to the last. */
class Rewriting {
  readonly #client: pg.Client;
  readonly #starts: readonly BucketStart[];
  readonly #packer = new LinePacker();
  #open: OpenBucket | undefined;

  constructor(client: pg.Client, starts: readonly BucketStart[]) {
    this.#client = client;
    this.#starts = starts;
  }

  async apply(change: Change): Promise<void> {
    while (this.#open && this.#isBehind(change)) await this.#close();
    this.#open ??= await this.#read(this.#bucketOf(change));
    const { lines, copied } = this.#open;
    const place = lines.find(change, copied);
    this.#packer.addRange(lines, copied, place);
    this.#open.copied = place;
    if (change.line) this.#packer.add(change.line);
    else if (place < lines.count && compareKeys(lines.keyOf(place), change) === 0) this.#open.copied = place + 1;
    else throw new Error(`The search index lacks the record ${change.id.toString('hex')}.`);
    if (this.#packer.count >= 2 * usualSize) await this.#write(usualSize);
  }

  async finish(): Promise<void> {
    while (this.#open) await this.#close();
  }

  #isBehind(change: Change): boolean {
    const next = this.#starts[(this.#open?.index ?? 0) + 1];
    return next !== undefined && compareKeys(next, change) <= 0;
  }

  /** The last bucket that starts no later. The first one also takes what comes before its start. */
  #bucketOf(change: Change): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(this.#starts[middle] as BucketStart, change) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Opens a bucket, and deletes its row. */
  async #read(index: number): Promise<OpenBucket> {
    const nothing = Buffer.alloc(0);
    const bucket = this.#starts[index]?.bucket;
    const { rows } = bucket
      ? await this.#client.query({ name: 'take bucket', text: takeBucket, values: [bucket] })
      : { rows: [] };
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

  async #write(count: number): Promise<void> {
    const parts = this.#packer.take(count);
    const name = parts.texts.subarray(0, parts.texts.indexOf(separator));
    const first = [name.toString(), parts.ids.subarray(0, idSize).toString('hex')];
    const values = [...first, count, parts.texts, parts.ids, parts.facts, parts.activities];
    await this.#client.query({ name: 'put bucket', text: putBucket, values });
  }
}
