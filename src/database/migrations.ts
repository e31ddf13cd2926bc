import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Refusal } from '../kernel/errors.ts';
import { locks } from '../kernel/locks.ts';
import { sql } from './sql.ts';

/*
 * Applies migrations, in Prisma's format and with Prisma's table. Prisma's own engine is a native binary that is downloaded at
 * install time. Ours also commits a migration together with its record, so one that fails leaves no trace.
 */
export interface Migration {
  name: string;
  checksum: string;
  sql: string;
}

/** The migrations of this build, in order. */
export function readMigrations(folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const script = readFileSync(`${folder}/${name}/migration.sql`, 'utf8');
      return { name, sql: script, checksum: createHash('sha256').update(script).digest('hex') };
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

const hasHistory = sql<{ found: boolean }>`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`;

const listApplied = sql<{ name: string; checksum: string; finished: boolean }>`
  SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
  WHERE rolled_back_at IS NULL`;

const insertApplied = sql`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, now(), 1)`;

export const lockMigrations = sql`SELECT pg_advisory_lock($1)`;
const unlockMigrations = sql`SELECT pg_advisory_unlock($1)`;

/** What stands between the database and this build, or undefined where they agree. */
export async function mismatch(client: pg.ClientBase | pg.Pool, migrations: Migration[]): Promise<string | undefined> {
  const exists = await client.query(hasHistory);
  const { rows: applied } = exists.rows[0]?.found ? await client.query(listApplied) : { rows: [] };
  const checksums = new Map(applied.filter((row) => row.finished).map((row) => [row.name, row.checksum]));
  const pending = migrations.filter(({ name }) => !checksums.has(name));
  const altered = migrations.filter(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum);
  const foreign = applied.filter(({ name }) => !migrations.some((migration) => migration.name === name));
  const list = (items: { name: string }[]) => items.map(({ name }) => name).join(', ');
  if (foreign.length > 0) return `the database is ahead of this build: ${list(foreign)}`;
  if (altered.length > 0) return `applied migrations were altered since: ${list(altered)}`;
  if (pending.length > 0) return `migrations are pending: ${list(pending)}`;
  return undefined;
}

/**
 * Applies what is pending, one process at a time: others wait and then find nothing to do. A migration and the record
 * of it commit together, so that a failed one leaves no trace and can be tried again.
 */
export async function migrate(client: pg.Client, migrations: Migration[], report: (name: string) => void): Promise<number> {
  await client.query(lockMigrations, [locks.migration]);
  try {
    await client.query(historyTable);
    const { rows } = await client.query(listApplied);
    const applied = new Set(rows.filter((row) => row.finished).map((row) => row.name));
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) {
      report(migration.name);
      await apply(client, migration);
    }
    const left = await mismatch(client, migrations);
    if (left) throw new Refusal(`Cannot migrate: ${left}.`);
    return pending.length;
  } finally {
    await client.query(unlockMigrations, [locks.migration]).catch(() => {});
  }
}

async function apply(client: pg.Client, { name, sql: script, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(script);
    await client.query(insertApplied, [randomUUID(), checksum, name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new Error(`Migration ${name} failed and was undone: ${(error as Error).message}`, { cause: error });
  }
}
