import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { Refusal } from '../../../src/kernel/errors.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { readRequest } from '../../../src/registers/import/request.ts';
import { createDatabase } from '../../support/database.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { runHere, ServiceProcess } from '../../support/process.ts';

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

const run = (...words: string[]) => runHere({ DATABASE_URL: ground.url, DATA_DIR: ground.folder }, 'import', ...words);

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
    if (row === 1 || row === 2) cells[header.indexOf('CompanyCategory')] = 'Guild';
    return `"${cells.map((cell) => cell.replaceAll('"', '""')).join('","')}"`;
  });
  const { code, output } = await run('gb', await ground.file('gb.csv', `${changed.join('\n')}\n`));
  expect(code).toBe(0);
  expect(output).toMatch(
    /^States that no table knows, which are served as unknown: Frozen \(3\), x{100} \(1\), .* and 30 more\.$/m,
  );
  expect(output).toMatch(/^Legal forms that no table has, so their code and group are null: Guild \(2\)\.$/m);
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
  const process = start('GB', ground.path('gb.csv'), '--source-url', 'https://register.example/gb');
  expect(await process.end()).toBe(0);
  const output = process.output.trim();
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
  const { code, output } = await run('--list');
  expect(code).toBe(0);
  expect(output.split('\n').map((line) => line.split(' ')[0])).toEqual([...ids, 'gleif']);
});

test.each([
  [[], /^Usage: npm run import -- <register> <file…>/],
  [['gb'], /^Usage: /],
  [['xx', 'file'], new RegExp(`^There is no register xx; there are ${ids.join(', ')}\\.$`)],
  [['uk'], /^There is no register uk; .* Did you mean gb, United Kingdom\?$/],
  [['Estonia', 'file'], /Did you mean ee, Estonia\?$/],
  [['gb', 'file', '--allow-oldr'], /^There is no option --allow-oldr\. Did you mean --allow-older\? Usage: /],
  [['gb', 'file', '--source-url'], /^The option --source-url needs a value\. Usage: /],
  [['gb', 'file', '--list=yes'], /^The option --list takes no value\. Usage: /],
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
  const { code, output } = await runHere({ DATABASE_URL: empty.url }, 'import', 'gb', ground.path('gb.csv'));
  expect(code).toBe(1);
  expect(output).toMatch(/^Cannot import: migrations are pending: .* Run npm run migrate first\.$/);
  await empty.drop();
});
