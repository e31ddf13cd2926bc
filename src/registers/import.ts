import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import {
  dropRepeated,
  type Editions,
  isBaseline,
  keepErased,
  merge,
  Personal,
  publishChanges,
  StoredSources,
} from '../companies/index.ts';
import { sql } from '../database/sql.ts';
import { Refusal } from '../kernel/errors.ts';
import { locks } from '../kernel/locks.ts';
import { fileSha256 } from './files/open-file.ts';
import { WrongFile } from './files/table.ts';
import { type ImportOptions, type ImportSummary, nothingToDo } from './import-job.ts';
import { refuseRejects, refuseShrinking } from './import-limits.ts';
import { type FoundParts, findParts } from './parts/find-parts.ts';
import { findPieces } from './parts/find-pieces.ts';
import { Phases } from './phases.ts';
import { Reading, readSource } from './read-source.ts';
import type { Register, Snapshot, SourceRow } from './register.ts';
import { Rejects } from './rejects.ts';
import {
  describeRegister,
  isCurrent,
  layoutOf,
  nextOrdinal,
  reasonOf,
  recordRun,
  type SourceFile,
  wasImported,
} from './run-record.ts';
import { isUpdateDue } from './update-order.ts';

/** Another process imports this register just now. */
export class ImportRunning extends Refusal {
  constructor(register: Register) {
    super(`Another import of ${register.id} is running: wait for it to end.`);
  }
}

const lockAttempts = 5;

/** What an import works with. */
interface Job {
  options: ImportOptions;
  client: pg.Client;
  /** For what must not wait for the transaction of the import, such as new activities. */
  side: pg.Client;
  phases: Phases;
  source: SourceFile & Partial<FoundParts>;
}

/**
 * Imports a source as the new state of its register, or an update of some of its companies, in one transaction: readers see the
 * old data whole until it commits, and the new data whole from then on; whatever goes wrong before, even a kill, leaves nothing
 * behind.
 */
export async function importRegister(options: ImportOptions): Promise<ImportSummary> {
  const phases = new Phases(options.progress);
  try {
    const source = await identify(options);
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

async function identify({ register, path, morePaths = [] }: ImportOptions): Promise<Job['source']> {
  if (register.parts) return findParts(register.parts, [path, ...morePaths]);
  if (register.pieces) return findPieces(register.pieces, [path, ...morePaths]);
  if (morePaths.length > 0) throw new WrongFile(`The register ${register.id} is published as one file: name that one alone.`);
  return { name: basename(path), sha256: await fileSha256(path) };
}

async function importSource(job: Job): Promise<ImportSummary> {
  const { options, client, side, source } = job;
  const { register } = options;
  // Killed, we are missed within a second, and not only when a query of minutes is done: until then the lock is held.
  await client.query("SET client_connection_check_interval = '1s'");
  await lockRegister(client, register);
  if (await isCurrent(client, register, source.sha256)) return nothingToDo;
  const { files, isUpdate = false } = source;
  const joining = files && { files, isUpdate, connect: options.connect, stored: new StoredSources(side, register) };
  const snapshot = await register.open(options.path, joining);
  try {
    const { edition } = snapshot;
    if (edition?.since !== undefined && !(await isUpdateDue(client, register, edition))) return nothingToDo;
    await client.query('BEGIN');
    // Millions of rows are compared at once, by few and simple queries.
    await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off");
    const { editions, ...summary } = await replace(job, snapshot);
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

const countServed = sql<Record<'count', string>>`SELECT count(*) FROM entity WHERE register_id = $1`;

interface Replaced extends ImportSummary {
  /** What became of the copy of the search index, if there is one. */
  editions: Editions | undefined;
}

async function replace({ options, client, side, phases, source }: Job, snapshot: Snapshot<SourceRow>): Promise<Replaced> {
  const { register } = options;
  const importedAt = options.now();
  const stamp = importedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const rejects = new Rejects(join(options.rejectsDir, `${register.id}-${stamp}.csv`));
  const isUpdate = snapshot.edition?.since !== undefined;
  const { rows: counts } = await client.query(countServed, [register.id]);
  const current = Number(counts[0]?.count);
  if (current === 0) phases.expectFirst();

  const runId = randomUUID();
  const layoutId = await layoutOf(side, snapshot.columns);
  const rows = { runId, layoutId, importedAt };
  const isNew = current === 0 && (await isBaseline(client, register.id));
  // Rows of one company that stand apart are brought together in the staging table.
  const isFirst = isNew && !snapshot.join && !(await wasImported(client, register));
  const reading = new Reading();
  phases.begin('reading', () => ({ rows: snapshot.rows?.() ?? reading.read, share: snapshot.progress() }));
  await readSource(snapshot, { client, side, register, rejects, first: isFirst ? rows : undefined }, reading);
  const { read, persons, kept } = reading;
  refuseRejects(rejects, read, isUpdate);

  phases.begin('comparing', () => ({ rows: read }));
  const repeated = await dropRepeated(client, isFirst ? runId : undefined);
  await keepErased(client, register.id, snapshot.columns);
  await client.query('ANALYZE staged (id, content_hash)');
  const staged = reading.taken - repeated.rows;
  const removed = isUpdate ? reading.removed : undefined;
  if (!options.allowShrink) refuseShrinking(current, staged, removed);

  await describeRegister(client, register);
  const ordinal = await nextOrdinal(client);
  const about = { registerId: register.id, countryCode: register.country.code, ...rows };
  const context = { ...about, ordinal, personal: new Personal(register) };
  const reason = await reasonOf(client, register, source.sha256);
  const difference = await merge(client, context, { kept, removed, isNew, staged }, phases);
  const summary = { ...difference, read, rejected: rejects.count, persons, repeated };
  await recordRun(client, options, { ...source, edition: snapshot.edition?.id }, context, summary);
  const records = current + difference.added - difference.removed;
  const editions = await options.indexCopy?.write(client, side);
  // Last, for imports of other registers wait from here to the commit.
  await publishChanges(client, about, { reason, records, isBaseline: isNew, side, now: options.now });
  return {
    ...summary,
    rejectsFile: rejects.count > 0 ? rejects.path : undefined,
    missing: source.missing ?? [],
    sameFile: false,
    editions,
  };
}
