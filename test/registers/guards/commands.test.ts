import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { readFetch } from '../../../src/registers/fetch/command.ts';
import { readRequest } from '../../../src/registers/import/request.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { runHere, ServiceProcess } from '../../support/process.ts';

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

test('the commands take what an import is allowed to do', () => {
  const flags = ['--allow-older', '--allow-shrink', '--allow-change', '--without', 'scb', '--without', 'x'];
  const allowances = { allowOlder: true, allowShrink: true, allowChange: true, without: ['scb', 'x'] };
  expect(readRequest(['se', 'folder', ...flags])).toMatchObject(allowances);
  expect(readFetch(['se', '--import', ...flags])).toMatchObject(allowances);
  expect(readRequest(['se', 'folder'])).toMatchObject({ allowOlder: false, allowShrink: false, allowChange: false, without: [] });
});

test('the day of the file is in the summary, and an older one is refused in one line', async () => {
  const file = async (name: string, edition: number) => {
    await writeBritishFile(ground.path(name), 50, { edition });
    return ground.path(name);
  };
  expect((await run('gb', await file('BasicCompanyData-2026-10-01.csv', 2))).output).toMatch(/^The file is of 2026-10-01\.$/m);
  const older = await file('BasicCompanyData-2026-09-01.csv', 1);
  const refused = await run('gb', older);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/The file is of 2026-09-01, and what is served is of 2026-10-01: .* --allow-older\.$/);
  expect((await run('gb', older, '--allow-older')).code).toBe(0);
  expect((await run('gb', await file('gb.csv', 3))).output).toMatch(
    /^The day of the file is not known, so nobody can tell whether it is older than what was served, of 2026-09-01\.$/m,
  );
});

test('an import that is interrupted says so in one line', async () => {
  await writeBritishFile(ground.path('1.csv'), 20_000);
  const victim = start('gb', ground.path('1.csv'));
  const statements = `SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'company-registry import gb'`;
  const isReading = async () => (await ground.query(statements)).some(({ query }) => query.startsWith('COPY'));
  while (victim.child.exitCode === null && !(await isReading())) await delay(2);
  expect(await victim.end('SIGINT')).toBe(130);
  expect(victim.output.trim().split('\n').at(-1)).toBe(
    'gb: the import was interrupted before its end. Run it again: it does what is left.',
  );
  expect(await ground.query('SELECT FROM entity')).toEqual([]);
});
