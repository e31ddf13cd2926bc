import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { SourceRow } from '../company/company.ts';
import { fetchBatches } from '../database/cursor.ts';
import { sql } from '../database/sql.ts';

const fetchedRows = 2_000;

type StagedRow = SourceRow & { id: string; number: string };

const createTable = sql`
  CREATE TEMPORARY TABLE scattered (
    id UUID NOT NULL, line INTEGER NOT NULL, number TEXT NOT NULL, source_cells JSON NOT NULL
  ) ON COMMIT DROP`;

const copyScattered = sql`INSERT INTO scattered
  SELECT id, line, number, source_cells FROM staged WHERE id IN (SELECT id FROM staged GROUP BY id HAVING count(*) > 1)`;

const unstageScattered = sql`DELETE FROM staged WHERE id IN (SELECT id FROM scattered)`;

const listScattered = sql<StagedRow>`SELECT id, line, number, source_cells AS cells FROM scattered ORDER BY id, line`;

/**
 * Removes from the staging table the companies that have several rows in it, and returns the rows of each. Such rows are not
 * next to each other in the file. The caller stages a batch of companies again before it takes the next one.
 */
export async function* takeScattered(client: pg.Client): AsyncGenerator<StagedRow[][]> {
  await client.query(createTable);
  await client.query(copyScattered);
  const { rowCount } = await client.query(unstageScattered);
  if (rowCount === 0) return;
  let open: StagedRow[] = [];
  for await (const rows of fetchBatches(client, { name: 'scattered_row', text: listScattered }, fetchedRows)) {
    const companies = [...Map.groupBy([...open, ...rows], ({ id }) => id).values()];
    // The last one may have more rows in the next batch.
    open = companies.pop() ?? [];
    if (companies.length > 0) yield companies;
  }
  yield [open];
}

/** The report about rows whose number comes again later in the file. */
export interface Repetitions {
  rows: number;
  numbers: number;
  /** Numbers of which a row has other content than the one that is taken. */
  conflicting: number;
  /** Some of the numbers. */
  examples: string[];
}

/** A number that the row which stays spells in another way is named in both. */
const summary = `count(*)::int AS rows, count(DISTINCT kept)::int AS numbers,
  count(DISTINCT kept) FILTER (WHERE content_hash <> kept_hash)::int AS conflicting, coalesce((array_agg(DISTINCT
    CASE WHEN number = kept THEN number ELSE number || ' (also ' || kept || ')' END))[:20], '{}') AS examples`;

/** The rows of each id, the last one first. Rows of different files may have the same line. */
const ranked = (rows: string) => `ranked AS (
    SELECT staged.ctid AS place, id, number, content_hash, first_value(number) OVER behind AS kept,
      first_value(content_hash) OVER behind AS kept_hash, row_number() OVER behind AS rank
    FROM ${rows} WINDOW behind AS (PARTITION BY id ORDER BY line DESC, staged.ctid DESC))`;
const dropped = `gone AS (DELETE FROM staged USING ranked WHERE staged.ctid = place AND rank > 1)`;

const dropEarlier = sql<Repetitions>`
  WITH repeated AS (SELECT id FROM staged GROUP BY id HAVING count(*) > 1),
    ${ranked('staged JOIN repeated USING (id)')}, ${dropped}
  SELECT ${summary} FROM ranked WHERE rank > 1`;

/** Also of what the import $1 has written already: the staged rows come behind it in the file. */
const dropWritten = sql<Repetitions>`
  WITH ${ranked('staged')}, ${dropped},
    written AS (DELETE FROM entity USING ranked
      WHERE rank = 1 AND entity.id = ranked.id AND import_run_id = $1
      RETURNING entity.number, kept, entity.content_hash, kept_hash)
  SELECT ${summary} FROM (SELECT number, kept, content_hash, kept_hash FROM written
    UNION ALL SELECT number, kept, content_hash, kept_hash FROM ranked WHERE rank > 1) AS all_gone`;

/** Of rows with one number the later wins. The run is given where rows of it are records already, and nothing else was. */
export async function dropRepeated(client: pg.Client, runId: string | undefined): Promise<Repetitions> {
  const { rows } = runId ? await client.query(dropWritten, [runId]) : await client.query(dropEarlier);
  return rows[0] as Repetitions;
}

const findRepeated = sql`SELECT FROM aside JOIN merged USING (id)
  UNION ALL SELECT FROM aside GROUP BY id HAVING count(*) > 1 LIMIT 1`;

/** Whether a number of the table "aside" came before, in this table or among the rows that are merged. */
export const isRepeated = async (client: pg.Client): Promise<boolean> => (await client.query(findRepeated)).rowCount !== 0;

const listWritten = sql<{ id: string }>`SELECT DISTINCT id FROM aside JOIN difference USING (id)`;
const dropRecords = sql`DELETE FROM entity WHERE id = ANY ($1::uuid[])`;
const dropTombstones = sql`DELETE FROM tombstone WHERE id = ANY ($1::uuid[])`;
const dropDifferences = sql`DELETE FROM difference USING aside WHERE difference.id = aside.id`;
const dropNotes = sql`DELETE FROM noted USING aside WHERE entity_id = aside.id`;

/**
 * Undoes what an import has written of records whose numbers come again in the table "aside": the second connection still sees
 * the records, and the tombstones, as they were before.
 */
export async function restoreRepeated(client: pg.Client, side: pg.Client): Promise<void> {
  for await (const rows of fetchBatches(client, { name: 'written_row', text: listWritten }, fetchedRows)) {
    const ids = rows.map(({ id }) => id);
    for (const [table, drop] of Object.entries({ entity: dropRecords, tombstone: dropTombstones })) {
      await client.query(drop, [ids]);
      const listed = client.escapeLiteral(`{${ids}}`);
      const read = side.query(copyTo(`COPY (SELECT * FROM ${table} WHERE id = ANY (${listed})) TO STDOUT (FORMAT binary)`));
      await pipeline(read, client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`)));
    }
  }
  await client.query(dropDifferences);
  await client.query(dropNotes);
}
