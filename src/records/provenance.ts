import type pg from 'pg';
import type { ChangeSet, ImportRun, Register } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { identifierRuns } from '../identifiers/index.ts';

/** Where a record comes from. `files` lists the files of a source that has several, and is null for a single file. */
export type Provenance = { register: string } & Pick<ImportRun, 'file' | 'sha256'> & {
    files: { name: string; sha256: string }[] | null;
  } & Pick<ImportRun, 'importedAt' | 'sourceUrl'> &
  Pick<Register, 'licence'>;

/** The files of an import, as SQL: null for a source of one file, even if its register can have several. */
const filesColumn = `(SELECT json_agg(json_build_object('name', one->'name', 'sha256', one->'sha256'))
  FROM json_array_elements(import_run.files) AS one HAVING count(*) > 1) AS files`;

/** The columns of a provenance, as SQL over the tables import_run and register. */
export const provenanceColumns = `register.name AS register, file, sha256, ${filesColumn}, imported_at AS "importedAt",
  source_url AS "sourceUrl", licence`;

/** An import: where its records come from, and since when they are served. */
export interface Run {
  provenance: Provenance;
  servedSince: Date;
}

type RunRow = Pick<ImportRun, 'id'> & Provenance & { servedSince: ChangeSet['at'] };

/** Imports that are older than the log of changes have no moment in it. */
const listRuns = sql<RunRow>`SELECT import_run.id, ${provenanceColumns}, coalesce(change_set.at, imported_at) AS "servedSince"
  FROM import_run JOIN register ON register.id = register_id LEFT JOIN change_set ON import_run_id = import_run.id
  WHERE import_run.id = ANY ($1)`;

/** Imports by their ids. */
export async function runsOf(database: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<Map<string, Run>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.query({ name: 'runs', text: listRuns, values: [ids] });
  const runs = new Map(rows.map(({ id, servedSince, ...provenance }) => [id, { provenance, servedSince }]));
  // The others are imports of identifiers.
  const others = await identifierRuns(
    database,
    ids.filter((id) => !runs.has(id)),
  );
  for (const [id, provenance] of others) runs.set(id, { provenance, servedSince: provenance.importedAt });
  return runs;
}
