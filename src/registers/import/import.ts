import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { StoredSources } from '../../companies/index.ts';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import { locks } from '../../kernel/locks.ts';
import { fileDateOf } from '../declaration/file-date.ts';
import type { Register } from '../declaration/register.ts';
import { type ImportOptions, type ImportSummary, nothingToDo } from './import-job.ts';
import { refuseForgotten, refuseOlder } from './import-limits.ts';
import { identifySource } from './import-source.ts';
import { Phases } from './phases.ts';
import { type Job, replaceRecords } from './replace-records.ts';
import { samplesUrl } from './sample-source.ts';
import { servedRun } from './served-run.ts';
import { isUpdateDue } from './update-order.ts';

/** Another process imports this register just now. */
export class ImportRunning extends Refusal {
  constructor(register: Register) {
    super(`Another import of ${register.id} is running: wait for it to end.`);
  }
}

const lockAttempts = 5;

/**
 * Imports a source as the new state of its register, or an update of some of its companies, in one transaction: readers see the
 * old data whole until it commits, and the new data whole from then on; whatever goes wrong before, even a kill, leaves nothing
 * behind.
 */
export async function importRegister(options: ImportOptions): Promise<ImportSummary> {
  const phases = new Phases(options.progress);
  try {
    const source = await identifySource(options);
    const client = await options.connect();
    const side = await options.connect().catch(async (error) => {
      await client.end();
      throw error;
    });
    try {
      return await importSource({ options, client, side, phases, source });
    } finally {
      // Closing the connection undoes what was not committed, and frees the lock.
      await Promise.all([client.end(), side.end()]);
    }
  } finally {
    phases.end();
  }
}

async function importSource(job: Job): Promise<ImportSummary> {
  const { options, client, side, source } = job;
  const { register } = options;
  // Killed, we are missed within a second, and not only when a query of minutes is done: until then the lock is held.
  await client.query("SET client_connection_check_interval = '1s'");
  await lockRegister(client, register);
  const served = await servedRun(client, register);
  if (served?.sha256 === source.sha256 && served.revision === register.revision) return nothingToDo;
  const { files, isUpdate = false } = source;
  if (files && register.parts) refuseForgotten({ files, isUpdate }, served, options);
  const joining = files && { files, isUpdate, connect: options.connect, stored: new StoredSources(side, register) };
  const snapshot = await register.open(options.path, joining);
  try {
    const { edition } = snapshot;
    if (edition?.since !== undefined && !isUpdateDue(served, register, edition)) return nothingToDo;
    const isSample = options.sourceUrl === samplesUrl;
    const day = async () => (isSample ? undefined : fileDateOf(register.dated, source.dated, snapshot.day?.()));
    refuseOlder(await day(), served, options);
    await client.query('BEGIN');
    // Millions of rows are compared at once, by few and simple queries.
    await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off");
    const { editions, ...summary } = await replaceRecords(job, snapshot, { served, day });
    await client.query('COMMIT');
    job.phases.begin('tidying', () => ({ rows: 0 }));
    // Done is done: what follows makes searches faster, and PostgreSQL or the next import would come round to it.
    await settle(client).catch(() => {});
    if (editions) await options.indexCopy?.tidy(client, editions).catch(() => {});
    return summary;
  } finally {
    await snapshot.close();
  }
}

const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1, hashtext($2)) AS held`;

/** One import of a register at a time. One that was killed may hold the lock for a moment more. */
export async function lockRegister(client: pg.Client, register: Register): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt++) {
    const { rows } = await client.query(tryLock, [locks.importSpace, register.id]);
    if (rows[0]?.held) return;
    if (attempt < lockAttempts) await delay(500);
  }
  throw new ImportRunning(register);
}

/** Readers are planned for what is there now, and the room of buckets that were replaced is free again. */
async function settle(client: pg.Client): Promise<void> {
  await client.query('VACUUM (ANALYZE) search_bucket');
  // What records are asked for by; the others would take most of the time.
  await client.query('ANALYZE entity (id, register_id)');
}
