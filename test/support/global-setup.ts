import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { browserSources } from './browser/sources.ts';
import { PrivatePostgres } from './servers/postgres.ts';
import { reportMissingPrograms } from './suite/programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database of this run's own server, the template of every test's. */
    templateUrl: string;
  }
}

/** Builds the pages of the dashboard if a source is newer than they are. */
async function buildPages(): Promise<void> {
  const root = new URL('../../', import.meta.url);
  const sources = (await readdir(new URL('dashboard', root), { recursive: true, encoding: 'utf8' }))
    .filter((file) => !file.startsWith('dist'))
    .map((file) => `dashboard/${file}`);
  const times = [...sources, ...browserSources().keys()].map(async (file) => (await stat(new URL(file, root))).mtimeMs);
  const built = await stat(new URL('dashboard/dist/manifest.json', root)).catch(() => ({ mtimeMs: 0 }));
  if (built.mtimeMs < Math.max(...(await Promise.all(times))))
    await build({ configFile: fileURLToPath(new URL('dashboard/vite.config.ts', root)) });
}

/**
 * Starts one PostgreSQL for the run, in a folder of its own. Making or dropping a database scans all shared buffers, so they are
 * small. The last commits before a crash may be lost: no test of this server needs them.
 */
export default async function setup(project: TestProject) {
  reportMissingPrograms();
  await buildPages();
  const server = await PrivatePostgres.start({
    sharedBuffers: 128,
    settings: ['synchronous_commit = off', 'max_wal_size = 512MB'],
  });
  await server.query('CREATE DATABASE registry TEMPLATE postgres');
  const template = new URL(server.url);
  template.pathname = '/registry';
  // The first connection to a database makes its file of the catalogue, which every copy of the template has then.
  const client = new pg.Client(template.href);
  await client.connect();
  await client.end();
  project.provide('templateUrl', template.href);
  return () => server.stop();
}
