import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { EmbeddedDatabase } from '../../src/database/embedded.ts';
import { migrate, readMigrations } from '../../src/database/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database of this run's own server, the template of every test's. */
    templateUrl: string;
  }
}

/** One real PostgreSQL for the run, in a folder of its own. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-test-'));
  const embedded = await EmbeddedDatabase.join(dataDir, 'command', () => {});
  const client = new pg.Client(embedded.url);
  await client.connect();
  await migrate(client, readMigrations(), () => {});
  // Nobody misses the data of a test after a power cut.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  project.provide('templateUrl', embedded.url);
  return async () => {
    await embedded.leave();
    await rm(dataDir, { recursive: true, force: true });
  };
}
