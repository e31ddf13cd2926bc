import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Refusal } from '../../kernel/errors.ts';
import { locks } from '../../kernel/locks.ts';
import { sql } from '../sql.ts';
import { brokenBuilds } from './builds.ts';
import { type Breach, breachOf, isBroken, readBreach, recordedAs } from './compatibility.ts';

/*
 * Applies migrations, in Prisma's format and with Prisma's table. Prisma's own engine is a native binary that is downloaded at
 * install time. This code also commits a migration together with its record, so one that fails leaves no trace.
 */
export interface Migration {
  name: string;
  checksum: string;
  sql: string;
  /** The builds that cannot run with it. Undefined: every build can. */
  breach?: Breach | undefined;
  /**
   * It is not compatible, but this build works without it. It is applied once the older builds are gone. Its file then has a line
   * `-- deferred: …`. A new database gets it at once.
   */
  isDeferred?: boolean;
}

const lockNotAvailable = '55P03';
/** How long a migration waits for a lock. Every request for the same table waits behind it. */
const lockTimeoutMs = 300;
/** The pause before the next attempt, and the time for all attempts. An import may hold its locks for an hour. */
const retry = { pauseMs: 1_000, limitMs: 3_600_000 };

/** The migrations of this build, in order. */
export function readMigrations(folder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const script = readFileSync(`${folder}/${name}/migration.sql`, 'utf8');
      const checksum = createHash('sha256').update(script).digest('hex');
      return { name, sql: script, checksum, breach: breachOf(script), isDeferred: /^-- deferred: /m.test(script) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Prisma's table, so that `prisma migrate status` reads what we write. */
const historyTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

interface Applied {
  name: string;
  checksum: string;
  finished: boolean;
  /** Prisma's column `logs`. Builds that lack the file of a migration read there whether it breaks them. */
  recorded: string | null;
}

const hasHistory = sql<{ found: boolean }>`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`;

const listApplied = sql<Applied>`
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs AS recorded
  FROM _prisma_migrations WHERE rolled_back_at IS NULL`;

export const lockMigrations = sql`SELECT pg_advisory_lock($1)`;
const unlockMigrations = sql`SELECT pg_advisory_unlock($1)`;

/** Says how the database and this build differ. */
export async function compare(client: pg.ClientBase | pg.Pool, migrations: Migration[]) {
  const exists = await client.query(hasHistory);
  const { rows: applied } = exists.rows[0]?.found ? await client.query(listApplied) : { rows: [] };
  const checksums = new Map(applied.filter((row) => row.finished).map((row) => [row.name, row.checksum]));
  const missing = migrations.filter(({ name }) => !checksums.has(name));
  const isNew = checksums.size === 0;
  return {
    pending: missing.filter(({ isDeferred }) => isNew || !isDeferred),
    /** Pending as well, but the service runs without them. */
    deferred: missing.filter(({ isDeferred }) => !isNew && isDeferred),
    altered: migrations.filter(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum),
    /** Applied by a newer build. */
    foreign: applied.filter(({ name }) => !migrations.some((migration) => migration.name === name)),
    /** Others are applied, and the first migration of this build is not: no way leads from that database to this build. */
    isOutdated: !isNew && missing.length > 0 && missing[0] === migrations[0],
    applied: new Set(checksums.keys()) as ReadonlySet<string>,
  };
}

/** Why a database of a build before the first migration of this one cannot be used. */
export const outdated =
  'an older build made this database, and no upgrade leads from it: use an empty database or another DATA_DIR, and import again';

/** Why this build cannot use the database. Undefined: it can. A newer database may work, see docs/operators/upgrading.md. */
export async function mismatch(client: pg.ClientBase | pg.Pool, migrations: Migration[]): Promise<string | undefined> {
  const { pending, altered, foreign, isOutdated } = await compare(client, migrations);
  if (isOutdated) return outdated;
  const has = (name: string) => migrations.some((migration) => migration.name === name);
  const breaking = foreign.filter(({ finished, recorded }) => !finished || isBroken(readBreach(recorded ?? ''), has));
  const list = (items: { name: string }[]) => items.map(({ name }) => name).join(', ');
  if (breaking.length > 0) return `the database is ahead of this build: ${list(breaking)}`;
  if (altered.length > 0) return `applied migrations were altered since: ${list(altered)}`;
  if (pending.length > 0) return `migrations are pending: ${list(pending)}`;
  return undefined;
}

/**
 * Applies the pending migrations, one process at a time: others wait and then find nothing to do. A migration and its record
 * commit together, so a failed one leaves no trace and can be tried again. `isForced` allows migrations that break running
 * builds.
 */
export async function migrate(
  client: pg.Client,
  migrations: Migration[],
  report: (name: string) => void,
  isForced = false,
): Promise<number> {
  await client.query(lockMigrations, [locks.migration]);
  try {
    await client.query(historyTable);
    const { pending: missing, applied, isOutdated } = await compare(client, migrations);
    if (isOutdated) throw new Refusal(`Cannot migrate: ${outdated}.`);
    const pending = missing.map((migration) => forDatabase(migration, applied));
    for (const migration of isForced ? [] : pending) await refuseBrokenBuilds(client, migration, applied);
    for (const migration of pending) {
      report(migration.name);
      await retryWhileLocked(
        () => apply(client, migration),
        () => report(`${migration.name} again: a table that it changes was in use`),
      );
    }
    const left = await mismatch(client, migrations);
    if (left) throw new Refusal(`Cannot migrate: ${left}.`);
    return pending.length;
  } finally {
    await client.query(unlockMigrations, [locks.migration]).catch(() => {});
  }
}

/** Applies a deferred migration in an open transaction. */
export async function applyDeferred(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`${migration.sql}
    ${recordOf(client, migration)}`);
}

/**
 * A build runs only where all its migrations are applied. So what breaks builds from a certain migration on breaks none of a
 * database that lacks this migration, and is recorded as compatible: that is all that builds before this rule understand.
 */
function forDatabase(migration: Migration, applied: ReadonlySet<string>): Migration {
  const from = migration.breach?.from;
  return from && !applied.has(from) ? { ...migration, breach: undefined } : migration;
}

async function refuseBrokenBuilds(client: pg.Client, migration: Migration, applied: ReadonlySet<string>): Promise<void> {
  if (!migration.breach) return;
  const broken = await brokenBuilds(client, migration, applied);
  if (broken.length === 0) return;
  throw new Refusal(
    `Cannot migrate: ${migration.name} is not compatible with what is running (${broken.join(', ')}). ` +
      'Stop it first, or use --force and let it fail.',
  );
}

/** Tries again while a lock is not free. Each attempt is short, so that requests do not wait long behind it. */
async function retryWhileLocked(work: () => Promise<void>, onWait: () => void): Promise<void> {
  const end = performance.now() + retry.limitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code } = (error as Error).cause as { code?: string };
      if (code !== lockNotAvailable || performance.now() > end) throw error;
      if (attempt === 1) onWait();
      await delay(retry.pauseMs);
    }
  }
}

/** The SQL that records an applied migration. */
function recordOf(client: pg.Client, { name, checksum, breach }: Migration): string {
  const values = [randomUUID(), checksum, name, recordedAs(breach)].map((value) => client.escapeLiteral(value));
  return `;INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at, applied_steps_count)
    VALUES (${values.join(', ')}, now(), 1)`;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql: script } = migration;
  try {
    // All in one message, so that the tables are not locked while the database waits for the next message.
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs};
      ${script}
      ${recordOf(client, migration)};
      COMMIT`);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new Error(`Migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error });
  }
}
