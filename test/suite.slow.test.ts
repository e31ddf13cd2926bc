import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from './support/suite/children.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const config = 'test/support/left-behind/vitest.config.ts';

/** Runs tests that fail as a person would, in a folder of their own. What they leave behind would go on for an hour and more. */
async function runFailing(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'registry-suite-'));
  const words = ['node_modules/.bin/vitest', 'run', '--config', config, '--root', root, name];
  const env = { ...process.env, TMPDIR: folder, NO_COLOR: '1', CI: '' };
  const output = await run(process.execPath, words, { cwd: root, env, timeout: 300_000 }).then(
    () => expect.unreachable('a failing test fails its run'),
    ({ code, stdout, stderr }) => {
      expect(code, stdout + stderr).toBe(1);
      return `${stdout}${stderr}`;
    },
  );
  return { output, left: readdirSync(folder) };
}

/** A process that has ended, and only waits for whoever started it, has no command line. */
function isAlive(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

test('what a failing test started ends with its file: programs, what these started, servers and folders', async () => {
  const { output, left } = await runFailing('left-behind/tracked');
  const pids = [...output.matchAll(/^\s*\+ +"(\d+)",$/gm)].map(([, pid = '']) => pid);
  expect(pids, output).toHaveLength(2);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(left).toEqual([]);
  expect(output).not.toContain('left this process behind');
});

test('a run ends after its result, and names the process that would have kept it', async () => {
  const { output, left } = await runFailing('left-behind/untracked');
  const [, pid = ''] = /Received: "(\d+)"/.exec(output) ?? [];
  expect(output).toContain(`left this process behind, which is killed: ${pid} sleep 7200`);
  expect(isAlive(pid)).toBe(false);
  expect(left).toEqual([]);
});
