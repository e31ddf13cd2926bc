import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { browserSources } from '../browser/sources.ts';
import { PrivatePostgres } from '../servers/postgres.ts';
import { tellOfMissingPrograms } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database of this run's own server, the template of every test's. */
    templateUrl: string;
  }
}

/** What browsers get is made of the sources as they are now. */
async function buildPages(): Promise<void> {
  const root = new URL('../../../', import.meta.url);
  const sources = (await readdir(new URL('dashboard', root), { recursive: true, encoding: 'utf8' }))
    .filter((file) => !file.startsWith('dist'))
    .map((file) => `dashboard/${file}`);
  const times = [...sources, ...browserSources().keys()].map(async (file) => (await stat(new URL(file, root))).mtimeMs);
  const built = await stat(new URL('dashboard/dist/manifest.json', root)).catch(() => ({ mtimeMs: 0 }));
  if (built.mtimeMs < Math.max(...(await Promise.all(times))))
    await build({ configFile: fileURLToPath(new URL('dashboard/vite.config.ts', root)) });
}

/**
 * One real PostgreSQL for the run, in a folder of its own. Whoever makes or drops a database looks through all shared buffers, so
 * they are small. Nobody misses the last commits of a test after a crash.
 */
export default async function setup(project: TestProject) {
  tellOfMissingPrograms();
  await buildPages();
  const server = await PrivatePostgres.start({
    sharedBuffers: 128,
    settings: ['synchronous_commit = off', 'max_wal_size = 512MB'],
  });
  await server.query('CREATE DATABASE registry TEMPLATE postgres');
  const template = new URL(server.url);
  template.pathname = '/registry';
  project.provide('templateUrl', template.href);
  return () => server.stop();
}
