import type pg from 'pg';
import type { Config } from '../kernel/config.ts';
import { Refusal } from '../kernel/errors.ts';
import { locks } from '../kernel/locks.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { openClient } from './connection.ts';
import { EmbeddedDatabase, type Progress } from './embedded.ts';
import { lockMigrations, migrate, mismatch, readMigrations } from './migrations.ts';
import { grantRoles, type Roles } from './roles.ts';
import { sql } from './sql.ts';

/** The address of the configured database, or of the embedded one, which is started. */
export async function reachDatabase(
  config: Config,
  role: 'service' | 'command',
  progress: Progress,
  teardown: Teardown,
): Promise<string> {
  if (config.database.url) return config.database.url;
  const embedded = await EmbeddedDatabase.join(config.dataDir, role, progress);
  teardown.push(() => embedded.leave(), { limit: 5_000 });
  return embedded.url;
}

/** Time limits that a database may set for its users. */
const timeLimits = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
];

/** Opens a connection for work that takes longer than a request may. It switches off the database's time limits. */
const liftTimeLimits = sql`SELECT set_config(name, '0', false) FROM pg_settings WHERE name = ANY ($1)`;

// Older versions of PostgreSQL do not have all of them.
export async function connectTo(url: string, name: string): Promise<pg.Client> {
  const client = openClient(url, `company-registry ${name}`, { connectionTimeoutMillis: 10_000 });
  await client.connect();
  await client.query(liftTimeLimits, [timeLimits]);
  return client;
}

export async function migrateDatabase(url: string, progress: Progress, roles?: Roles): Promise<number> {
  const client = await connectTo(url, 'migrate');
  try {
    // The lock is held until the connection ends, because grants at the same time would collide.
    await client.query(lockMigrations, [locks.migration]);
    const count = await migrate(client, readMigrations(), (name) => progress(`Applying migration ${name}`));
    if (roles) await grantRoles(client, roles);
    return count;
  } finally {
    await client.end();
  }
}

export async function needMigrations(url: string, task: string): Promise<void> {
  const check = await connectTo(url, task);
  const problem = await mismatch(check, readMigrations()).finally(() => check.end());
  if (problem) throw new Refusal(`Cannot ${task}: ${problem}. Run npm run migrate first.`);
}
