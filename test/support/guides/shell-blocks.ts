/** Runs blocks for a shell, one after another, and prints as JSON what each printed. */
import { spawnSync } from 'node:child_process';
import { json } from 'node:stream/consumers';
import type { Program } from './run-blocks.ts';

const programs = (await json(process.stdin)) as Program[];
const printed = programs.map(({ place, text }) => {
  const { stdout, stderr, status } = spawnSync('bash', ['-euc', text], { encoding: 'utf8' });
  return { place, output: stdout, error: status === 0 ? null : stderr };
});
process.stdout.write(JSON.stringify(printed));
