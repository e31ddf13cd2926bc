import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { reachDatabase } from '../../app/development.ts';
import { loadConfig } from '../../src/config/config.ts';
import { DataInUse, type EmbeddedDatabase, joinEmbeddedDatabase } from '../../src/development/postgres/embedded.ts';
import { Teardown } from '../../src/kernel/teardown.ts';

let dataDir: string;
const members: EmbeddedDatabase[] = [];
const steps: string[] = [];

// Preparing a data folder takes longer than the tests: it is done once for all.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'registry-embedded-'));
  const first = await enter('command');
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.leave();
});
beforeEach(() => void steps.splice(0));
afterEach(async () => {
  for (const member of members.splice(0)) await member.leave();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function enter(role: 'service' | 'command'): Promise<EmbeddedDatabase> {
  const member = await joinEmbeddedDatabase(dataDir, role, (step) => steps.push(step));
  members.push(member);
  return member;
}

async function query(member: EmbeddedDatabase, sql: string) {
  const client = new pg.Client(member.url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid');
const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

test('data outlives a restart, and nothing keeps running after the last one left', async () => {
  const first = await enter('service');
  expect(await query(first, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
  await first.leave();
  expect(existsSync(pidFile())).toBe(false);
  expect(await query(await enter('service'), 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
  expect(steps).toEqual(['Starting the embedded PostgreSQL', 'Starting the embedded PostgreSQL']);
});

test('a second service is refused by name; a command is welcome beside it, and leaves it running', async () => {
  const service = await enter('service');
  await expect(enter('service')).rejects.toThrow(DataInUse);
  await expect(enter('service')).rejects.toThrow(`${dataDir} is in use: the service with process number ${process.pid}`);
  const command = await enter('command');
  expect(command.url).toBe(service.url);
  await command.leave();
  expect(await query(service, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the last one out stops the server, whoever started it', async () => {
  const command = await enter('command');
  const service = await enter('service');
  await command.leave();
  expect(await query(service, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await service.leave();
  expect(existsSync(pidFile())).toBe(false);
});

test('several who come at once share one server', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => enter('command')));
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
});

test('after an unclean end the stale pid file is no obstacle, even if its number belongs to another process now', async () => {
  const first = await enter('service');
  const left = readFileSync(pidFile(), 'utf8').replace(/^\d+/, String(process.pid));
  await first.leave();
  await writeFile(pidFile(), left);
  expect(await query(await enter('service'), 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
});

test('a server that dies under a service is started again where the service looks for it', async () => {
  const service = await enter('service');
  process.kill(serverPid(), 'SIGKILL');
  await vi.waitFor(async () => expect(await query(service, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]), {
    timeout: 60_000,
    interval: 50,
  });
  const claims = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 2 AND granted";
  await vi.waitFor(async () => expect(await query(service, claims)).toHaveLength(1), { timeout: 60_000, interval: 50 });
  await expect(enter('service')).rejects.toThrow(DataInUse);
});

test('who is told to stop while joining leaves when it has joined', async () => {
  const teardown = new Teardown();
  const stopped = Promise.withResolvers<void>();
  // It has begun to join when it says so.
  const stop = () => void teardown.run().then(() => stopped.resolve());
  await reachDatabase(loadConfig({ DATA_DIR: dataDir }), 'command', stop, teardown);
  await stopped.promise;
  await expect.poll(() => existsSync(pidFile())).toBe(false);
});

test('who is told to stop while the folder is prepared leaves none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'registry-stopped-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stop = new AbortController();
  const said: string[] = [];
  const say = (step: string) => {
    said.push(step);
    stop.abort();
  };
  await expect(joinEmbeddedDatabase(folder, 'command', say, stop.signal)).rejects.toThrow(/aborted/);
  expect(said).toEqual([expect.stringContaining('Preparing an embedded PostgreSQL')]);
  expect(await readdir(folder)).toEqual([]);
});

test('only who may read the data folder knows the password', async () => {
  const { url } = await enter('command');
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(new pg.Client(wrong.href).connect()).rejects.toThrow(/password authentication failed/);
});
