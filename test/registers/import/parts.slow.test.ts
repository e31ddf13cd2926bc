import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeLithuanianFiles } from '../../../scripts/samples/lt.ts';
import { lt } from '../../../src/registers/countries/lt/register.ts';
import { importGround } from '../../support/imports.ts';
import { ServiceProcess } from '../../support/process.ts';

test('killed at any moment, a join leaves the old data as it was, and no temporary table', async () => {
  const ground = await importGround();
  onTestFinished(() => ground.close());
  await writeLithuanianFiles(ground.path('1.zip'), 3_000);
  await writeLithuanianFiles(ground.path('2.zip'), 3_000, { edition: 2 });
  await ground.import(lt, ground.path('1.zip'));
  const before = await ground.state();
  const queries = async () =>
    (
      await ground.query(
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'company-registry import lt'",
      )
    ).map(({ query }) => query);
  for (const phase of ['COPY part_row', 'FETCH 5000 FROM joined']) {
    const victim = new ServiceProcess(
      { DATABASE_URL: ground.url, DATA_DIR: ground.folder },
      'import',
      'lt',
      ground.path('2.zip'),
    );
    while (victim.child.exitCode === null && !(await queries()).some((query) => query.includes(phase))) await delay(2);
    await victim.end('SIGKILL');
    const finished = await ground.query("SELECT FROM import_run WHERE file = '2.zip'");
    if (finished.length === 0) expect(await ground.state(), `killed at ${phase}`).toBe(before);
  }
  await vi.waitFor(async () => expect(await queries()).toEqual([]), { timeout: 60_000, interval: 50 });
  expect(await ground.query("SELECT FROM pg_class WHERE relname = 'part_row'")).toEqual([]);
  expect((await ground.import(lt, ground.path('2.zip'))).unchanged).toBeGreaterThan(2_000);
});
