import pg from 'pg';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';
import type { Teardown } from '../teardown.ts';
import { EmbeddedDatabase, type Progress } from './embedded.ts';
import { migrate, mismatch, readMigrations } from './migrations.ts';

/** The database that the configuration means: the one at its address, or the embedded one. */
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

/** A connection of its own, for work that takes longer than a request may. */
export async function connectTo(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `company-registry ${name}`,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks fails the query under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function migrateDatabase(url: string, progress: Progress): Promise<number> {
  const client = await connectTo(url, 'migrate');
  try {
    return await migrate(client, readMigrations(), (name) => progress(`Applying migration ${name}`));
  } finally {
    await client.end();
  }
}

export async function needMigrations(url: string, task: string): Promise<void> {
  const check = await connectTo(url, task);
  const problem = await mismatch(check, readMigrations()).finally(() => check.end());
  if (problem) throw new Refusal(`Cannot ${task}: ${problem}. Run npm run migrate first.`);
}
