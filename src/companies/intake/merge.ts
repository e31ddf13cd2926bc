import type pg from 'pg';
import { type Statement, sql } from '../../database/sql.ts';
import { separator } from '../format/search-text.ts';
import { indexChanges, indexFirst } from '../indexing/search-index.ts';
import { type LoggedImport, noteChanges } from './change-log.ts';
import { companyColumns } from './company-row.ts';
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

const insertFrom = (rows: string) => sql`
  INSERT INTO entity (register_id, country_code, updated_at, import_run_id, layout_id, ${companyColumns})
  SELECT $1, $2, $3, $4, $5, ${companyColumns} FROM ${rows}`;
const insertAll = insertFrom('staged');
const insertNew = insertFrom('staged JOIN difference USING (id) WHERE is_new');

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

/** `place` is where the staged row is. */
const createDifference = sql`
  CREATE TEMPORARY TABLE difference (id UUID, is_new BOOLEAN, old_text TEXT, place TID) ON COMMIT DROP`;
/** Compared once, by ids and hashes alone: carrying the rows along would cost more than the comparison. */
const compare = sql`INSERT INTO difference
  SELECT staged.id, entity.id IS NULL, entity.search_text, staged.ctid FROM staged LEFT JOIN entity ON entity.id = staged.id
  WHERE entity.id IS NULL OR entity.content_hash <> staged.content_hash`;

/** Unchanged records that an earlier build hashed in another way: only their hash is updated. */
const renewHashes = sql`UPDATE entity SET content_hash = staged.content_hash
  FROM staged WHERE entity.id = staged.id AND entity.content_hash = former_hash`;

/** The numbers in a search text: all that comes after the name. */
const numbersIn = `(string_to_array(search_text, E'\\x0${separator.charCodeAt(0)}'))[2:]`;
const buryRemoved = sql`
  WITH gone AS (DELETE FROM entity USING removed WHERE entity.id = removed.id RETURNING entity.*)
  INSERT INTO tombstone (id, register_id, number, canonical_name, removed_at, import_run_id, numbers)
  SELECT id, register_id, number, canonical_name, $1, $2, ${numbersIn} FROM gone`;

const updateChanged = sql`UPDATE entity SET (${companyColumns}) = ROW (${companyColumns.replaceAll(/\w+/g, 'staged.$&')}),
    layout_id = $1, updated_at = $2, import_run_id = $3
  FROM staged JOIN difference USING (id) WHERE entity.id = staged.id AND NOT is_new`;

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
  const about = [registerId, countryCode, importedAt, runId, layoutId];
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
  await noteChanges(client, context);
  const removed = await count(buryRemoved, [importedAt, runId]);
  phases.begin('writing', () => ({ rows: differing }));
  const changed = await count(updateChanged, [layoutId, importedAt, runId]);
  const added = await count(insertNew, about);
  await indexChanges(client, context, indexing(phases, added + 2 * changed + removed));
  return { added, changed, removed, unchanged: staged - added - changed };
}

/** Begins the phase of indexing so many lines, and returns the callback for its progress. */
function indexing(phases: MergePhases, lines: number): (done: number) => void {
  let rows = 0;
  phases.begin('indexing', () => ({ rows, share: rows / (lines || 1) }));
  return (done) => {
    rows = done;
  };
}
