import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCommands, findCommand } from '../../app/commands.ts';
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

const commands = await allCommands();

test('a command has the name that it is found by, a summary of whole sentences, and a usage that names it', async () => {
  for (const command of commands) {
    expect(await findCommand(command.name)).toBe(command);
    expect(command.summary).toMatch(/^[A-Z].*[.`]$/);
    expect(command.usage).toMatch(new RegExp(`^(npm (run (--silent )?)?|bin/registry )${command.name}( |$)`));
  }
});

test('help is printed, and nothing else is done', async () => {
  const help = run({ DATA_DIR: join(folder, 'none') }, 'import', '--help');
  expect(await help.end()).toBe(0);
  expect(help.output.trim()).toBe(helpOf(await findCommand('import')));
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('an unknown command is refused with the names of those that there are, and the one that is close', async () => {
  const names = commands.map(({ name }) => name).join(', ');
  expect(await runHere({}, 'importt')).toEqual({
    code: 1,
    output: `There is no command importt; there are ${names}. Did you mean import?`,
  });
});

test('bash completes commands, and the options of each', async () => {
  const printed = await runHere({}, 'completion', 'bash');
  expect(printed.code).toBe(0);
  const complete = (line: string, ...words: string[]) => {
    const typed = `COMP_LINE='${line}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}`;
    const script = `${printed.output}\n${typed}; COMP_POINT=\${#COMP_LINE}; _registry; echo "\${COMPREPLY[*]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
  };
  expect(complete('bin/registry s', 'bin/registry', 's')).toEqual(['start', 'samples', 'snapshot', 'search:copy']);
  expect(complete('bin/registry import --a', 'bin/registry', 'import', '--a')).toEqual([
    '--allow-older',
    '--allow-shrink',
    '--allow-removals',
    '--allow-change',
  ]);
  // bash replaces what follows the colon.
  expect(complete('bin/registry billing:r', 'bin/registry', 'billing', ':', 'r')).toEqual(['reconcile']);
  expect(complete('bin/registry search:', 'bin/registry', 'search', ':')).toEqual(['copy']);
  const reconcile = ['bin/registry', 'billing', ':', 'reconcile', '--'];
  expect(complete('bin/registry billing:reconcile --', ...reconcile)).toEqual(['--dry-run', '--help']);
});

test('a DATA_DIR that cannot be used is told in one line, at once', async () => {
  const refused = run({ DATA_DIR: '/proc/foo' });
  expect(await refused.end()).toBe(1);
  expect(refused.output.trim()).toMatch(
    /^DATA_DIR cannot be used: \S+ cannot be made or written \(E[A-Z]+\)\. Set it to a folder of yours\.$/,
  );
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
