import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { tellGroup } from './support/suite/children.ts';
import { Program } from './support/suite/program.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'registry-npm-'));
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** A command by npm, as a person runs it: npm, a shell and Node, in a group of processes of their own. */
async function npm(words: string[], until: RegExp): Promise<Program> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DATA_DIR: dataDir, PORT: '0' };
  const program = new Program('npm', words, { cwd: root, env });
  await program.says(until);
  return program;
}

const isRunning = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

test('SIGTERM for npm, which a shell keeps from us, ends the service; so does a closed terminal; no PostgreSQL is left', async () => {
  // A start that is still preparing stops as fast as one that serves.
  const start = () => npm(['start'], /Applying migration|"msg":"listening"/);
  const first = await start();
  expect(isRunning()).toBe(true);
  // It has ended once its streams are closed: whoever is left behind holds them open.
  await first.end('SIGTERM');
  expect(isRunning()).toBe(false);

  const second = await start();
  expect(isRunning()).toBe(true);
  const closed = second.end();
  // What happens when a terminal goes away: nobody reads any more, and all of the group hear SIGHUP, from whoever passes it on.
  for (const stream of [second.child.stdout, second.child.stderr]) stream?.destroy();
  const telling = setInterval(() => tellGroup(second.child, 'SIGHUP'), 2);
  onTestFinished(() => clearInterval(telling));
  await closed;
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
});
