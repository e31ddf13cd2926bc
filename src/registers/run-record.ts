import { hash } from 'node:crypto';
import type pg from 'pg';
import type { ImportRun, SourceLayout } from '../database/generated/client.ts';
import type { ImportOptions, ImportSummary } from './import-job.ts';
import type { Register, SourceColumn } from './register.ts';

/** What is imported, as provenance tells it. */
export interface SourceFile {
  name: string;
  sha256: string;
}

/** Whether this very file is what is served, by the mapping that is in force. */
export async function isCurrent(client: pg.Client, register: Register, sha256: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM register JOIN import_run ON import_run.id = current_run
     WHERE register.id = $1 AND sha256 = $2 AND revision = $3`,
    [register.id, sha256, register.revision],
  );
  return rowCount === 1;
}

/** Why records change: the file is another one, or it is the same and the mapping was changed. Asked before the run is recorded. */
export async function reasonOf(client: pg.Client, register: Register, sha256: string): Promise<'source' | 'mapping'> {
  const { rowCount } = await client.query(
    'SELECT FROM register JOIN import_run ON import_run.id = current_run WHERE register.id = $1 AND sha256 = $2',
    [register.id, sha256],
  );
  return rowCount === 1 ? 'mapping' : 'source';
}

/** The id of a list of columns, kept once for all rows that have it. */
export async function layoutOf(client: pg.Client, columns: readonly SourceColumn[]): Promise<number> {
  const text = JSON.stringify(columns);
  const { rows } = await client.query<Pick<SourceLayout, 'id'>>(
    `INSERT INTO source_layout (sha256, columns) VALUES ($1, $2)
     ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256 RETURNING id`,
    [hash('sha256', text, 'hex'), text],
  );
  return rows[0]?.id ?? 0;
}

/** The register and its country as the code has them; a country is enabled by its first import. */
export async function describeRegister(client: pg.Client, { id, country, name, licence }: Register): Promise<void> {
  await client.query(
    `INSERT INTO country (code, name, native_name, enabled) VALUES ($1, $2, $3, true)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, native_name = excluded.native_name, enabled = true`,
    [country.code, country.name, country.nativeName],
  );
  await client.query(
    `INSERT INTO register (id, country_code, name, licence) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, licence = excluded.licence`,
    [id, country.code, name, licence],
  );
}

/** Imports are numbered; the search index has the number of each record's. */
export async function nextOrdinal(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Pick<ImportRun, 'ordinal'>>(
    `SELECT nextval(pg_get_serial_sequence('import_run', 'ordinal'))::int AS ordinal`,
  );
  return rows[0]?.ordinal ?? 0;
}

/** The import as its readers' provenance. */
export async function recordRun(
  client: pg.Client,
  { register, sourceUrl = register.sourceUrl }: ImportOptions,
  source: SourceFile & { edition: string | undefined },
  { runId, ordinal, importedAt }: { runId: string; ordinal: number; importedAt: Date },
  summary: Omit<ImportSummary, 'rejectsFile' | 'missing' | 'sameFile'>,
): Promise<void> {
  const { read, added, changed, unchanged, removed, rejected, persons, repeated } = summary;
  const values = {
    id: runId,
    ordinal,
    register_id: register.id,
    file: source.name,
    sha256: source.sha256,
    edition: source.edition,
    source_url: sourceUrl,
    revision: register.revision,
    imported_at: importedAt,
    ...{ read, added, changed, unchanged, removed, rejected, persons, repeated: repeated.rows },
  };
  const columns = Object.keys(values);
  await client.query(
    `INSERT INTO import_run (${columns.join(', ')}) VALUES (${columns.map((_, place) => `$${place + 1}`).join(', ')})`,
    Object.values(values),
  );
  await client.query('UPDATE register SET current_run = $1 WHERE id = $2', [runId, register.id]);
}
