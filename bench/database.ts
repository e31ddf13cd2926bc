import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { writeBritishFile } from '../scripts/samples/gb.ts';
import { migrate, readMigrations } from '../src/database/migrations/migrations.ts';
import { joinEmbeddedDatabase } from '../src/development/postgres/embedded.ts';

/** Starts the service and its commands, as npm scripts do. */
export const launcher = fileURLToPath(new URL('../bin/registry', import.meta.url));

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The server to measure on: the one at DATABASE_URL, or an embedded one whose data is kept for the next run. */
export async function server(): Promise<{ url: string; leave(): Promise<void> }> {
  const url = process.env['DATABASE_URL'];
  if (url) return { url, leave: async () => {} };
  return joinEmbeddedDatabase(process.env['DATA_DIR'] || '.data/bench', 'command', say);
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** A database with so many invented British companies, always the same ones: made by the import itself if it isn't there. */
export async function withCompanies(serverUrl: string, rows: number): Promise<string> {
  const name = `bench_${rows}`;
  const admin = await connect(serverUrl);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!rowCount) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const client = await connect(url.href);
  await migrate(client, readMigrations(), () => {});
  const filled = await client.query('SELECT FROM import_run');
  await client.end();
  if (!filled.rowCount) await fill(url.href, rows);
  return url.href;
}

async function fill(url: string, rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const file = join(folder, 'companies.csv');
  say(`Making ${rows.toLocaleString('en')} companies (once)`);
  await writeBritishFile(file, rows);
  const env = { ...process.env, DATABASE_URL: url };
  const child = spawn(launcher, ['import', 'gb', file], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error('The import failed.');
  // As autovacuum does some minutes after an import: it must not run while something is measured.
  const client = await connect(url);
  await client.query('VACUUM ANALYZE');
  await client.end();
}
