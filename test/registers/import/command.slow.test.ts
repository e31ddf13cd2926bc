import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { leiCsv, leiNumber, relationCsv } from '../../../scripts/samples/gleif/golden-copy.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { processes } from '../../support/process.ts';
import { expectWhole } from '../../support/search-buckets.ts';

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

/** Starts an import for each phase and kills it there. Returns how many were killed before they had finished. */
async function killAt(
  phases: readonly string[],
  words: [id: string, path: string],
  isFinished: () => Promise<boolean>,
  look: (phase: string) => Promise<void>,
): Promise<number> {
  const queries = async () =>
    (
      await ground.query('SELECT query FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1', [
        `company-registry import ${words[0]}`,
      ])
    ).map(({ query }) => query);
  let killed = 0;
  for (const phase of phases) {
    const victim = importing(...words);
    // A phase may be over before anyone looks; then the end comes first, and there is nothing to kill.
    while (victim.child.exitCode === null && !(await queries()).some((query) => query.includes(phase))) await delay(2);
    await victim.end('SIGKILL');
    if (await isFinished()) continue;
    await look(phase);
    killed += 1;
  }
  return killed;
}

/** Runs an import as soon as the lock of a killed one is free. */
const runAgain = (...words: string[]) =>
  vi.waitFor(
    async () => {
      const last = await run(...words);
      expect(last.output).not.toMatch(/Another import of \w+ is running/);
      return last;
    },
    { timeout: 60_000, interval: 100 },
  );

test('killed at any moment, an import of identifiers leaves all as it was, and running it again completes it', async () => {
  await writeBritishFile(ground.path('gb.csv'), 3_000);
  expect((await run('gb', ground.path('gb.csv'))).code).toBe(0);
  const companies = await ground.query('SELECT number, canonical_name AS name FROM entity ORDER BY number');
  const leis = (edition: number) =>
    leiCsv(
      companies.map(({ number, name }, place) => ({
        ...{
          lei: leiNumber(place),
          name,
          number,
          authority: 'RA000585',
          country: 'GB',
          updated: `2026-11-0${edition}T00:00:00Z`,
        },
        others: [{ name: `${name} ${edition}`, type: 'PREVIOUS_LEGAL_NAME' }],
      })),
    );
  const relations = relationCsv(
    companies.slice(1).map((_, place) => ({ child: leiNumber(place + 1), parent: leiNumber(place) })),
  );
  await ground.file('1.csv', leis(1));
  await ground.file('2.csv', leis(2));
  const rr = await ground.file('rr.csv', relations);
  expect((await run('gleif', ground.path('1.csv'), rr)).code).toBe(0);
  const state = async () => [
    await ground.state(),
    await ground.query(`SELECT (SELECT md5(string_agg(lei::text, ',' ORDER BY lei)) FROM lei),
      (SELECT md5(string_agg(r::text, ',' ORDER BY child)) FROM lei_relation AS r), (SELECT version FROM data_version),
      (SELECT count(*) FROM change), (SELECT count(*) FROM identifier_run)`),
  ];
  const before = await state();
  const phases = ['COPY staged_lei', 'CREATE TEMPORARY TABLE lei_difference', 'INSERT INTO lei (', 'INSERT INTO refolded'];
  const finished = async () => (await ground.query("SELECT FROM identifier_run WHERE file = '2.csv'")).length > 0;
  const killed = await killAt(
    [...phases, 'search_bucket', 'INSERT INTO change'],
    ['gleif', ground.path('2.csv')],
    finished,
    async (phase) => expect(await state(), `killed at ${phase}`).toEqual(before),
  );
  expect(killed).toBeGreaterThan(0);
  const again = await runAgain('gleif', ground.path('2.csv'));
  expect([again.code, again.output]).toEqual([0, expect.stringMatching(/changed 3000|served already/)]);
  const failures = await ground.query("SELECT FROM import_failure WHERE register_id = 'gleif' AND reason LIKE '%was killed%'");
  expect(failures).toHaveLength(killed);
  expect(await ground.query('SELECT FROM running_import')).toEqual([]);
  expect(await ground.query(`SELECT FROM lei WHERE names::text NOT LIKE '% 2"%'`)).toEqual([]);
  await expectWhole(ground);
});

test('killed at any moment, an import leaves the old data as it was, and running it again completes it', async () => {
  await writeBritishFile(ground.path('1.csv'), 3_000);
  await writeBritishFile(ground.path('2.csv'), 3_000, { edition: 2, seed: 1 });
  expect((await run('gb', ground.path('1.csv'))).code).toBe(0);
  const before = await ground.state();
  const phases = ['COPY staged', 'CREATE TEMPORARY TABLE line', 'MERGE INTO entity', 'INSERT INTO search_bucket'];
  const finished = async () => (await ground.query("SELECT FROM import_run WHERE file = '2.csv'")).length > 0;
  const killed = await killAt(phases, ['gb', ground.path('2.csv')], finished, async (phase) =>
    expect(await ground.state(), `killed at ${phase}`).toBe(before),
  );
  const again = await runAgain('gb', ground.path('2.csv'));
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
