import { fileURLToPath } from 'node:url';
import { run } from '../suite/children.ts';
import { has, pythonWith } from '../suite/programs.ts';

/** A text to run, and what it is written in. The words of the command line are run without a shell. */
export interface Program {
  place: string;
  kind: 'sh' | 'ts' | 'python' | 'command line';
  text: string;
}

/** What the command line has from its surroundings. */
interface Access {
  url: string;
  key: string;
}

/** What a program printed, and why it failed. */
export interface Printed {
  place: string;
  output: string;
  error: string | null;
}

/** Each language needs one process, because starting one takes longer than a block. Undefined where the machine lacks it. */
const runners: { kinds: Program['kind'][]; program: () => string | undefined; file: string }[] = [
  { kinds: ['ts', 'command line'], program: () => process.execPath, file: 'typescript-blocks.ts' },
  { kinds: ['python'], program: () => pythonWith(['httpx']), file: 'python_blocks.py' },
  { kinds: ['sh'], program: () => (has('curl') ? process.execPath : undefined), file: 'shell-blocks.ts' },
];

/** Runs the programs of every language that this machine has, as the reader runs them. */
export async function runPrograms(programs: Program[], access: Access): Promise<Printed[]> {
  const printed = runners.map(async ({ kinds, program, file }) => {
    const own = programs.filter(({ kind }) => kinds.includes(kind));
    const path = program();
    return path === undefined || own.length === 0
      ? []
      : printedBy(path, fileURLToPath(new URL(file, import.meta.url)), own, access);
  });
  return (await Promise.all(printed)).flat();
}

async function printedBy(program: string, file: string, input: Program[], { url, key }: Access): Promise<Printed[]> {
  const env = { ...process.env, COMPANY_REGISTRY_URL: url, COMPANY_REGISTRY_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
  return JSON.parse((await run(program, [file], { env, input: JSON.stringify(input) })).stdout);
}
