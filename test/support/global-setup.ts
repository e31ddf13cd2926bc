import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { EmbeddedDatabase } from '../../src/database/embedded.ts';
import { migrate, readMigrations } from '../../src/database/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database of this run's own server, the template of every test's. */
    templateUrl: string;
  }
}

/** What browsers get is made of the sources as they are now. */
async function buildPages(): Promise<void> {
  const root = new URL('../../', import.meta.url);
  const sources = (await readdir(new URL('dashboard', root), { recursive: true, encoding: 'utf8' }))
    .filter((file) => !file.startsWith('dist'))
    .map((file) => `dashboard/${file}`);
  const times = [...sources, 'rest/pages/dashboard-views.ts', 'rest/pages/code-samples.ts'].map(
    async (file) => (await stat(new URL(file, root))).mtimeMs,
  );
  const built = await stat(new URL('dashboard/dist/manifest.json', root)).catch(() => ({ mtimeMs: 0 }));
  if (built.mtimeMs < Math.max(...(await Promise.all(times))))
    await build({ configFile: fileURLToPath(new URL('dashboard/vite.config.ts', root)) });
}

/** One real PostgreSQL for the run, in a folder of its own. */
export default async function setup(project: TestProject) {
  await buildPages();
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
