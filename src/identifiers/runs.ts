import type pg from 'pg';
import type { IdentifierRun } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';

/** Where identifiers come from. */
export const gleif = {
  id: 'gleif',
  name: 'GLEIF',
  title: 'Global LEI Index',
  licence: 'CC0 1.0',
  sourceUrl: 'https://www.gleif.org/en/lei-data/gleif-golden-copy/download-the-golden-copy',
  updateFrequency: 'daily',
} as const;

export interface ServedIdentifiers extends Omit<IdentifierRun, 'files' | 'source' | 'isCurrent'> {
  files: { name: string; sha256: string }[];
}

const runColumns = `id, file, sha256, files, file_date AS "fileDate", source_url AS "sourceUrl", imported_at AS "importedAt",
  read, added, changed, removed, identifiers, relations, exceptions`;

const findServed = sql<ServedIdentifiers>`SELECT ${runColumns} FROM identifier_run WHERE source = $1 AND is_current`;

/** The import whose identifiers are served. */
export async function servedIdentifiers(database: Queries | pg.Client): Promise<ServedIdentifiers | undefined> {
  const { rows } = await (database as Queries).query(findServed, [gleif.id]);
  return rows[0];
}

const listRuns = sql<ServedIdentifiers>`SELECT ${runColumns} FROM identifier_run WHERE id = ANY ($1)`;

/** Where identifiers come from, in the form of the provenance of a record. */
export function provenanceOf({ file, sha256, files, importedAt, sourceUrl }: ServedIdentifiers) {
  const several = files.length > 1 ? files : null;
  return { register: gleif.name, file, sha256, files: several, importedAt, sourceUrl, licence: gleif.licence };
}

/** The provenance of some imports, by their ids. */
export async function identifierRuns(database: Pick<pg.Pool, 'query'>, ids: readonly string[]) {
  const { rows } = ids.length > 0 ? await database.query(listRuns, [ids]) : { rows: [] };
  return new Map(rows.map((run) => [run.id, provenanceOf(run)]));
}

const insertRun = sql`INSERT INTO identifier_run (id, source, file, sha256, files, file_date, source_url, imported_at, read,
    added, changed, removed, identifiers, relations, exceptions, is_current)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, true)`;
const retire = sql`UPDATE identifier_run SET is_current = false WHERE source = $1 AND is_current`;

/** Stores a completed import as the one that is served. */
export async function recordIdentifierRun(client: pg.Client, run: ServedIdentifiers): Promise<void> {
  const { id, file, sha256, files, fileDate, sourceUrl, importedAt, read, added, changed, removed, ...counts } = run;
  const { identifiers, relations, exceptions } = counts;
  await client.query(retire, [gleif.id]);
  const about = [id, gleif.id, file, sha256, JSON.stringify(files), fileDate, sourceUrl, importedAt];
  await client.query(insertRun, [...about, read, added, changed, removed, identifiers, relations, exceptions]);
}
