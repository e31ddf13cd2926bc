import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { Refusal } from '../../../src/kernel/errors.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { readRequest } from '../../../src/registers/import/command.ts';
import { createDatabase } from '../../support/database.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { ServiceProcess } from '../../support/process.ts';

const ids = registers.map(({ id }) => id);
let ground: ImportGround;
const processes: ServiceProcess[] = [];
beforeEach(async () => {
  ground = await importGround();
});
afterEach(async () => {
  for (const process of processes.splice(0)) await process.end('SIGKILL');
  await ground.close();
});

function start(...words: string[]): ServiceProcess {
  const process = new ServiceProcess({ DATABASE_URL: ground.url, DATA_DIR: ground.folder }, 'import', ...words);
  processes.push(process);
  return process;
}

async function run(...words: string[]) {
  const process = start(...words);
  return { code: await process.end(), output: process.output.trim() };
}

test('states that no table knows are named with their rows, and kept with the import', async () => {
  await writeBritishFile(ground.path('all.csv'), 200);
  const long = 'x'.repeat(150);
  const lines = (await readFile(ground.path('all.csv'), 'utf8')).trimEnd().split('\n');
  const state = (place: number) => (place <= 3 ? 'Frozen' : place === 4 ? long : place <= 64 ? `State ${place}` : 'Active');
  const header = parseLine(lines[0] ?? '');
  const place = header.indexOf('CompanyStatus');
  const changed = lines.map((line, row) => {
    const cells = parseLine(line);
    if (row > 0) cells[place] = state(row);
    return `"${cells.map((cell) => cell.replaceAll('"', '""')).join('","')}"`;
  });
  const { code, output } = await run('gb', await ground.file('gb.csv', `${changed.join('\n')}\n`));
  expect(code).toBe(0);
  expect(output).toMatch(
    /^States that no table knows, which are served as unknown: Frozen \(3\), x{100} \(1\), .* and 30 more\.$/m,
  );
  const [{ states }] = (await ground.query('SELECT unknown_states AS states FROM import_run')) as [
    { states: { state: string; rows: number }[] },
  ];
  expect([states.length, states[0], states[1]]).toEqual([50, { state: 'Frozen', rows: 3 }, { state: 'x'.repeat(100), rows: 1 }]);
  const [{ count }] = (await ground.query("SELECT count(*)::int FROM entity WHERE status = 'unknown'")) as [{ count: number }];
  expect(count).toBe(64);
});

const parseLine = (line: string): string[] =>
  [...line.trimEnd().matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );

test('an import is summed up in one line, and the rejected rows are in a file beside the data', async () => {
  await writeBritishFile(ground.path('gb.csv'), 1_000, { faultEvery: 300 });
  const { code, output } = await run('GB', ground.path('gb.csv'), '--source-url', 'https://register.example/gb');
  expect(code).toBe(0);
  expect(output).toMatch(/^gb: read 1003, added 1000, changed 0, unchanged 0, removed 0, rejected 2, in [\d.]+ seconds\.$/m);
  const [, file = ''] = /reasons, are in (\S+)\.$/m.exec(output) ?? [];
  expect(await readFile(file, 'utf8')).toMatch(/the national number is missing[\s\S]*the name is missing/);
  expect(output).toMatch(/^Rows whose number came again later in the file: 1\. The later ones were taken: \w+\.$/m);
  expect(await ground.query('SELECT source_url AS url, read, rejected, repeated FROM import_run')).toEqual([
    { url: 'https://register.example/gb', read: 1003, rejected: 2, repeated: 1 },
  ]);
  expect((await run('gb', ground.path('gb.csv'))).output).toMatch(
    /^gb: \S+ is the file that is served already: nothing to do\.$/,
  );
});

test('the registers can be listed, for a person or another program', async () => {
  const process = start('--list');
  let listed = '';
  process.child.stdout?.on('data', (chunk) => {
    listed += String(chunk);
  });
  expect(await process.end()).toBe(0);
  expect(
    listed
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 2)),
  ).toEqual(ids);
});

test.each([
  [[], /^Usage: npm run import -- <register> <file…>/],
  [['gb'], /^Usage: /],
  [['xx', 'file'], new RegExp(`^There is no register xx; there are ${ids.join(', ')}\\.$`)],
  [['gb', 'file', 'second'], /^The register gb is one file\. Usage: /],
  [['gb', 'file', '--nonsense'], /nonsense.*Usage: /],
  [['gb', 'file', '--source-url', 'javascript:x'], /^--source-url must be an http or https address\.$/],
])('%j is refused in one line', (words, message) => {
  expect(() => readRequest(words)).toThrow(Refusal);
  expect(() => readRequest(words)).toThrow(message);
});

test('what is refused is said in one line', async () => {
  const { code, output } = await run('gb', 'no-such-file.csv');
  expect(code).toBe(1);
  expect(output).toMatch(/no-such-file\.csv/);
  expect(output).not.toContain('\n');
});

test('a database that lacks migrations is not imported into', async () => {
  const empty = await createDatabase({ migrated: false });
  const process = new ServiceProcess({ DATABASE_URL: empty.url }, 'import', 'gb', ground.path('gb.csv'));
  expect(await process.end()).toBe(1);
  expect(process.output.trim()).toMatch(/^Cannot import: migrations are pending: .* Run npm run migrate first\.$/);
  await empty.drop();
});

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
  for (const phase of ['COPY staged', 'CREATE TEMPORARY TABLE line', 'UPDATE entity', 'INSERT INTO search_bucket']) {
    const victim = start('gb', ground.path('2.csv'));
    // A phase may be over before anyone looks; then the end comes first, and there is nothing to kill.
    while (victim.child.exitCode === null && !(await phaseOf()).some((query) => query.includes(phase))) await delay(2);
    await victim.end('SIGKILL');
    const finished = await ground.query("SELECT FROM import_run WHERE file = '2.csv'");
    if (finished.length === 0) expect(await ground.state(), `killed at ${phase}`).toBe(before);
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
  expect(await ground.query('SELECT FROM entity JOIN register ON current_run = import_run_id LIMIT 1')).toHaveLength(1);
});

test('on the embedded default the command works alone and brings the database up to date first', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-command-'));
  await writeBritishFile(ground.path('gb.csv'), 50);
  const process = new ServiceProcess({ DATA_DIR: dataDir }, 'import', 'gb', ground.path('gb.csv'));
  expect(await process.end()).toBe(0);
  expect(process.output).toMatch(/gb: read 50, added 50/);
  // Beside real data no invented companies appear.
  const service = new ServiceProcess({ DATA_DIR: dataDir });
  processes.push(service);
  await service.says(/is ready/);
  expect(service.output).not.toMatch(/sample/);
  await service.end('SIGINT');
  await rm(dataDir, { recursive: true, force: true });
});
