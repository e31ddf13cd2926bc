import { hash, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { Refusal } from '../errors.ts';
import { ActivityIds } from './activity-ids.ts';
import { fileSha256 } from './files/open-file.ts';
import { type BadRow, type Row, WrongFile } from './files/table.ts';
import { type Difference, dropRepeated, merge, type Repetitions } from './merge.ts';
import { type Register, RowProblem, type Snapshot } from './register.ts';
import { Rejects } from './rejects.ts';
import { Staging } from './staging.ts';

/** Another process imports this register just now. */
export class ImportRunning extends Refusal {
  constructor(register: Register) {
    super(`Another import of ${register.id} is running: wait for it to end.`);
  }
}

export interface ImportOptions {
  register: Register;
  path: string;
  sourceUrl?: string | undefined;
  allowShrink?: boolean;
  /** Where the rejects file goes, should there be rejects. */
  rejectsDir: string;
  connect(): Promise<pg.Client>;
  now(): Date;
  /** Told about once for each batch of rows. */
  progress(phase: 'reading' | 'comparing', rows: number, share: number): void;
}

export interface ImportSummary extends Difference {
  read: number;
  rejected: number;
  repeated: Repetitions;
  rejectsFile: string | undefined;
  /** The file is the one that is served already: nothing was done. */
  sameFile: boolean;
}

/** Of all rows: over this share of rejects the file isn't what it should be, and under this share of the rows before neither. */
const limits = { rejected: 0.01, remaining: 0.8 };
const lockSpace = 7_271;

/**
 * Imports a file as the new state of its register, in one transaction: readers see the old data whole until it commits, and the new data whole from then
 * on; whatever goes wrong before, even a kill, leaves nothing behind.
 */
export async function importRegister(options: ImportOptions): Promise<ImportSummary> {
  const { register, path } = options;
  const sha256 = await fileSha256(path);
  const client = await options.connect();
  const side = await options.connect();
  try {
    // Killed, we are missed within a second, and not only when a query of minutes is done: until then the lock is held.
    await client.query("SET client_connection_check_interval = '1s'");
    const lock = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS held', [lockSpace, register.id]);
    if (!lock.rows[0].held) throw new ImportRunning(register);
    if (await isCurrent(client, register, sha256)) return nothingToDo;
    const snapshot = await register.open(path);
    try {
      await client.query('BEGIN');
      // Millions of rows are compared at once, by few and simple queries.
      await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off; SET LOCAL gin_pending_list_limit = '64MB'");
      const summary = await replace(client, side, snapshot, options, sha256);
      await client.query('COMMIT');
      await settle(client);
      return summary;
    } finally {
      await snapshot.close();
    }
  } finally {
    // Closing the connection undoes what was not committed, and frees the lock.
    await Promise.all([client.end(), side.end()]);
  }
}

/** Readers are planned for what is there now, and find no list of postponed work in the index. */
async function settle(client: pg.Client): Promise<void> {
  await client.query("SELECT gin_clean_pending_list('search_entry_text_idx')");
  await client.query('VACUUM (ANALYZE) search_entry');
  await client.query('ANALYZE entity');
}

const nothingToDo: ImportSummary = {
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  rejected: 0,
  repeated: { rows: 0, numbers: 0, examples: [] },
  rejectsFile: undefined,
  sameFile: true,
};

async function isCurrent(client: pg.Client, register: Register, sha256: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM register JOIN import_run ON import_run.id = current_run WHERE register.id = $1 AND sha256 = $2 AND revision = $3',
    [register.id, sha256, register.revision],
  );
  return rowCount === 1;
}

async function replace(
  client: pg.Client,
  side: pg.Client,
  snapshot: Snapshot,
  options: ImportOptions,
  sha256: string,
): Promise<ImportSummary> {
  const { register, progress } = options;
  const importedAt = options.now();
  const stamp = importedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const rejects = new Rejects(join(options.rejectsDir, `${register.id}-${stamp}.csv`));
  const read = await stage(client, side, snapshot, options, rejects);
  if (rejects.count > read * limits.rejected) {
    throw new WrongFile(
      `${rejects.count} of ${read} rows were rejected, over 1 %: nothing was imported. ${rejects.path} has them with their reasons.`,
    );
  }

  progress('comparing', read, 1);
  const repeated = await dropRepeated(client);
  await client.query('ANALYZE staged (id, content_hash)');
  const current = await countOf(client, 'SELECT count(*) FROM entity WHERE register_id = $1', [register.id]);
  const staged = await countOf(client, 'SELECT count(*) FROM staged');
  if (staged < current * limits.remaining && !options.allowShrink) {
    throw new WrongFile(
      `The file has ${staged} companies, under 80 % of the ${current} before: nothing was imported. If that is right, say --allow-shrink.`,
    );
  }
  if (staged === 0 && !options.allowShrink) throw new WrongFile('The file has no companies: nothing was imported.');

  const runId = randomUUID();
  const layoutId = await layoutOf(client, snapshot.columns);
  await describeRegister(client, register);
  const context = { registerId: register.id, countryCode: register.country.code, runId, layoutId, importedAt };
  const difference = await merge(client, context, current, staged);
  const summary = { ...difference, read, rejected: rejects.count, repeated };
  await record(client, options, sha256, context, summary);
  return {
    ...summary,
    rejectsFile: rejects.count > 0 ? rejects.path : undefined,
    sameFile: false,
  };
}

/** Reads the file into the staging table; tells how many rows it had. */
async function stage(
  client: pg.Client,
  side: pg.Client,
  snapshot: Snapshot,
  { register, progress }: ImportOptions,
  rejects: Rejects,
): Promise<number> {
  const staging = await Staging.open(client, register, new ActivityIds(side));
  let read = 0;
  const take = (row: Row): Promise<void> | undefined => {
    try {
      const company = snapshot.company(row);
      if (!company) return undefined;
      read += 1;
      return staging.add(row.line, company, row.cells);
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      read += 1;
      return rejects.add(row.line, error.message, JSON.stringify(row.cells));
    }
  };
  const refuse = (row: BadRow) => {
    read += 1;
    return rejects.add(row.line, row.problem, row.text);
  };
  try {
    for await (const batch of snapshot.batches) {
      for (const row of batch) {
        const wait = 'cells' in row ? take(row) : refuse(row);
        // Millions of rows need no waiting, and a wait for nothing has its price.
        if (wait) await wait;
      }
      progress('reading', read, snapshot.progress());
    }
    await staging.close();
  } finally {
    await rejects.close();
  }
  return read;
}

async function countOf(client: pg.Client, sql: string, values: unknown[] = []): Promise<number> {
  return Number((await client.query(sql, values)).rows[0].count);
}

async function layoutOf(client: pg.Client, columns: readonly string[]): Promise<number> {
  const text = JSON.stringify(columns);
  const { rows } = await client.query(
    'INSERT INTO source_layout (sha256, columns) VALUES ($1, $2) ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256 RETURNING id',
    [hash('sha256', text, 'hex'), text],
  );
  return rows[0].id;
}

/** The register and its country as the code has them; a country is enabled by its first import. */
async function describeRegister(client: pg.Client, { id, country, name, licence }: Register): Promise<void> {
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

async function record(
  client: pg.Client,
  { register, path, sourceUrl = register.sourceUrl }: ImportOptions,
  sha256: string,
  { runId, importedAt }: { runId: string; importedAt: Date },
  { read, added, changed, unchanged, removed, rejected, repeated }: Omit<ImportSummary, 'rejectsFile' | 'sameFile'>,
): Promise<void> {
  await client.query(
    `INSERT INTO import_run (id, register_id, file, sha256, source_url, revision, imported_at, read, added, changed, unchanged, removed, rejected, repeated)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      runId,
      register.id,
      basename(path),
      sha256,
      sourceUrl,
      register.revision,
      importedAt,
      read,
      added,
      changed,
      unchanged,
      removed,
      rejected,
      repeated.rows,
    ],
  );
  await client.query('UPDATE register SET current_run = $1 WHERE id = $2', [runId, register.id]);
  // Last, for imports of other registers wait for this row until the commit.
  await client.query('UPDATE data_version SET version = version + 1');
}
