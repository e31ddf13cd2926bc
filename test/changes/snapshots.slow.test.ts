import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locks } from '../../src/kernel/locks.ts';
import { type ChangesGround, smallRegister } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import { ServiceProcess } from '../support/process.ts';
import { downloadFrom, snapshotsGround } from '../support/snapshots.ts';
import { startChild } from '../support/suite/children.ts';

let ground: ChangesGround;
/** What a test started, to be ended before the database is. */
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  ground = await snapshotsGround();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await ground.close();
});

const download = (id: string, headers?: Record<string, string>) => downloadFrom(ground, id, headers);

test('what a killed run left is removed by the next, and what is listed stays', async () => {
  const folder = join(ground.folder, 'snapshots');
  const part = (name: string) => name.endsWith('.part');
  const size = 60_000;
  const rows = Array.from({ length: size }, (_, place) => ({
    number: String(910_000_000 + place),
    name: `N ${place}`,
    activity: '1',
  }));
  await ground.importRows(smallRegister('no'), rows);
  const env = { DATABASE_URL: ground.url, DATA_DIR: ground.folder };
  const isWriting = () => expect.poll(async () => (await readdir(folder)).filter(part), { timeout: 60_000, interval: 5 });
  const killed = new ServiceProcess(env, 'snapshot', 'no');
  await isWriting().toHaveLength(1);
  const [left = ''] = (await readdir(folder)).filter(part);
  await killed.end('SIGKILL');
  expect((await readdir(folder)).filter(part)).toEqual([left]);
  // Until PostgreSQL has noticed.
  const owners = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${locks.snapshotSpace}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(() => ground.query(owners)).toEqual([]);
  await ground.makeSnapshots('GB');
  expect((await readdir(folder)).filter(part)).toEqual([]);
  for (const { id: listed } of (await ground.get('/snapshots')).body.data) expect((await download(listed)).status).toBe(200);
});

/** A process that writes a snapshot and cannot go on: another session has locked what it reads. */
async function heldUp(command: (env: Record<string, string>) => ChildProcess) {
  const folder = join(ground.folder, 'snapshots');
  await mkdir(folder, { recursive: true });
  const holder = await connect(ground.url);
  ends.push(() => holder.end());
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE entity IN ACCESS EXCLUSIVE MODE');
  const child = command({
    PATH: process.env['PATH'] ?? '',
    HOME: ground.folder,
    DATABASE_URL: ground.url,
    DATA_DIR: ground.folder,
  });
  ends.push(() => child.kill('SIGKILL'));
  const parts = async () => (await readdir(folder)).filter((name) => name.endsWith('.part'));
  await expect.poll(parts, { interval: 5 }).toHaveLength(1);
  return { child, parts };
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('a run that %s ends takes its unfinished file with it', async (signal, code) => {
  const { child, parts } = await heldUp((env) => new ServiceProcess(env, 'snapshot', 'gb').child);
  const closed = once(child, 'close');
  child.kill(signal);
  expect((await closed)[0]).toBe(code);
  expect(await parts()).toEqual([]);
});

test('under npm, whose shell keeps the signal from us, the unfinished file goes too', async () => {
  const cwd = new URL('../../', import.meta.url);
  const { child, parts } = await heldUp((env) => startChild('npm', ['run', 'snapshot', '--', 'gb'], { cwd, env }));
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  expect(await parts()).toEqual([]);
});
