import { expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { connect, importGround } from '../../support/imports.ts';
import { ServiceProcess } from '../../support/process.ts';

test('killed in the middle, an import leaves the old data as it was, and running it again completes it', async () => {
  const ground = await importGround();
  await writeBritishFile(ground.path('1.csv'), 1_000);
  await writeBritishFile(ground.path('2.csv'), 1_000, { edition: 2, seed: 1 });
  await ground.import(gb, ground.path('1.csv'));
  const before = await ground.state();
  // The import stops where it writes the first record.
  const holder = await connect(ground.url);
  await holder.query('BEGIN; LOCK TABLE entity IN SHARE MODE');
  const victim = new ServiceProcess({ DATABASE_URL: ground.url, DATA_DIR: ground.folder }, 'import', 'gb', ground.path('2.csv'));
  const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'entity'::regclass";
  await expect.poll(() => ground.query(waiting), { interval: 10 }).toHaveLength(1);
  await victim.end('SIGKILL');
  await holder.query('ROLLBACK');
  await holder.end();
  expect(await ground.state()).toBe(before);
  const again = await vi.waitFor(() => ground.import(gb, ground.path('2.csv')), { timeout: 60_000, interval: 50 });
  expect(again).toMatchObject({ sameFile: false, rejected: 0 });
  expect(await ground.state()).not.toBe(before);
  await ground.close();
});
