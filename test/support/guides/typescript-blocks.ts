/** Runs blocks of TypeScript and of the command line, one after another, and prints as JSON what each printed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { format } from 'node:util';
import { commandLine } from '../clients/command-line.ts';
import type { Printed, Program } from './run-blocks.ts';

// The package is imported from its sources, so that it need not be built first.
const client = new URL('../../../clients/typescript/src/index.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@company-registry/client' ? { url: client, shortCircuit: true } : next(specifier, context),
});

const lines: string[] = [];
console.log = (...words) => void lines.push(format(...words));

/** Imports the text as a module of its own. */
const runModule = (text: string, place: string): Promise<unknown> =>
  import(`data:text/javascript,${encodeURIComponent(`${stripTypeScriptTypes(text)}\n// ${place}`)}`);

// The commands of a page read and write files here.
const folder = await mkdtemp(join(tmpdir(), 'registry-blocks-'));
process.chdir(folder);
await writeFile('companies.csv', 'name,number\nRecruitment Kraideagralt,\nunknown,02158170\n');

/** Runs the commands, a line each. That nothing is found is an outcome too. */
async function runCommands(text: string): Promise<void> {
  for (const line of text.replaceAll('\\\n', ' ').trim().split('\n')) {
    const [program, ...words] = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, ...found]) => found.find(Boolean) ?? '');
    if (program !== 'company-registry') throw new Error(`This is not our command: ${line}`);
    const { exitCode, out, err } = await commandLine(words, { env: process.env, shell: { home: folder } });
    lines.push(out, err, `ended with ${exitCode}`);
    if (exitCode > 1) throw new Error(`${line} ended with ${exitCode}: ${err}`);
  }
}

const printed: Printed[] = [];
for (const { place, kind, text } of (await json(process.stdin)) as Program[]) {
  lines.length = 0;
  const error = await (kind === 'ts' ? runModule(text, place) : runCommands(text)).then(
    () => null,
    (failure) => String(failure?.stack ?? failure),
  );
  printed.push({ place, output: lines.join('\n'), error });
}
await rm(folder, { recursive: true });
process.stdout.write(JSON.stringify(printed));
