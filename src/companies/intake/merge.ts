import type pg from 'pg';
import { readPages } from '../../database/copy-out.ts';
import { type Statement, sql } from '../../database/sql.ts';
import { separator } from '../format/search-text.ts';
import { indexChanges, indexFirst } from '../indexing/search-index.ts';
import { type LoggedImport, noteChanges, type Publication } from './change-log.ts';
import { companyColumns } from './company-row.ts';
import { addedValues, changedValues, differs, notedOf, removedValues } from './differences.ts';
import { createRemoved } from './sample-records.ts';

/** What came of comparing a file with what is served. */
export interface Difference {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

/** The report about rows whose number comes again later in the file. */
export interface Repetitions {
  rows: number;
  numbers: number;
  /** Some of the numbers. */
  examples: string[];
}

/** A number that the row which stays spells in another way is named in both. */
const summary = `count(*)::int AS rows, count(DISTINCT kept)::int AS numbers, coalesce((array_agg(DISTINCT
    CASE WHEN number = kept THEN number ELSE number || ' (also ' || kept || ')' END))[:20], '{}') AS examples`;

/** The rows of each id, the last one first. Rows of different files may have the same line. */
const ranked = (rows: string) => `ranked AS (
    SELECT staged.ctid AS place, id, number, first_value(number) OVER behind AS kept, row_number() OVER behind AS rank
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
      WHERE rank = 1 AND entity.id = ranked.id AND import_run_id = $1 RETURNING entity.number, kept)
  SELECT ${summary} FROM (SELECT number, kept FROM written UNION ALL SELECT number, kept FROM ranked WHERE rank > 1) AS all_gone`;

/** Of rows with one number the later wins. The run is given where rows of it are records already. */
export async function dropRepeated(client: pg.Client, runId: string | undefined): Promise<Repetitions> {
  const { rows } = runId ? await client.query(dropWritten, [runId]) : await client.query(dropEarlier);
  return rows[0] as Repetitions;
}

interface MergeContext extends LoggedImport {
  ordinal: number;
  publication: Pick<Publication, 'some'>;
}

/** Which records the staging table speaks of. */
interface MergeScope {
  /** Ids of records that stay as they are, though they are not staged. */
  kept: readonly string[];
  /** Of an update: the ids that it removes; what it doesn't name stays. Undefined: what is not staged is removed. */
  removed: readonly string[] | undefined;
  /** No record of the register is served, and no change of it was ever published. Then its rows may be records already. */
  isNew: boolean;
  /** How many samples made room for it: the table "removed" has them. Undefined where nothing did. */
  samples?: number | undefined;
  /** How many records the file has. */
  staged: number;
  /** Whether they are objects of a JSON file. */
  isJson: boolean;
  /** Asked before anything is written, when the tables "removed" and "difference" are there. Throws to stop. */
  judge?: (() => Promise<void>) | undefined;
}

/** Receives the next step of the merge, for the display of progress. */
interface MergePhases {
  begin(phase: 'writing' | 'indexing', look: () => { rows: number; share?: number }): void;
}

const stagedColumns = companyColumns.replaceAll(/\w+/g, 'staged.$&');
/** The layout, the moment, the run, the register and the country of the import come before the columns of the company. */
const newRecords = `entity (layout_id, updated_at, import_run_id, register_id, country_code, ${companyColumns})
  SELECT $1::int, $2::timestamptz, $3::uuid, $4::text, $5::text, ${stagedColumns}`;
const insertAll = sql`INSERT INTO ${newRecords} FROM staged`;

const createReturned = sql`CREATE TEMPORARY TABLE returned (id UUID) ON COMMIT DROP`;
/** What is back needs no tombstone. */
const takeReturned = sql`
  WITH back AS (DELETE FROM tombstone USING staged WHERE tombstone.id = staged.id RETURNING staged.id)
  INSERT INTO returned SELECT id FROM back`;

const removeWhere = (condition: string) => sql`
  INSERT INTO removed SELECT id, search_text FROM entity WHERE register_id = $1 AND ${condition}
    AND NOT EXISTS (SELECT FROM staged WHERE staged.id = entity.id)`;
const removeNamed = removeWhere('id = ANY ($2)');
const removeOthers = removeWhere('id <> ALL ($2)');

/**
 * `place` and `old_place` are where the staged row and the record are. The import holds the lock of the register, so no one else
 * moves a record.
 */
const createDifference = sql`CREATE TEMPORARY TABLE difference (
    id UUID, type TEXT, old_text TEXT, place TID, old_place TID
  ) ON COMMIT DROP`;
/**
 * Compares by ids and hashes alone: carrying the rows along would cost more than the comparison. The differences are in the order
 * of the file, which is mostly that of the records, because the rows of both are read one by one later.
 */
const compare = sql`INSERT INTO difference
  SELECT staged.id, CASE WHEN entity.id IS NOT NULL THEN 'updated' WHEN staged.id IN (SELECT id FROM returned) THEN 'restored'
    ELSE 'created' END, entity.search_text, staged.ctid, entity.ctid FROM staged LEFT JOIN entity ON entity.id = staged.id
  WHERE entity.id IS NULL OR entity.content_hash <> staged.content_hash ORDER BY staged.ctid`;

/** Unchanged records that an earlier build hashed in another way: only their hash is updated. */
const renewHashes = sql`UPDATE entity SET content_hash = staged.content_hash
  FROM staged WHERE entity.id = staged.id AND entity.content_hash = former_hash`;

/** The numbers in a search text: all that comes after the name. */
const numbersIn = `(string_to_array(search_text, E'\\x0${separator.charCodeAt(0)}'))[2:]`;
const buryRemoved = sql`
  WITH gone AS (DELETE FROM entity USING removed WHERE entity.id = removed.id RETURNING entity.*)
  INSERT INTO tombstone (id, register_id, number, canonical_name, removed_at, import_run_id, numbers)
  SELECT id, register_id, number, canonical_name, $1, $2, ${numbersIn} FROM gone`;

/** In pages of the tables "difference" and "removed", which hold about 70 rows each: so much is written and noted at a time. */
const pagesAtOnce = 16;
/** The part of the table that is read, see `readPages`. */
const inPages = 'difference.ctid >= $6::tid AND difference.ctid < $7::tid';
const differingRows = 'difference JOIN staged ON staged.ctid = place';
/** Writes some differences, and returns them with the values before and after. */
const writeDifferences = sql`
  WITH changed AS (UPDATE entity SET (${companyColumns}) = ROW (${stagedColumns}), layout_id = $1::int,
      updated_at = $2::timestamptz, import_run_id = $3::uuid
    FROM ${differingRows} JOIN entity AS former ON former.ctid = old_place, ${differs}
    WHERE entity.ctid = old_place AND ${inPages} RETURNING ${changedValues}),
  added AS (INSERT INTO ${newRecords} FROM ${differingRows} WHERE old_place IS NULL AND ${inPages})
  SELECT * FROM changed UNION ALL SELECT ${addedValues} FROM ${differingRows} WHERE old_place IS NULL AND ${inPages}`;

const listRemoved = sql`SELECT ${removedValues} FROM removed JOIN entity AS former ON former.id = removed.id
  WHERE removed.ctid >= $1::tid AND removed.ctid < $2::tid`;

/**
 * Makes the served records of a register those of the staging table, as far as the scope goes. Only what differs is touched;
 * readers see it all at the commit.
 */
export async function merge(
  client: pg.Client,
  context: MergeContext,
  { kept, removed: named, isNew, samples, staged, isJson, judge }: MergeScope,
  phases: MergePhases,
): Promise<Difference> {
  const { registerId, countryCode, runId, layoutId, importedAt } = context;
  const count = async (statement: Statement<object>, values: unknown[] = []) =>
    (await client.query(statement, values)).rowCount ?? 0;
  const about = [layoutId, importedAt, runId, registerId, countryCode];
  await client.query(createReturned);
  await client.query(takeReturned);
  if (isNew) {
    phases.begin('writing', () => ({ rows: staged }));
    await client.query(insertAll, about);
    await indexFirst(client, context, samples !== undefined, indexing(phases, staged + (samples ?? 0)));
    return { added: staged, changed: 0, removed: samples ?? 0, unchanged: 0 };
  }

  await client.query(createRemoved);
  await client.query(named ? removeNamed : removeOthers, [registerId, named ?? kept]);
  if (isJson) await client.query(renewHashes);
  await client.query(createDifference);
  const differing = await count(compare);
  await client.query('ANALYZE difference');
  await judge?.();
  const written = { rows: 0, added: 0, changed: 0 };
  phases.begin('writing', () => ({ rows: written.rows, share: written.rows / (differing || 1) }));
  await noteChanges(client, context, write(client, about, written));
  const { added, changed } = written;
  if (added + changed !== differing) throw new Error(`Of ${differing} differences ${added + changed} were written.`);
  const removed = await count(buryRemoved, [importedAt, runId]);
  // Packing the index takes our time, and publishing that of the database.
  const meanwhile = () => context.publication.some();
  await indexChanges(client, context, indexing(phases, added + 2 * changed + removed), meanwhile);
  return { added, changed, removed, unchanged: staged - added - changed };
}

/** Writes the differences, and yields them with what is removed. The database writes the next ones while the caller works. */
async function* write(client: pg.Client, about: readonly unknown[], written: Record<'rows' | 'added' | 'changed', number>) {
  // The rows are found one by one. A hash of all of them would not fit into memory, and the first one would come late.
  await client.query('SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off');
  const differences = { table: 'difference', pagesAtOnce, statement: writeDifferences, values: about };
  for await (const rows of readPages(client, differences)) {
    const changes = rows.map(notedOf);
    written.rows += changes.length;
    for (const { type } of changes) written[type === 'updated' ? 'changed' : 'added'] += 1;
    yield changes;
  }
  for await (const rows of readPages(client, { table: 'removed', pagesAtOnce, statement: listRemoved })) yield rows.map(notedOf);
  await client.query('SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on');
}

/** Begins the phase of indexing so many lines, and returns the callback for its progress. */
function indexing(phases: MergePhases, lines: number): (done: number) => void {
  let rows = 0;
  phases.begin('indexing', () => ({ rows, share: rows / (lines || 1) }));
  return (done) => {
    rows = done;
  };
}
