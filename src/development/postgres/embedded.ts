import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from '../../database/connection.ts';
import type { Progress } from '../../database/reach.ts';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import { locks } from '../../kernel/locks.ts';
import { needDataFolder } from '../data-folder.ts';
import { initialise, postgresProcess } from './postgres-process.ts';

/** Another service uses the same data folder. */
export class DataInUse extends Refusal {
  constructor(dataDir: string, holder: string) {
    super(`${dataDir} is in use: ${holder} serves from it. Stop that one first, or give this one its own DATA_DIR and PORT.`);
  }
}

/** Only one service can join at a time. Any number of commands can. */
type Role = 'service' | 'command';

const user = 'registry';
const database = 'registry';
/** Advisory locks, in one space. Sessions hold them, so PostgreSQL frees them when a process dies. */
const lock = { presence: 1, service: 2 };
const lockShared = sql`SELECT pg_advisory_lock_shared($1, $2)`;
const unlockShared = sql`SELECT pg_advisory_unlock_shared($1, $2)`;
const tryLockAlone = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1, $2) AS held`;
const findHolder = sql<{ name: string | null }>`
  SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted LIMIT 1`;
const findDatabase = sql`SELECT FROM pg_database WHERE datname = $1`;
const joinTimeoutMs = 60_000;
const watchIntervalMs = 1_000;

/**
 * Joins the embedded PostgreSQL, for a machine without another one. Several processes share its server: the first one starts it,
 * the last one to leave stops it. So a command works beside a running service and alone. If a process is killed, the server goes
 * on, and the next process joins it. The signal cancels the preparation, the longest step.
 */
export async function joinEmbeddedDatabase(dataDir: string, role: Role, progress: Progress, signal?: AbortSignal) {
  const password = await prepare(dataDir, progress, signal);
  signal?.throwIfAborted();
  const server = postgresProcess(clusterFolder(dataDir));
  let session: pg.Client | undefined;
  let knownPort: number | undefined;
  let watch: NodeJS.Timeout | undefined;
  let returning: Promise<void> | undefined;
  const urlOf = (port: number | undefined, name: string) => `postgresql://${user}:${password}@127.0.0.1:${port}/${name}`;

  const connect = async (): Promise<pg.Client> => {
    const deadline = performance.now() + joinTimeoutMs;
    for (;;) {
      const port = await server.ensureRunning(progress, knownPort);
      const name = `the ${role} with process number ${process.pid}`;
      // The watch below notices when the session is lost.
      const client = openClient(urlOf(port, 'postgres'), name, { connectionTimeoutMillis: 5_000 });
      try {
        await client.connect();
        await client.query(lockShared, [locks.embeddedSpace, lock.presence]);
        knownPort = port;
        return client;
      } catch (error) {
        // The server is still starting, or the last member is stopping it. Both end soon.
        await client.end().catch(() => {});
        if (performance.now() > deadline) throw error;
        await delay(50);
      }
    }
  };

  const enter = async (): Promise<void> => {
    session = await connect();
    if (role === 'service' && !(await tryLock(session, lock.service)))
      throw new DataInUse(dataDir, await holderOf(session, lock.service));
    await createDatabase(session);
  };

  /** Leaves. The last one to leave stops the server. */
  const leave = async (): Promise<void> => {
    clearInterval(watch);
    await returning;
    if (!session) return;
    try {
      await session.query(unlockShared, [locks.embeddedSpace, lock.presence]);
      if (await tryLock(session, lock.presence)) await server.stop();
    } catch {
      // The server is gone already.
    } finally {
      await session.end().catch(() => {});
    }
  };

  try {
    await enter();
  } catch (error) {
    await leave();
    throw error;
  }
  // Starts the server again if it dies, on the same port, because the pools connect to it there.
  watch = setInterval(() => {
    if (returning || server.isRunning()) return;
    returning = enter()
      // The next interval tries again. Readiness reports the failure meanwhile.
      .catch(() => {})
      .finally(() => {
        returning = undefined;
      });
  }, watchIntervalMs).unref();
  return { url: urlOf(knownPort, database), leave };
}

export type EmbeddedDatabase = Awaited<ReturnType<typeof joinEmbeddedDatabase>>;

/** Retries, because another process may still write into the folder. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };

const clusterFolder = (dataDir: string) => join(dataDir, 'postgres');

/** Makes the data folder if there is none, completely or not at all. Returns the password of the database user. */
async function prepare(dataDir: string, progress: Progress, signal?: AbortSignal): Promise<string> {
  const folder = clusterFolder(dataDir);
  await needDataFolder(dataDir);
  if (!existsSync(folder)) {
    progress(`Preparing an embedded PostgreSQL in ${dataDir} (once)`);
    const staging = `${folder}.${randomBytes(6).toString('hex')}`;
    const passwordFile = `${staging}.password`;
    try {
      await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
      await initialise(staging, user, passwordFile, signal);
      await rename(passwordFile, join(staging, 'password'));
      await rename(staging, folder);
    } catch (error) {
      // Another process was faster. Both use its folder.
      if (!existsSync(folder)) throw error;
    } finally {
      await rm(staging, removal);
      await rm(passwordFile, { force: true });
    }
  }
  await sweep(dataDir);
  return readFile(join(folder, 'password'), 'utf8');
}

/** Deletes what an interrupted preparation left behind. */
async function sweep(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => /^postgres\.[\da-f]{12}(?:\.password)?$/.test(name));
  await Promise.all(left.map((name) => rm(join(dataDir, name), removal)));
}

async function tryLock(session: pg.Client, key: number): Promise<boolean> {
  const { rows } = await session.query(tryLockAlone, [locks.embeddedSpace, key]);
  return rows[0]?.held ?? false;
}

async function holderOf(session: pg.Client, key: number): Promise<string> {
  const { rows } = await session.query(findHolder, [locks.embeddedSpace, key]);
  return rows[0]?.name ?? 'another service';
}

async function createDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query(findDatabase, [database]);
  if (rowCount) return;
  await session.query(`CREATE DATABASE ${database}`).catch((error: pg.DatabaseError) => {
    // Another process was faster.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}
