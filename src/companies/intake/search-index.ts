import type pg from 'pg';
import type { SearchBucket } from '../../database/client.ts';
import { readBinary } from '../../database/copy-out.ts';
import { sql } from '../../database/sql.ts';
import { locks } from '../../kernel/locks.ts';
import { countryNumber, packActivities, packedWords } from '../format/facts.ts';
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
/** In pages of the database: so much of the sorted lines is fetched at a time, about a megabyte. */
const fetchedPages = 128;

/** The part of the search text that records are sorted by, as SQL. */
const sortKey = (text: string): string => `split_part(${text}, E'\\x0${separator.charCodeAt(0)}', 1) COLLATE "C"`;

interface IndexedImport {
  registerId: string;
  countryCode: string;
  /** The number of the import. */
  ordinal: number;
}

/** $1 is the number of the country, $2 that of the import. */
const puts = (table: string, rows: string) => `(SELECT ${sortKey('search_text')} AS name, ${table}.id, 1 AS kind,
    uuid_send(${table}.id) || ${packedWords('$1::int', 'form.id', '$2::int')} AS packed, unlicensed, licensed, search_text AS text
  FROM ${rows} LEFT JOIN legal_form AS form ON form.value = ${table}.legal_form)`;

const takes = (table: string) => `(SELECT ${sortKey('old_text')} AS name, id, 0 AS kind,
    uuid_send(id) AS packed, '{}'::int[] AS unlicensed, '{}'::int[] AS licensed, old_text AS text
  FROM ${table} WHERE old_text IS NOT NULL)`;

/** A table that is made by a query has its rows in their order, one page behind the other. */
const sortedLines = (...parts: string[]) => sql`CREATE TEMPORARY TABLE line ON COMMIT DROP AS
  SELECT packed, unlicensed, licensed, text FROM (${parts.join(' UNION ALL ')}) AS changes ORDER BY name, id, kind`;
/** $3 is the register. */
const sortFirst = sortedLines(puts('entity', '(SELECT * FROM entity WHERE register_id = $3) AS entity'));
const sortChanges = sortedLines(puts('staged', 'staged JOIN difference USING (id)'), takes('difference'), takes('removed'));

/** Indexes a register that had no records: all that it has now. */
export async function indexFirst(client: pg.Client, about: IndexedImport, tell: (done: number) => void): Promise<void> {
  await client.query(lock, [locks.searchIndex]);
  await client.query(sortFirst, [countryNumber(about.countryCode), about.ordinal, about.registerId]);
  await rewriteBuckets(client, tell);
}

/** Indexes what an import changed: the tables "difference" and "removed" have the text that was indexed before. */
export async function indexChanges(client: pg.Client, about: IndexedImport, tell: (done: number) => void): Promise<void> {
  await client.query(lock, [locks.searchIndex]);
  await client.query(sortChanges, [countryNumber(about.countryCode), about.ordinal]);
  await rewriteBuckets(client, tell);
}

const lock = sql`SELECT pg_advisory_xact_lock($1)`;

/** A line that is added, or the key of one that goes. */
interface Change extends SortKey {
  line: Line | undefined;
}

/** Goes through the changes in the order of the names, and writes the buckets anew that they are in. */
async function rewriteBuckets(client: pg.Client, tell: (done: number) => void): Promise<void> {
  const rewriting = new Rewriting(client, await bucketStarts(client));
  let done = 0;
  for await (const rows of fetchLines(client)) {
    for (const row of rows) {
      const wait = rewriting.apply(changeOf(row));
      // Most changes need no waiting, and a wait for nothing has its price.
      if (wait) await wait;
    }
    done += rows.length;
    tell(done);
  }
  await rewriting.finish();
}

type LineRow = [packed: Buffer, unlicensed: Buffer, licensed: Buffer, text: Buffer];

const countPages = sql<{ pages: number }>`
  SELECT (pg_relation_size('pg_temp.line') / current_setting('block_size')::int)::int AS pages`;
/** COPY takes no parameters. */
const copyLines = (page: number) => `COPY (
    SELECT packed, unlicensed, licensed, text FROM line WHERE ctid >= '(${page},0)' AND ctid < '(${page + fetchedPages},0)'
  ) TO STDOUT (FORMAT binary)`;

/** The sorted lines, by COPY: as plain rows they would take twice the time. While some are worked on, the next ones come. */
async function* fetchLines(client: pg.Client): AsyncGenerator<LineRow[]> {
  const { rows } = await client.query(countPages);
  const pages = rows[0]?.pages ?? 0;
  const fetch = async (page: number) => (page < pages ? ((await readBinary(client, copyLines(page))) as LineRow[]) : []);
  let next = fetch(0);
  for (let page = 0; page < pages; page += fetchedPages) {
    const lines = await next;
    next = fetch(page + fetchedPages);
    // A failure is seen by who awaits it later.
    next.catch(() => {});
    yield lines;
  }
}

function changeOf([packed, unlicensed, licensed, text]: LineRow): Change {
  const id = packed.subarray(0, idSize);
  const name = nameOf(text);
  if (packed.length === idSize) return { name, id, line: undefined };
  const activities = packActivities(numbersOf(unlicensed), numbersOf(licensed));
  return { name, id, line: { id, facts: packed.subarray(idSize), activities, text } };
}

/** In PostgreSQL's binary format a list of numbers has 20 bytes before them, and each has its size before it. */
function numbersOf(list: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 24; at < list.length; at += 8) numbers.push(list.readInt32BE(at));
  return numbers;
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
  #last: SortKey | undefined;
  #writing: Promise<unknown> | undefined;

  constructor(client: pg.Client, starts: readonly BucketStart[]) {
    this.#client = client;
    this.#starts = starts;
  }

  /** If it gives a promise, the next one must wait for it. */
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

  /** The database writes a bucket while the next one is packed. */
  async #write(count: number): Promise<void> {
    await this.#writing;
    const parts = this.#packer.take(count);
    const name = parts.texts.subarray(0, parts.texts.indexOf(separator));
    const first = [name.toString(), parts.ids.subarray(0, idSize).toString('hex')];
    const values = [...first, count, parts.texts, parts.ids, parts.facts, parts.activities];
    this.#writing = this.#client.query({ name: 'put bucket', text: putBucket, values });
    // A failure is seen by who awaits it later.
    this.#writing.catch(() => {});
  }
}
