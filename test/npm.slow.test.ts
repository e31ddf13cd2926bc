import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'registry-npm-'));
});
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) tellGroup(child, 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function tellGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** A command by npm, as a person runs it: npm, a shell and Node, in a group of processes of their own. */
async function npm(words: string[], until: RegExp): Promise<ChildProcess> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DATA_DIR: dataDir, PORT: '0' };
  const child = spawn('npm', words, { cwd: root, env, detached: true });
  started.push(child);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
        if (until.test(output)) resolve();
      });
    child.once('close', () => reject(new Error(`It ended before it said ${until}:\n${output}`)));
  });
  return child;
}

const isRunning = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));
/** The service has ended once its streams are closed: whoever is left behind holds them open. */
const ended = (child: ChildProcess) => once(child, 'close');

test('SIGTERM for npm, which a shell keeps from us, ends the service; so does a closed terminal; no PostgreSQL is left', async () => {
  // A start that is still preparing stops as fast as one that serves.
  const start = () => npm(['start'], /Applying migration|"msg":"listening"/);
  const first = await start();
  expect(isRunning()).toBe(true);
  const over = ended(first);
  first.kill('SIGTERM');
  await over;
  expect(isRunning()).toBe(false);

  const second = await start();
  expect(isRunning()).toBe(true);
  const closed = ended(second);
  // What happens when a terminal goes away: nobody reads any more, and all of the group hear SIGHUP, from whoever passes it on.
  for (const stream of [second.stdout, second.stderr]) stream?.destroy();
  const telling = setInterval(() => tellGroup(second, 'SIGHUP'), 2);
  onTestFinished(() => clearInterval(telling));
  await closed;
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
});
