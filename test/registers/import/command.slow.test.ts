import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { processes } from '../../support/process.ts';

const { run: start, endAll } = processes();
let ground: ImportGround;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(async () => {
  await endAll();
  await ground.close();
});

const importing = (...words: string[]) => start({ DATABASE_URL: ground.url, DATA_DIR: ground.folder }, 'import', ...words);
async function run(...words: string[]) {
  const process = importing(...words);
  return { code: await process.end(), output: process.output.trim() };
}

test('killed at any moment, an import leaves the old data as it was, and running it again completes it', async () => {
  await writeBritishFile(ground.path('1.csv'), 3_000);
  await writeBritishFile(ground.path('2.csv'), 3_000, { edition: 2, seed: 1 });
  expect((await run('gb', ground.path('1.csv'))).code).toBe(0);
  const before = await ground.state();
  const phaseOf = async () =>
    (
      await ground.query(
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'company-registry import gb'",
      )
    ).map(({ query }) => query);
  let killed = 0;
  for (const phase of ['COPY staged', 'CREATE TEMPORARY TABLE line', 'UPDATE entity', 'INSERT INTO search_bucket']) {
    const victim = importing('gb', ground.path('2.csv'));
    // A phase may be over before anyone looks; then the end comes first, and there is nothing to kill.
    while (victim.child.exitCode === null && !(await phaseOf()).some((query) => query.includes(phase))) await delay(2);
    await victim.end('SIGKILL');
    const finished = await ground.query("SELECT FROM import_run WHERE file = '2.csv'");
    if (finished.length === 0) {
      expect(await ground.state(), `killed at ${phase}`).toBe(before);
      killed += 1;
    }
  }
  const again = await vi.waitFor(
    async () => {
      const last = await run('gb', ground.path('2.csv'));
      expect(last.output).not.toMatch(/Another import of gb is running/);
      return last;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(again.code).toBe(0);
  expect(again.output).toMatch(/unchanged [1-9]|served already/);
  const failures = await ground.query("SELECT FROM import_failure WHERE file = '2.csv' AND reason LIKE '%was killed%'");
  expect(failures).toHaveLength(killed);
  expect(await ground.query('SELECT FROM running_import')).toEqual([]);
  expect(await ground.query('SELECT FROM entity JOIN register ON current_run = import_run_id LIMIT 1')).toHaveLength(1);
});

test('on the embedded default the command works alone and brings the database up to date first', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-command-'));
  await writeBritishFile(ground.path('gb.csv'), 50);
  const process = start({ DATA_DIR: dataDir }, 'import', 'gb', ground.path('gb.csv'));
  expect(await process.end()).toBe(0);
  expect(process.output).toMatch(/gb: read 50, added 50/);
  // Beside real data no invented companies appear.
  const service = start({ DATA_DIR: dataDir });
  await service.says(/is ready/);
  expect(service.output).not.toMatch(/sample/);
  await service.end('SIGINT');
  await rm(dataDir, { recursive: true, force: true });
});
