import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Reader } from '../guide-blocks.ts';
import { has } from '../suite/programs.ts';

/** A text to run, and what it is written in. The words of the command line are run without a shell. */
export interface Program {
  place: string;
  kind: 'sh' | 'ts' | 'python' | 'command line';
  text: string;
}

/** What a program printed, and why it failed. */
export interface Printed {
  place: string;
  output: string;
  error: string | null;
}

interface Runner {
  kinds: Program['kind'][];
  /** The first of these programs that can run the blocks does. */
  programs: string[];
  isThere: boolean;
  name: string;
}

/** Each language needs one process, because starting one takes longer than a block. */
const runners: Runner[] = [
  { kinds: ['ts', 'command line'], programs: [process.execPath], isThere: true, name: 'typescript-blocks.ts' },
  // The httpx of Debian belongs to its own Python.
  { kinds: ['python'], programs: ['python3', '/usr/bin/python3'], isThere: has('python3'), name: 'python_blocks.py' },
  { kinds: ['sh'], programs: [process.execPath], isThere: has('curl'), name: 'shell-blocks.ts' },
];

/** Runs the programs of every language that this machine has, as the reader runs them. */
export async function runPrograms(programs: Program[], reader: Reader): Promise<Printed[]> {
  const printed = runners.map(async (runner) => {
    const own = programs.filter(({ kind }) => runner.kinds.includes(kind));
    if (!runner.isThere || own.length === 0) return [];
    for (const program of runner.programs) {
      const { output, errors, code } = await run(program, fileURLToPath(new URL(runner.name, import.meta.url)), own, reader);
      if (code === 0) return JSON.parse(output) as Printed[];
      if (!errors.includes('ModuleNotFoundError')) throw new Error(`${runner.name}: ${errors}`);
    }
    if (process.env['CI']) throw new Error('CI may skip nothing, and Python has no httpx.');
    return [];
  });
  return (await Promise.all(printed)).flat();
}

async function run(program: string, file: string, input: Program[], { url, key }: Reader) {
  const env = { ...process.env, COMPANY_REGISTRY_URL: url, COMPANY_REGISTRY_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(program, [file], { env, stdio: 'pipe' });
  child.stdin.end(JSON.stringify(input));
  const [output, errors, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')]);
  return { output, errors, code };
}
