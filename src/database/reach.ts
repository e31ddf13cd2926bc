import type pg from 'pg';
import { Refusal } from '../kernel/errors.ts';
import { locks } from '../kernel/locks.ts';
import { connectAs } from './connection.ts';
import { compare, lockMigrations, type Migration, migrate, mismatch, outdated, readMigrations } from './migrations/migrations.ts';
import { isPooled, sharesSessions } from './pooler.ts';
import { sql } from './sql.ts';

export type Progress = (step: string) => void;

/** Time limits that a database may set for its users. */
const timeLimits = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
];

// Older versions of PostgreSQL do not have all of them.
const liftTimeLimits = sql`SELECT set_config(name, '0', false) FROM pg_settings WHERE name = ANY ($1)`;

/** Opens a connection for work that takes longer than a request may. It switches off the database's time limits. */
export async function connectTo(url: string, name: string): Promise<pg.Client> {
  const open = () => connectAs(url, `company-registry ${name}`, { connectionTimeoutMillis: 10_000 });
  const client = await open();
  if (await isPooled(client)) await needSessions(client, open);
  await client.query(liftTimeLimits, [timeLimits]);
  return client;
}

/** Refuses a pooler that would lose our session locks or give them to other clients. */
async function needSessions(client: pg.Client, open: () => Promise<pg.Client>): Promise<void> {
  const other = await open();
  const isShared = await sharesSessions(client, other).finally(() => other.end());
  if (!isShared) return;
  await client.end();
  throw new Refusal(
    'DATABASE_URL leads to a pooler that shares sessions, and this needs one of its own: ' +
      'set DATABASE_URL_DIRECT to PostgreSQL itself.',
  );
}

interface MigrationOptions {
  /** Grants the roles what they need, after the migrations. */
  grant?(client: pg.ClientBase): Promise<void>;
  isForced?: boolean;
}

export async function migrateDatabase(
  url: string,
  report: Progress,
  { grant, isForced = false }: MigrationOptions = {},
): Promise<number> {
  const client = await connectTo(url, 'migrate');
  try {
    // The lock is held until the connection ends, because grants at the same time would collide.
    await client.query(lockMigrations, [locks.migration]);
    const migrations = readMigrations();
    const count = await migrate(client, migrations, (name) => report(`Applying migration ${name}`), isForced);
    // A newer build has tables that this build does not have. Our grants would revoke its rights to them.
    const { foreign } = await compare(client, migrations);
    if (foreign.length === 0) await grant?.(client);
    return count;
  } finally {
    await client.end();
  }
}

/** The migrations that wait until the older builds are gone, in order. */
export async function deferredMigrations(url: string): Promise<Migration[]> {
  const client = await connectTo(url, 'migrate');
  const { deferred } = await compare(client, readMigrations()).finally(() => client.end());
  return deferred;
}

export async function needMigrations(url: string, task: string): Promise<void> {
  const check = await connectTo(url, task);
  const problem = await mismatch(check, readMigrations()).finally(() => check.end());
  if (problem) throw new Refusal(`Cannot ${task}: ${problem}.${problem === outdated ? '' : ' Run npm run migrate first.'}`);
}
