import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCommands } from '../../app/commands.ts';
import { helpOf } from '../../src/command-line/help.ts';
import { processes, runHere } from '../support/process.ts';

const { run, endAll } = processes();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-commands-'));
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true });
});

test('the process prints the help of all commands, and what bash completes', async () => {
  const [help, completion, unknown] = [['--help'], ['completion', 'bash'], ['importt']].map((words) => run({}, ...words));
  expect([await help?.end(), await completion?.end(), await unknown?.end()]).toEqual([0, 0, 1]);
  expect(help?.output.trim()).toBe((await allCommands()).map(helpOf).join('\n'));
  expect(completion?.output.trim()).toBe((await runHere({}, 'completion', 'bash')).output);
  expect(unknown?.output.trim()).toBe((await runHere({}, 'importt')).output);
});

test('a DATA_DIR that cannot be used is told in one line, at once', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const refused = [file, join(file, 'below'), '/proc/foo'].map((dataDir) => run({ DATA_DIR: dataDir }));
  for (const one of refused) {
    expect(await one.end()).toBe(1);
    expect(one.output.trim()).toMatch(
      /^DATA_DIR cannot be used: \S+ cannot be made or written \(E[A-Z]+\)\. Set it to a folder of yours\.$/,
    );
  }
});
