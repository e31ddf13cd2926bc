import type pg from 'pg';
import { type Stored, storedColumns } from '../company/content/content.ts';
import { binary, copyOut, type ValueReader } from '../database/copy-out.ts';
import { type SentRow, SentRows } from '../database/sent-rows.ts';
import { sql } from '../database/sql.ts';
import type { LoggedImport } from './change-log.ts';
import { companyColumns, stagedColumn } from './company-row.ts';
import { isBySource } from './losses.ts';
import {
  addedValues,
  changedValues,
  compared,
  differs,
  mayHaveOtherNames,
  type Noted,
  notedReaders,
  notedRows,
  ofFormer,
  readers,
  stored,
  together,
} from './noting/differences.ts';

/*
 * Compares staged rows with their records, writes those that differ, and says what they were before. PostgreSQL 18 returns what a
 * row was before, and from that only what differs: the new values are those that were sent a moment ago.
 */

const stagedColumns = companyColumns.replaceAll(/\w+/g, 'staged.$&');
/** The layout, the run, the register and the country of the import come before the columns of the company. */
const recordColumns = `(layout_id, import_run_id, register_id, country_code, ${companyColumns})`;
const recordValues = `$1::int, $2::uuid, $3::text, $4::text, ${stagedColumns}`;
/** Of the values of a record. */
export const newRecords = `entity ${recordColumns} SELECT ${recordValues}`;
const setRecord = `SET (${companyColumns}) = ROW (${stagedColumns}), layout_id = $1::int, import_run_id = $2::uuid`;
export const valuesOf = ({ layoutId, runId, registerId, countryCode }: LoggedImport) =>
  [layoutId, runId, registerId, countryCode] as const;

/** What the search index has of a record. */
const lineColumns = `status, legal_form, registered_at, unlicensed, licensed, search_text, other_names_text, words_text,
  address_key`;
/**
 * The ids of all records of the file, and those that differ, with what is indexed of them and the text that was indexed before.
 * So the staged rows, which take much more memory, are not read again.
 */
export const createMerged = sql`CREATE TEMPORARY TABLE merged (id UUID) ON COMMIT DROP`;
export const createDifference = sql`CREATE TEMPORARY TABLE difference (
    id UUID, type TEXT, old_text TEXT, is_by_source BOOLEAN, status TEXT, legal_form TEXT, registered_at DATE, unlicensed INT[],
    licensed INT[], search_text TEXT, other_names_text TEXT, words_text TEXT, address_key BYTEA
  ) ON COMMIT DROP`;

const inRange = 'staged.ctid > $5::tid AND staged.ctid <= $6::tid';
const foundRows = 'found JOIN staged ON staged.ctid = place';
const differsFrom = (record: string) => `${record}.content_hash <> staged.content_hash`;
const allMerged = `all_merged AS (INSERT INTO merged SELECT id FROM staged WHERE ${inRange})`;
/**
 * Compares the staged rows behind $5 and up to $6 with their records, and writes those that differ. Returns them with the values
 * before and after. The comparison reads only ids and hashes of records that stay the same. Rows are joined by their places: the
 * import holds the lock of the register, so nothing else moves a record. $7 is whether a difference in any cell is a change.
 */
const writeStaged = sql`
  WITH compared AS MATERIALIZED (
    SELECT staged.ctid AS place, staged.id, former.ctid AS old_place, former.search_text AS old_text,
      ${isBySource('former', '$1::int', '$7::boolean')} AS is_by_source
    FROM staged LEFT JOIN entity AS former ON former.id = staged.id
    WHERE ${inRange} AND (former.id IS NULL OR ${differsFrom('former')})),
  back AS (DELETE FROM tombstone USING compared WHERE tombstone.id = compared.id AND old_place IS NULL RETURNING tombstone.id),
  found AS MATERIALIZED (SELECT *, CASE WHEN old_place IS NOT NULL THEN 'updated' WHEN id IN (SELECT id FROM back) THEN 'restored'
    ELSE 'created' END AS type FROM compared),
  ${allMerged},
  listed AS (INSERT INTO difference SELECT found.id, type, old_text, is_by_source, ${lineColumns} FROM ${foundRows}),
  changed AS (UPDATE entity ${setRecord}
    FROM ${foundRows} JOIN entity AS former ON former.ctid = old_place, ${differs}
    WHERE entity.ctid = old_place RETURNING ${changedValues}),
  added AS (INSERT INTO ${newRecords} FROM ${foundRows} WHERE old_place IS NULL)
  SELECT * FROM changed UNION ALL SELECT ${addedValues} FROM ${foundRows} WHERE old_place IS NULL`;

/** Columns that may be null. They are returned in any case, because null would not say that they are the same. */
const nullable: ReadonlySet<keyof Stored> = new Set(['legalForm', 'registeredAt', 'endedAt', 'endKind', 'legalFormLabel']);

const oldValue = (name: keyof Stored): string => {
  const value = `old.${storedColumns[name]}`;
  return nullable.has(name) ? value : `CASE WHEN ${compared('old', name)} <> ${compared('new', name)} THEN ${value} END`;
};
/** What a MERGE returns of a row, beside its id and its type. */
const returnedValues = `old.import_run_id AS "previousRun", ${mayHaveOtherNames('old', 'new')} AS "otherNames",
  ${stored.map((name) => `${oldValue(name)} AS "old_${name}"`).join(', ')}`;
const returnedNames = ['previousRun', 'otherNames', ...stored.map((name) => `old_${name}`)].map((name) => `"${name}"`).join(', ');

const mergedType = `CASE WHEN action = 'UPDATE' THEN 'updated' WHEN id IN (SELECT id FROM back) THEN 'restored'
  ELSE 'created' END`;
/** The same in two thirds of the time, if the importer has the new values: of the values, only former ones are returned. */
const mergeSent = sql`
  WITH written AS (
    MERGE INTO entity USING (SELECT * FROM staged WHERE ${inRange}) AS staged ON entity.id = staged.id
    WHEN MATCHED AND ${differsFrom('entity')} THEN UPDATE ${setRecord}
    WHEN NOT MATCHED THEN INSERT ${recordColumns} VALUES (${recordValues})
    RETURNING merge_action() AS action, ${isBySource('old', '$1::int', '$7::boolean')} AS is_by_source,
      old.search_text AS old_text, staged.id, ${lineColumns.replaceAll(/\w+/g, 'staged.$&')}, ${returnedValues}),
  back AS (DELETE FROM tombstone USING written WHERE tombstone.id = written.id AND action = 'INSERT' RETURNING tombstone.id),
  ${allMerged},
  listed AS (INSERT INTO difference SELECT id, ${mergedType}, old_text, is_by_source, ${lineColumns} FROM written)
  SELECT id, ${mergedType}, ${returnedNames} FROM written`;

/** PostgreSQL 18 returns old values, see `mergeSent`. */
const oldReturning = 180_000;
const findVersion = sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`;

export async function canReturnOld(client: pg.Client): Promise<boolean> {
  return ((await client.query(findVersion)).rows[0]?.version ?? 0) >= oldReturning;
}

/** Some staged rows. */
interface StagedRange {
  /** The rows behind this place. */
  behind: string;
  /** And up to this one. */
  to: string;
  /** The bytes of these rows, if they are in memory and the database can return former values. */
  sent: readonly Buffer[] | undefined;
  /** Whether a difference in any column of the source is a change of the record. */
  allCellsCount: boolean;
}

/** Returns the differences, which can be iterated once. */
export async function writeDifferences(client: pg.Client, about: LoggedImport, range: StagedRange): Promise<Iterable<Noted>> {
  const { behind, to, sent, allCellsCount } = range;
  const values = [...valuesOf(about), behind, to, allCellsCount];
  if (!sent) return notedRows(await copyOut(client, writeStaged, values, notedReaders));
  const rows = await copyOut(client, mergeSent, values, returnedReaders);
  const sentRows = new SentRows(sent, stagedColumn('id'));
  const noted = sentDifferences(about.layoutId);
  return notedRows(rows, (row) => noted(row, sentRows.find(row[0] as Buffer)));
}

type Bytes = Buffer | null;
/** The values of a returned row: its id and its type come first. */
const [idPlace, typePlace, runPlace, namesPlace, oldPlace] = [0, 1, 2, 3, 4];
const { text, uuid } = binary;
/** Read the first of these values. The others stay bytes, because most of them are the same as those that were sent. */
const returnedReaders: readonly (ValueReader | undefined)[] = [undefined, text, uuid];

/** A set of columns as bits. Each column has the bit of its place, and other names have the one behind. */
const bitsOf = (names: readonly (keyof Stored | 'otherNames')[]): number =>
  names.reduce((bits, name) => bits | (1 << (name === 'otherNames' ? stored.length : stored.indexOf(name))), 0);
const otherNames = bitsOf(['otherNames']);
const bitsWith = (columns: typeof together, name: keyof Stored) => bitsOf(columns[name] ?? [name]);

/** Makes changes of the returned rows. The layout is the same for all of them. */
function sentDifferences(layoutId: number): (row: readonly unknown[], sent: SentRow) => Noted {
  const fields = stored.map((name, at) => ({
    ...{ name, at, reader: readers[name], place: name === 'layoutId' ? -1 : stagedColumn(storedColumns[name]) },
    ...{ isNullable: nullable.has(name), ownBits: bitsWith(together, name), formerBits: bitsWith(ofFormer, name) },
  }));
  const [number, canonicalName] = [stagedColumn('number'), stagedColumn('canonical_name')];
  return (row, sent) => {
    const isUpdate = row[typePlace] === 'updated';
    let differing = (row[namesPlace] as Bytes)?.[0] === 1 ? otherNames : 0;
    for (const { at, place, isNullable } of fields) {
      const bytes = row[oldPlace + at] as Bytes;
      if (isNullable ? !sent.hasBytes(place, bytes) : bytes !== null) differing |= 1 << at;
    }
    const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const { name, at, place, reader, isNullable, ownBits, formerBits } of fields) {
      if (isUpdate && (differing & ownBits) === 0) continue;
      const bytes = row[oldPlace + at] as Bytes;
      now[name] = place < 0 ? layoutId : sent.value(place, reader);
      // What is not returned is the same, unless there was no record.
      const isSame = isUpdate && !isNullable && (differing & formerBits) !== 0;
      old[name] = bytes ? reader(bytes, 0, bytes.length) : isSame ? now[name] : null;
    }
    return {
      entityId: (row[idPlace] as Buffer).toString('hex'),
      type: row[typePlace] as string,
      number: sent.value(number, text) as string,
      canonicalName: sent.value(canonicalName, text) as string,
      previousRun: row[runPlace] as string | null,
      old,
      now,
    };
  };
}
