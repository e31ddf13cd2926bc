import type pg from 'pg';
import { readBinary } from '../../database/copy-out.ts';
import { sql } from '../../database/sql.ts';
import { locks } from '../../kernel/locks.ts';
import { countryNumber, packActivities, packedWords } from '../format/facts.ts';
import { idSize, nameOf } from '../format/packed-lines.ts';
import { separator } from '../format/search-text.ts';
import { type Change, Rewriting } from './rewriting.ts';

/*
 * Indexes an import, in its own transaction, see search/README.md. The database sorts what changed; the buckets that it lies in
 * are written anew.
 */

/** In pages of the database: so much of the sorted lines is fetched at a time, some two thousand. */
const fetchedPages = 32;

/** The part of the search text that records are sorted by, as SQL. */
const sortKey = (text: string): string => `split_part(${text}, E'\\x0${separator.charCodeAt(0)}', 1) COLLATE "C"`;

interface IndexedImport {
  registerId: string;
  countryCode: string;
  /** The number of the import. */
  ordinal: number;
}

/** Of one import: $1 is the number of the country, $2 that of the import. */
const ofImport = packedWords('$1::int', 'form.id', '$2::int');
const puts = (
  table: string,
  rows: string,
  words = ofImport,
) => `(SELECT ${sortKey('search_text')} AS name, ${table}.id, 1 AS kind,
    uuid_send(${table}.id) || ${words} AS packed, unlicensed, licensed, search_text AS text
  FROM ${rows} LEFT JOIN legal_form AS form ON form.value = ${table}.legal_form)`;

const takes = (table: string) => `(SELECT ${sortKey('old_text')} AS name, id, 0 AS kind,
    uuid_send(id) AS packed, '{}'::int[] AS unlicensed, '{}'::int[] AS licensed, old_text AS text
  FROM ${table} WHERE old_text IS NOT NULL)`;

/** A table that is made by a query has its rows in their order, one page behind the other. */
const sortedLines = (...parts: string[]) => sql`CREATE TEMPORARY TABLE line ON COMMIT DROP AS
  SELECT packed, unlicensed, licensed, text FROM (${parts.join(' UNION ALL ')}) AS changes ORDER BY name, id, kind`;
/** $3 is the register. */
const sortFirst = sortedLines(puts('entity', '(SELECT * FROM entity WHERE register_id = $3) AS entity'));
/** Samples go with the first real file. */
const sortReplaced = sortedLines(puts('entity', '(SELECT * FROM entity WHERE register_id = $3) AS entity'), takes('removed'));
const sortChanges = sortedLines(puts('staged', 'staged JOIN difference USING (id)'), takes('difference'), takes('removed'));

/** Of any import: the number of the country as `countryNumber` has it, and the import that last changed the record. */
const ofAny = packedWords('((ascii(country_code) - 65) * 26 + ascii(substr(country_code, 2)) - 65)', 'form.id', 'ordinal');
const withRuns = `(SELECT entity.*, ordinal FROM entity JOIN refolded USING (id) JOIN import_run ON import_run.id = import_run_id
  ) AS entity`;
const sortRefolded = sortedLines(puts('entity', withRuns, ofAny), takes('refolded'));

/** Indexes a register that had no records, or samples, which the table "removed" has: all that it has now. */
export async function indexFirst(
  client: pg.Client,
  about: IndexedImport,
  hadSamples: boolean,
  tell: (done: number) => void,
): Promise<void> {
  await client.query(hadSamples ? sortReplaced : sortFirst, [countryNumber(about.countryCode), about.ordinal, about.registerId]);
  await rewriteBuckets(client, tell);
}

/** Indexes what an import changed: the tables "difference" and "removed" have the text that was indexed before. */
export async function indexChanges(client: pg.Client, about: IndexedImport, tell: (done: number) => void): Promise<void> {
  await client.query(sortChanges, [countryNumber(about.countryCode), about.ordinal]);
  await rewriteBuckets(client, tell);
}

/** Records that are indexed anew, by the text that was indexed before. */
export const createRefolded = sql`
  CREATE TEMPORARY TABLE refolded (id UUID, old_text TEXT, new_text TEXT) ON COMMIT DROP`;

/** Indexes records whose text is another now: the table "refolded" has the text that was indexed before. */
export async function indexRefolded(client: pg.Client, tell: (done: number) => void): Promise<void> {
  await client.query(sortRefolded);
  await rewriteBuckets(client, tell);
}

const lock = sql`SELECT pg_advisory_xact_lock($1)`;

/** Goes through the sorted lines, and writes the buckets anew that they are in. From here to the commit other imports wait. */
async function rewriteBuckets(client: pg.Client, tell: (done: number) => void): Promise<void> {
  await client.query(lock, [locks.searchIndex]);
  const rewriting = await Rewriting.of(client);
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
