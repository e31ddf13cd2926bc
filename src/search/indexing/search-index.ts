import type pg from 'pg';
import { countryNumber, packActivities, packedWords } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import { integersIn, readPages } from '../../database/copy-out.ts';
import { sql } from '../../database/sql.ts';
import { locks } from '../../kernel/locks.ts';
import { idSize, nameOf } from '../segments/packed-documents.ts';
import { type Change, openRewriting } from './rewriting.ts';

/*
 * Indexes an import in the transaction of the import, see search/README.md. The database sorts the changed documents. Then every
 * segment with a change is rewritten.
 */

/** The sorted documents are fetched in steps of so many database pages, which hold about two thousand documents. */
const fetchedPages = 32;

/** The part of the search text that records are sorted by, as SQL. */
const sortKey = (text: string): string => `split_part(${text}, E'\\x0${separator.charCodeAt(0)}', 1) COLLATE "C"`;

interface IndexedImport {
  registerId: string;
  countryCode: string;
  /** The number of the import. */
  ordinal: number;
}

/** For the records of one import: $1 is the number of the country, $2 the number of the import. */
const ofImport = packedWords('$1::int', 'form.id', '$2::int');
const puts = (
  table: string,
  rows: string,
  words = ofImport,
) => `(SELECT ${sortKey('search_text')} AS name, ${table}.id, 1 AS kind,
    uuid_send(${table}.id) || ${words} AS packed, unlicensed, licensed, search_text AS text,
    coalesce(other_names_text, '') AS other_names, coalesce(words_text, '') AS words, coalesce(address_key, '') AS address
  FROM ${rows} LEFT JOIN legal_form AS form ON form.value = ${table}.legal_form)`;

const takes = (table: string) => `(SELECT ${sortKey('old_text')} AS name, id, 0 AS kind,
    uuid_send(id) AS packed, '{}'::int[] AS unlicensed, '{}'::int[] AS licensed, old_text AS text,
    '' AS other_names, '' AS words, ''::bytea AS address
  FROM ${table} WHERE old_text IS NOT NULL)`;

/** CREATE TABLE AS writes the rows to its pages in the order of the query, so the table can be read page by page. */
const sortedDocuments = (...parts: string[]) => sql`CREATE TEMPORARY TABLE document ON COMMIT DROP AS
  SELECT packed, unlicensed, licensed, text, other_names, words, address FROM (${parts.join(' UNION ALL ')}) AS changes
  ORDER BY name, id, kind`;
/** $3 is the register. */
const sortFirst = sortedDocuments(puts('entity', '(SELECT * FROM entity WHERE register_id = $3) AS entity'));
/** The first real file removes the samples. */
const sortReplaced = sortedDocuments(puts('entity', '(SELECT * FROM entity WHERE register_id = $3) AS entity'), takes('removed'));
const sortChanges = sortedDocuments(puts('difference', 'difference'), takes('difference'), takes('removed'));

/** For records of any import: the country's number, computed as in `countryNumber`, and the last import of the record. */
const ofAny = packedWords('((ascii(country_code) - 65) * 26 + ascii(substr(country_code, 2)) - 65)', 'form.id', 'ordinal');
const withRuns = `(SELECT entity.*, ordinal FROM entity JOIN reindexed USING (id) JOIN import_run ON import_run.id = import_run_id
  ) AS entity`;
const sortReindexed = sortedDocuments(puts('entity', withRuns, ofAny), takes('reindexed'));

/** Indexes all records of a register that had none before, or only samples. The table "removed" has those samples. */
export async function indexFirst(
  client: pg.Client,
  about: IndexedImport,
  hadSamples: boolean,
  onProgress: (done: number) => void,
): Promise<void> {
  await client.query(hadSamples ? sortReplaced : sortFirst, [countryNumber(about.countryCode), about.ordinal, about.registerId]);
  await rewriteSegments(client, onProgress);
}

/**
 * Indexes what an import changed: the tables "difference" and "removed" also have the text that was indexed before. `meanwhile`
 * gives the database other work of the import, some at a time.
 */
export async function indexChanges(
  client: pg.Client,
  about: IndexedImport,
  onProgress: (done: number) => void,
  meanwhile: () => Promise<void>,
): Promise<void> {
  await client.query(sortChanges, [countryNumber(about.countryCode), about.ordinal]);
  await rewriteSegments(client, onProgress, meanwhile);
}

/** Records that are indexed again, with the text that was indexed before. */
export const createReindexed = sql`CREATE TEMPORARY TABLE reindexed (
    id UUID, old_text TEXT, new_text TEXT, new_other_names TEXT, new_words TEXT, new_address BYTEA
  ) ON COMMIT DROP`;

/** Indexes records with a new search text: the table "reindexed" has the text that was indexed before. */
export async function reindex(client: pg.Client): Promise<void> {
  await client.query(sortReindexed);
  await rewriteSegments(client, () => {});
}

const lock = sql`SELECT pg_advisory_xact_lock($1)`;

/** Rewrites the segments of the sorted documents. From here until the commit, other imports wait. */
async function rewriteSegments(
  client: pg.Client,
  onProgress: (done: number) => void,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  await client.query(lock, [locks.searchIndex]);
  const rewriting = await openRewriting(client, meanwhile);
  let done = 0;
  const documents = { table: 'document', pagesAtOnce: fetchedPages, statement: listDocuments };
  for await (const rows of readPages(client, documents)) {
    for (const row of rows) {
      const wait = rewriting.apply(changeOf(row as DocumentRow));
      // Most changes return no promise, and a needless await of each would be slow.
      if (wait) await wait;
      done += 1;
    }
    onProgress(done);
  }
  await rewriting.finish();
  // The same transaction may index more.
  await client.query('DROP TABLE document');
}

type DocumentRow = [
  packed: Buffer,
  unlicensed: Buffer,
  licensed: Buffer,
  text: Buffer,
  otherNames: Buffer,
  words: Buffer,
  address: Buffer,
];

const listDocuments = sql`SELECT packed, unlicensed, licensed, text, other_names, words, address FROM document
  WHERE ctid >= $1::tid AND ctid < $2::tid`;

function changeOf([packed, unlicensed, licensed, text, otherNames, words, address]: DocumentRow): Change {
  const id = packed.subarray(0, idSize);
  const name = nameOf(text);
  if (packed.length === idSize) return { name, id, document: undefined };
  const activities = packActivities(integersIn(unlicensed), integersIn(licensed));
  return { name, id, document: { id, facts: packed.subarray(idSize), activities, text, otherNames, words, address } };
}
