import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { helpFor } from '../src/help.ts';
import { processes } from './support/process.ts';

const { run, endAll } = processes();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-commands-'));
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true });
});

test('every command says what it is for', () => {
  const all = helpFor('--help', []);
  for (const name of Object.keys(commands)) {
    const said = helpFor(name, ['--help']) ?? '';
    expect(said).toMatch(/^(npm|node) /);
    expect(all).toContain(said.trim());
  }
});

test.each([[['--help']], [['import', '--help']]])('%j is answered, and nothing else is done', async (words) => {
  const asked = run({ DATA_DIR: join(folder, 'none') }, ...words);
  expect(await asked.end(), asked.output).toBe(0);
  expect(asked.output.trim()).toBe(helpFor(words[0] ?? '', words.slice(1)));
  expect(existsSync(join(folder, 'none'))).toBe(false);
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

test('a taken port is told before anything is prepared', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  const dataDir = join(folder, 'unprepared');
  const late = run({ PORT: String(port), DATA_DIR: dataDir });
  expect(await late.end()).toBe(1);
  expect(late.output.trim()).toBe(`Port ${port} is in use: stop what listens there, or set PORT to another.`);
  expect(existsSync(dataDir)).toBe(false);
  holder.close();
});
