import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { RunningImport } from '../../database/client.ts';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import { locks } from '../../kernel/locks.ts';

/** Another process is importing this register. */
export class ImportRunning extends Refusal {
  constructor(registerId: string) {
    super(`Another import of ${registerId} is running: wait for it to end.`);
  }
}

const lockAttempts = 5;
const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1, hashtext($2)) AS held`;

/** Takes the lock of a register if it is free, and returns whether the connection holds it. */
export async function tryLockRegister(client: pg.Client, registerId: string): Promise<boolean> {
  const { rows } = await client.query(tryLock, [locks.importSpace, registerId]);
  return rows[0]?.held === true;
}

/** Allows one import of a register at a time. A killed import may hold the lock a moment longer, so it tries several times. */
export async function lockRegister(client: pg.Client, registerId: string): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt++) {
    if (await tryLockRegister(client, registerId)) return;
    if (attempt < lockAttempts) await delay(500);
  }
  throw new ImportRunning(registerId);
}

const insertRunning = sql`INSERT INTO running_import (register_id, file, at) VALUES ($1, $2, $3)`;
const deleteRunning = sql`DELETE FROM running_import WHERE register_id = $1`;

/** Notes an import that holds the lock of its register. If its process is killed, the row stays and the lock does not. */
export async function beginImport(client: pg.Client, { registerId, file, at }: RunningImport): Promise<void> {
  await recordKilledImports(client);
  await client.query(insertRunning, [registerId, file, at]);
}

/** Notes that the import is over, before its lock is released. */
export async function endImport(client: pg.Client, registerId: string): Promise<void> {
  await client.query(deleteRunning, [registerId]);
}

const killed = 'The import began at this time, and its process was killed before it ended. Run it again: it does what is left.';

/** An import that was killed after its commit is no failure. */
const recordKilled = sql`
WITH ended AS (
  DELETE FROM running_import WHERE pg_try_advisory_xact_lock(${locks.importSpace}, hashtext(register_id))
  RETURNING register_id, file, at
)
INSERT INTO import_failure (register_id, number, at, file, reason)
SELECT register_id,
  1 + coalesce((SELECT max(number) FROM import_failure AS known WHERE known.register_id = ended.register_id), 0),
  at, file, '${killed}'
FROM ended WHERE NOT EXISTS (
  SELECT FROM import_run WHERE import_run.register_id = ended.register_id AND imported_at >= ended.at
  UNION ALL SELECT FROM identifier_run WHERE source = ended.register_id AND imported_at >= ended.at)`;

/** Records the imports that were killed as failed. */
export async function recordKilledImports(queries: Queries): Promise<void> {
  await queries.query(recordKilled);
}
