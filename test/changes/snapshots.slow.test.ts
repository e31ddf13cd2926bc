import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locks } from '../../src/kernel/locks.ts';
import { type ChangesGround, smallRegister } from '../support/changes.ts';
import { ServiceProcess } from '../support/process.ts';
import { downloadFrom, snapshotsGround } from '../support/snapshots.ts';

let ground: ChangesGround;
beforeEach(async () => {
  ground = await snapshotsGround();
});
afterEach(() => ground.close());

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
