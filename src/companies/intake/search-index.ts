import type pg from 'pg';
import { locks } from '../../kernel/locks.ts';
import { factsSize, packedWords } from '../facts.ts';
import { separator } from '../fold.ts';
import { comparePlaces, idSize, type Line, LinePacker, nameOf, PackedLines, type Place } from '../search/packed-lines.ts';

/*
 * The index of the search. A search must say exactly how many of millions of names hold a fragment, and give any page of them at once, in the order of
 * the names. So the names are kept sorted and cut into *buckets*, stretches of about 1,500 neighbours. The names of a bucket, and what they are filtered
 * by, are packed into one row of "search_bucket"; every instance has all rows in memory and reads them from end to end for each question. The matches
 * are counted by bucket, and the counts tell which bucket a page begins in.
 * In memory a bucket is cut further, into 32 *blocks*, and has a *signature* that tells which blocks have which pieces of four letters. A block that
 * lacks a piece of the fragment is not read; so rare fragments are found at once.
 * This file keeps the buckets. They never change: an import puts new ones in place of those that its records lie in, in its own transaction. A bucket
 * that has become too large is cut, one that has become too small is joined with its neighbour.
 */

/** How many lines a new bucket has, and between which numbers it is left as it is. */
const [usualSize, leastSize, mostSize] = [1_536, 512, 2_048];
/** So many changes are fetched at a time. */
const fetchSize = 5_000;

/** The part of the search text that the records are sorted by. The escape is the separator of fold.ts. */
const sortKey = (text: string): string => `split_part(${text}, E'\\x0${separator.charCodeAt(0)}', 1) COLLATE "C"`;

export interface IndexedImport {
  countryCode: string;
  /** The number of the import. */
  ordinal: number;
}

/** Indexes a register that had no records: all that is staged. */
export async function indexFirst(client: pg.Client, about: IndexedImport): Promise<void> {
  await prepare(client);
  await rewriteBuckets(client, puts('staged', about));
}

/** Indexes what an import changed: the rows of the table "difference", and of the table "removed", each with the text that was indexed before. */
export async function indexChanges(client: pg.Client, about: IndexedImport): Promise<void> {
  await prepare(client);
  const taken = (table: string) =>
    `SELECT ${sortKey('old_text')} AS name, id, 0 AS kind, old_text AS text, uuid_send(id) AS packed FROM ${table} WHERE old_text IS NOT NULL`;
  await rewriteBuckets(
    client,
    `${puts('staged JOIN difference USING (id)', about)} UNION ALL ${taken('difference')} UNION ALL ${taken('removed')}`,
  );
}

const puts = (rows: string, { countryCode, ordinal }: IndexedImport) =>
  `SELECT ${sortKey('search_text')} AS name, staged.id, 1 AS kind, search_text AS text,
     uuid_send(staged.id) || ${packedWords(countryCode, 'form.id', String(ordinal))} || activities AS packed
   FROM ${rows} LEFT JOIN legal_form AS form ON form.value = staged.legal_form`;

async function prepare(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [locks.searchIndex]);
  await client.query(
    `INSERT INTO legal_form (value) SELECT DISTINCT legal_form FROM staged
     WHERE legal_form IS NOT NULL AND NOT EXISTS (SELECT FROM legal_form WHERE value = staged.legal_form) ON CONFLICT DO NOTHING`,
  );
}

/** A line that comes, or one that goes. */
interface Change extends Place {
  line: Line | undefined;
}

/** Goes through the changes in the order of the names, and writes the buckets that they lie in anew. */
async function rewriteBuckets(client: pg.Client, changes: string): Promise<void> {
  await client.query(
    `DECLARE change NO SCROLL CURSOR FOR SELECT kind::text || encode(packed, 'hex') AS packed, text FROM (${changes}) AS changes ORDER BY name, id, kind`,
  );
  const rewriting = new Rewriting(client, await bucketStarts(client));
  const fetch = () => client.query<{ packed: string; text: string }>(`FETCH ${fetchSize} FROM change`);
  for (let next = fetch(); ; ) {
    const { rows } = await next;
    if (rows.length === 0) break;
    // The database goes on while these are put in their places.
    next = fetch();
    for (const row of rows) await rewriting.apply(changeOf(row));
  }
  await rewriting.finish();
  await client.query('CLOSE change');
}

function changeOf({ packed, text }: { packed: string; text: string }): Change {
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

interface BucketStart extends Place {
  bucket: string;
}

async function bucketStarts(client: pg.Client): Promise<BucketStart[]> {
  const { rows } = await client.query<{ bucket: string; name: string; first: Buffer }>(
    'SELECT id AS bucket, first_name AS name, uuid_send(first_id) AS first FROM search_bucket',
  );
  const starts = rows.map(({ bucket, name, first }) => ({ bucket, name: Buffer.from(name), id: first }));
  return starts.sort(comparePlaces);
}

/** A bucket that is being copied, and how far it has been. */
interface OpenBucket {
  index: number;
  lines: PackedLines;
  copied: number;
}

/** Buckets being written anew, from the first to the last. */
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
    else if (place < lines.count && comparePlaces(lines.placeOf(place), change) === 0) this.#open.copied = place + 1;
    else throw new Error(`The search index lacks the record ${change.id.toString('hex')}.`);
    if (this.#packer.count >= 2 * usualSize) await this.#write(usualSize);
  }

  async finish(): Promise<void> {
    while (this.#open) await this.#close();
  }

  #isBehind(change: Change): boolean {
    const next = this.#starts[(this.#open?.index ?? 0) + 1];
    return next !== undefined && comparePlaces(next, change) <= 0;
  }

  /** The last bucket that starts no later; the first one also has what comes before its start. */
  #bucketOf(change: Change): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePlaces(this.#starts[middle] as BucketStart, change) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Opens a bucket, whose row is gone from then on. */
  async #read(index: number): Promise<OpenBucket> {
    const nothing = Buffer.alloc(0);
    const bucket = this.#starts[index]?.bucket;
    const { rows } = bucket
      ? await this.#client.query<{ texts: Buffer; ids: Buffer; facts: Buffer; activities: Buffer }>({
          name: 'take bucket',
          text: 'DELETE FROM search_bucket WHERE id = $1 RETURNING texts, ids, facts, activities',
          values: [bucket],
        })
      : { rows: [] };
    const lines = new PackedLines(rows[0] ?? { texts: nothing, ids: nothing, facts: nothing, activities: nothing });
    return { index, lines, copied: 0 };
  }

  /** Ends the open bucket. What is left of it is too little to stand alone now and then: then the next one is opened with it. */
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
    await this.#client.query({
      name: 'put bucket',
      text: `INSERT INTO search_bucket (first_name, first_id, size, texts, ids, facts, activities)
             VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values: [
        name.toString(),
        parts.ids.subarray(0, idSize).toString('hex'),
        count,
        parts.texts,
        parts.ids,
        parts.facts,
        parts.activities,
      ],
    });
  }
}
