import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isUnreachable } from '../database/outage.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { Refusal } from '../kernel/errors.ts';
import { locks } from '../kernel/locks.ts';

/** Another process is importing this register. */
export class ImportRunning extends Refusal {
  constructor(registerId: string) {
    super(`Another import of ${registerId} is running: wait for it to end.`);
  }
}

const lockAttempts = 5;
const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1, hashtext($2)) AS held`;

/** Allows one import of a register at a time. A killed import may hold the lock a moment longer, so it tries several times. */
export async function lockRegister(client: pg.Client, registerId: string): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt++) {
    const { rows } = await client.query(tryLock, [locks.importSpace, registerId]);
    if (rows[0]?.held) return;
    if (attempt < lockAttempts) await delay(500);
  }
  throw new ImportRunning(registerId);
}

interface Connections {
  client: pg.Client;
  /** A second connection, for what must be committed at once. */
  side: pg.Client;
  /** Notes that the import is over, and closes both connections, which rolls back and unlocks. */
  close(): Promise<void>;
}

const insertRunning = sql`INSERT INTO running_import (register_id, file, at) VALUES ($1, $2, $3)`;
const deleteRunning = sql`DELETE FROM running_import WHERE register_id = $1`;

/**
 * Connects an import, takes the lock of its register and notes that it runs. If its process is killed, that row stays and the
 * lock does not. If `open` fails, the connections are closed.
 */
export async function connectLocked<Opened>(
  connect: () => Promise<pg.Client>,
  { registerId, file, now }: { registerId: string; file: string; now(): Date },
  open: (connections: Connections) => Promise<Opened>,
): Promise<Opened> {
  const client = await connect();
  let side: pg.Client | undefined;
  const disconnect = async () => void (await Promise.all([client.end(), side?.end()]));
  const close = async () => {
    await side?.query(deleteRunning, [registerId]).catch(() => {});
    await disconnect();
  };
  try {
    side = await connect();
    // The server keeps the lock of a killed import until it sees the closed connection. It checks every second.
    await client.query("SET client_connection_check_interval = '1s'");
    await lockRegister(client, registerId);
    await recordKilledImports(client);
    await client.query(insertRunning, [registerId, file, now()]);
    return await open({ client, side, close });
  } catch (error) {
    await disconnect();
    throw error;
  }
}

/** How often the database is asked whether an import was taken. */
const takenChecks = { attempts: 5, pauseMs: 1_000 };
const findRun = sql`SELECT FROM import_run WHERE id = $1 UNION ALL SELECT FROM identifier_run WHERE id = $1`;

interface Commit {
  client: pg.Client;
  registerId: string;
  /** The run that the transaction has recorded. */
  runId: string;
  connect(): Promise<pg.Client>;
}

/**
 * Commits an import. If the connection is lost meanwhile, the import may have been taken or not, so the database is asked on
 * another one. Whoever gets the lock of the register knows that the lost connection is over, and can find what it left.
 */
export async function commitImport(commit: Commit): Promise<void> {
  const { client, registerId } = commit;
  try {
    await client.query('COMMIT');
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const isTaken = await wasTaken(commit);
    if (isTaken === false) throw error;
    if (isTaken === undefined)
      throw new Refusal(
        `${registerId}: nobody can tell whether the import was taken, as the database was lost at its very end. ` +
          'Run it again: it does what is left.',
      );
  }
}

/** Undefined: the database does not answer. */
async function wasTaken({ connect, registerId, runId }: Commit): Promise<boolean | undefined> {
  for (let attempt = 1; attempt <= takenChecks.attempts; attempt++) {
    if (attempt > 1) await delay(takenChecks.pauseMs);
    const client = await connect().catch(() => undefined);
    try {
      if (!client) continue;
      await lockRegister(client, registerId);
      return (await client.query(findRun, [runId])).rowCount === 1;
    } catch {
      // It went away again, or the lost connection is not over yet.
    } finally {
      await client?.end().catch(() => {});
    }
  }
  return undefined;
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
