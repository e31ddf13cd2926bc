import type pg from 'pg';
import { fetchBatches } from '../database/cursor.ts';
import { sql } from '../database/sql.ts';
import type { CompanyKey } from './reads.ts';

/** How much of a file's kind it has: all rows, or those that changed. Unset: there is no such file. */
export type FileScopes = { [File in 'lei2' | 'rr' | 'repex']?: 'whole' | 'delta' | undefined };

/** What differs from what is served, counted before anything is written. */
export interface LeiDifference {
  added: number;
  changed: number;
  removed: number;
  /** Identifiers of our registers that are served. */
  current: number;
  /** Rows that are newer than the served ones, and rows that are older. */
  newer: number;
  older: number;
}

const dropRepeated = sql`DELETE FROM staged_lei AS earlier USING staged_lei AS later
  WHERE earlier.lei = later.lei AND earlier.ctid < later.ctid`;

const visible = (table: string) => `${table}.register_id, ${table}.number, ${table}.name, ${table}.country_code,
  ${table}.names::text, ${table}.status, ${table}.since`;

/** Differences of our registers. $1: the file is whole, so what it lacks is removed. */
const compare = sql`CREATE TEMPORARY TABLE lei_difference ON COMMIT DROP AS
  SELECT coalesce(staged.lei, served.lei) AS lei, staged.register_id AS new_register, staged.number AS new_number,
    served.register_id AS old_register, served.number AS old_number, staged.updated AS new_updated, served.updated AS old_updated
  FROM staged_lei AS staged FULL JOIN lei AS served ON served.lei = staged.lei
  WHERE (staged.register_id IS NOT NULL OR served.register_id IS NOT NULL)
    AND (staged.lei IS NOT NULL OR $1::boolean)
    AND (staged.lei IS NULL OR served.lei IS NULL OR (${visible('staged')}) IS DISTINCT FROM (${visible('served')})
      OR staged.updated IS DISTINCT FROM served.updated)`;

const countDifference = sql<Omit<LeiDifference, 'current'>>`SELECT
    count(*) FILTER (WHERE old_register IS NULL)::int AS added,
    count(*) FILTER (WHERE old_register IS NOT NULL AND new_register IS NOT NULL)::int AS changed,
    count(*) FILTER (WHERE new_register IS NULL)::int AS removed,
    count(*) FILTER (WHERE new_updated > old_updated)::int AS newer,
    count(*) FILTER (WHERE new_updated < old_updated)::int AS older
  FROM lei_difference`;
const countServed = sql<{ current: number }>`SELECT count(*)::int AS current FROM lei WHERE register_id IS NOT NULL`;

/** Compares the staged identifiers with those that are served. */
export async function compareLeis(client: pg.Client, scope: FileScopes['lei2']): Promise<LeiDifference> {
  await client.query(dropRepeated);
  await client.query(compare, [scope === 'whole']);
  const { rows } = await client.query(countDifference);
  const { rows: counts } = await client.query(countServed);
  const none = { added: 0, changed: 0, removed: 0, newer: 0, older: 0 };
  return { ...(rows[0] ?? none), current: counts[0]?.current ?? 0 };
}

/** The companies whose identifiers differ, by register and number, with the rows before. */
const keepBefore = [
  sql`CREATE TEMPORARY TABLE identified ON COMMIT DROP AS
    SELECT old_register AS register_id, old_number AS number FROM lei_difference WHERE old_register IS NOT NULL
    UNION SELECT new_register, new_number FROM lei_difference WHERE new_register IS NOT NULL`,
  sql`CREATE TEMPORARY TABLE lei_before ON COMMIT DROP AS SELECT lei.* FROM lei JOIN identified USING (register_id, number)`,
];

const leiColumns = 'lei, register_id, number, name, country_code, names, status, since, updated';
const deleteDiffering = sql`DELETE FROM lei USING lei_difference WHERE lei.lei = lei_difference.lei`;
const insertDiffering = sql`INSERT INTO lei (${leiColumns}, run_id)
  SELECT ${leiColumns}, $1 FROM staged_lei JOIN lei_difference USING (lei) WHERE register_id IS NOT NULL`;

const isOurs = (column: string) => `EXISTS (SELECT FROM lei WHERE lei.lei = ${column} AND register_id IS NOT NULL)`;

const clearRelations = sql`DELETE FROM lei_relation`;
/** A company has one relation of a kind: a delta that names another parent ends the one before. */
const clearChangedRelations = sql`DELETE FROM lei_relation AS served USING staged_relation AS staged
  WHERE (served.child, served.kind) = (staged.child, staged.kind)`;
const insertRelations = sql`INSERT INTO lei_relation (child, kind, parent, start_day, end_day, percentage, validation)
  SELECT DISTINCT ON (child, kind, parent) child, kind, parent, start_day, end_day, percentage::float8, validation
  FROM staged_relation AS staged WHERE is_active AND (${isOurs('child')} OR ${isOurs('parent')})
  ORDER BY child, kind, parent, staged.ctid DESC`;
const pruneRelations = sql`DELETE FROM lei_relation WHERE NOT ${isOurs('child')} AND NOT ${isOurs('parent')}`;

const clearExceptions = sql`DELETE FROM lei_exception`;
const clearChangedExceptions = sql`DELETE FROM lei_exception AS served USING staged_exception AS staged
  WHERE served.lei = staged.lei AND served.category = staged.category`;
const insertExceptions = sql`INSERT INTO lei_exception (lei, category, reasons)
  SELECT DISTINCT ON (lei, category) lei, category, ARRAY(SELECT json_array_elements_text(reasons::json))
  FROM staged_exception AS staged WHERE reasons <> '[]' AND ${isOurs('staged.lei')} ORDER BY lei, category, staged.ctid DESC`;
const pruneExceptions = sql`DELETE FROM lei_exception WHERE NOT ${isOurs('lei_exception.lei')}`;

const isNamed = (column: string) =>
  `EXISTS (SELECT FROM lei_relation WHERE child = ${column} UNION ALL SELECT FROM lei_relation WHERE parent = ${column})`;
/** Companies outside of our registers: those that a relation names. */
const putOutsiders = sql`INSERT INTO lei AS served (${leiColumns}, run_id)
  SELECT ${leiColumns}, $1 FROM staged_lei WHERE register_id IS NULL AND ${isNamed('staged_lei.lei')}
  ON CONFLICT (lei) DO UPDATE SET name = excluded.name, country_code = excluded.country_code, status = excluded.status,
    run_id = excluded.run_id WHERE (served.name, served.country_code, served.status)
      IS DISTINCT FROM (excluded.name, excluded.country_code, excluded.status)`;
const pruneOutsiders = sql`DELETE FROM lei WHERE register_id IS NULL AND NOT ${isNamed('lei.lei')}`;

const countTables = sql<{ identifiers: number; relations: number; exceptions: number }>`SELECT
    (SELECT count(*) FROM lei WHERE register_id IS NOT NULL)::int AS identifiers,
    (SELECT count(*) FROM lei_relation)::int AS relations, (SELECT count(*) FROM lei_exception)::int AS exceptions`;

/**
 * Makes the tables what the staged rows say. Afterwards the temporary table "identified" has the companies whose identifiers
 * differ, and "lei_before" the rows that they had.
 */
export async function mergeLeis(client: pg.Client, runId: string, scopes: FileScopes) {
  for (const statement of keepBefore) await client.query(statement);
  await client.query('ANALYZE identified');
  await client.query(deleteDiffering);
  await client.query(insertDiffering, [runId]);
  await client.query('ANALYZE lei');
  if (scopes.rr) {
    await client.query(scopes.rr === 'whole' ? clearRelations : clearChangedRelations);
    await client.query(insertRelations);
  }
  await client.query(pruneRelations);
  if (scopes.repex) {
    await client.query(scopes.repex === 'whole' ? clearExceptions : clearChangedExceptions);
    await client.query(insertExceptions);
  }
  await client.query(pruneExceptions);
  await client.query(putOutsiders, [runId]);
  await client.query(pruneOutsiders);
  const { rows } = await client.query(countTables);
  return rows[0] ?? { identifiers: 0, relations: 0, exceptions: 0 };
}

const listRelated = sql<{ lei: string }>`SELECT child AS lei FROM lei_relation UNION SELECT parent FROM lei_relation`;

/** Calls back with every company that a stored relation names. Needs a transaction. */
export async function relatedLeis(client: pg.Client, onLei: (lei: string) => void): Promise<void> {
  for await (const rows of fetchBatches(client, { name: 'related', text: listRelated }, 5_000))
    for (const { lei } of rows) onLei(lei);
}

const forget = (table: string) => sql`UPDATE ${table} SET name = NULL, names = NULL
  FROM unnest($1::text[], $2::text[]) AS company (register_id, number)
  WHERE (${table}.register_id, ${table}.number) = (company.register_id, company.number)`;
const forgetIn = { lei: forget('lei'), staged_lei: forget('staged_lei') };

/** Removes the names of some companies, because persons were erased from their records. */
export async function forgetNames(
  client: pg.Client,
  table: 'lei' | 'staged_lei',
  companies: readonly CompanyKey[],
): Promise<void> {
  const values = [companies.map(({ registerId }) => registerId), companies.map(({ number }) => number)];
  if (companies.length > 0) await client.query(forgetIn[table], values);
}

const clearLeis = sql`DELETE FROM lei`;

/** Deletes everything, because real data replaces samples. */
export async function clearIdentifiers(client: pg.Client): Promise<void> {
  for (const statement of [clearLeis, clearRelations, clearExceptions]) await client.query(statement);
}
