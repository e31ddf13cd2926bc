import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import {
  ActivityIds,
  type Difference,
  dropRepeated,
  entityId,
  keepErased,
  merge,
  openMonth,
  Personal,
  publishChanges,
  type Repetitions,
  Staging,
} from '../companies/index.ts';
import { Refusal } from '../kernel/errors.ts';
import { locks } from '../kernel/locks.ts';
import { fileSha256 } from './files/open-file.ts';
import { type BadRow, type Row, WrongFile } from './files/table.ts';
import { type Register, RowProblem, type Snapshot } from './register.ts';
import { Rejects } from './rejects.ts';
import { describeRegister, isCurrent, layoutOf, nextOrdinal, reasonOf, recordRun } from './run-record.ts';

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
const lockAttempts = 5;
/** More rejects than that stop any import. */
const mostKept = 100_000;

/**
 * Imports a file as the new state of its register, in one transaction: readers see the old data whole until it commits, and the new data whole from then
 * on; whatever goes wrong before, even a kill, leaves nothing behind.
 */
export async function importRegister(options: ImportOptions): Promise<ImportSummary> {
  const { register, path } = options;
  const sha256 = await fileSha256(path);
  const client = await options.connect();
  const side = await options.connect().catch(async (error) => {
    await client.end();
    throw error;
  });
  try {
    // Killed, we are missed within a second, and not only when a query of minutes is done: until then the lock is held.
    await client.query("SET client_connection_check_interval = '1s'");
    await lockRegister(client, register);
    if (await isCurrent(client, register, sha256)) return nothingToDo;
    const snapshot = await register.open(path);
    try {
      await client.query('BEGIN');
      // Millions of rows are compared at once, by few and simple queries.
      await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off");
      const summary = await replace(client, side, snapshot, options, sha256);
      await client.query('COMMIT');
      // Done is done: what follows makes searches faster, and PostgreSQL would come round to it by itself.
      await settle(client).catch(() => {});
      return summary;
    } finally {
      await snapshot.close();
    }
  } finally {
    // Closing the connection undoes what was not committed, and frees the lock.
    await Promise.all([client.end(), side.end()]);
  }
}

/** One import of a register at a time. One that was killed may hold the lock for a moment more. */
export async function lockRegister(client: pg.Client, register: Register): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt++) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS held', [
      locks.importSpace,
      register.id,
    ]);
    if (rows[0].held) return;
    if (attempt < lockAttempts) await delay(500);
  }
  throw new ImportRunning(register);
}

/** Readers are planned for what is there now, and the room of buckets that were replaced is free again. */
async function settle(client: pg.Client): Promise<void> {
  await client.query('VACUUM (ANALYZE) search_bucket');
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
  await openMonth(side, importedAt);
  const rejects = new Rejects(join(options.rejectsDir, `${register.id}-${stamp}.csv`));
  const { read, kept } = await stage(client, side, snapshot, options, rejects);
  if (rejects.count > read * limits.rejected) {
    throw new WrongFile(
      `${rejects.count} of ${read} rows were rejected, over 1 %: nothing was imported. ${rejects.path} has them with their reasons.`,
    );
  }

  progress('comparing', read, 1);
  const repeated = await dropRepeated(client);
  await keepErased(client, register.id, [...snapshot.columns]);
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
  const ordinal = await nextOrdinal(client);
  const context = {
    registerId: register.id,
    countryCode: register.country.code,
    runId,
    ordinal,
    layoutId,
    importedAt,
    personal: new Personal(register),
  };
  const reason = await reasonOf(client, register, sha256);
  const { isBaseline, ...difference } = await merge(client, context, kept, current, staged);
  const summary = { ...difference, read, rejected: rejects.count, repeated };
  await recordRun(client, options, sha256, context, summary);
  // Last, for imports of other registers wait from here to the commit.
  await publishChanges(client, context, { reason, records: current + difference.added - difference.removed, isBaseline });
  return {
    ...summary,
    rejectsFile: rejects.count > 0 ? rejects.path : undefined,
    sameFile: false,
  };
}

/** Reads the file into the staging table; tells how many rows it had, and which companies it has, though their rows were rejected. */
async function stage(
  client: pg.Client,
  side: pg.Client,
  snapshot: Snapshot,
  { register, progress }: ImportOptions,
  rejects: Rejects,
): Promise<{ read: number; kept: string[] }> {
  const staging = await Staging.open(client, register, new ActivityIds(side));
  const kept: string[] = [];
  let read = 0;
  const take = (row: Row): Promise<void> | undefined => {
    try {
      const company = snapshot.company(row);
      const wait = company && staging.add(row.line, company, row.cells);
      if (company) read += 1;
      return wait;
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      if (error.number && kept.length < mostKept) kept.push(entityId(register.country.code, register.scheme, error.number));
      return refuse({ line: row.line, problem: error.message, text: JSON.stringify(row.cells) });
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
  return { read, kept };
}

async function countOf(client: pg.Client, sql: string, values: unknown[] = []): Promise<number> {
  return Number((await client.query(sql, values)).rows[0].count);
}
