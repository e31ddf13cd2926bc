import type pg from 'pg';
import { copyOut } from '../database/copy-out.ts';
import { SentRows } from '../database/sent-rows.ts';
import { sql } from '../database/sql.ts';
import type { LoggedImport } from './change-log.ts';
import { companyColumns, stagedColumn } from './company-row.ts';
import { isBySource } from './losses.ts';
import { addedValues, changedValues, differs, type Noted, notedReaders, notedRows } from './noting/differences.ts';
import { returnedNames, returnedReaders, returnedValues, sentDifferences } from './noting/sent-differences.ts';

/* Compares staged rows with their records, writes those that differ, and says what they were before. */

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
  const { rows } = await client.query(findVersion);
  return (rows[0]?.version ?? 0) >= oldReturning;
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
  const noted = sentDifferences({ placeOf: stagedColumn, layoutId: about.layoutId });
  return notedRows(rows, (row) => noted(row, sentRows.find(row[0] as Buffer)));
}
