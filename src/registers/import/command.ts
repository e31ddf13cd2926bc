import { parseArgs } from 'node:util';
import type pg from 'pg';
import { Refusal } from '../../kernel/errors.ts';
import type { ProgressBar } from '../../kernel/progress-bar.ts';
import { registers } from '../countries/registers.ts';
import type { Register } from '../declaration/register.ts';
import { type Allowances, allowanceOptions, allowancesIn, allowanceUsage } from './allowances.ts';
import { importRegister } from './import.ts';
import type { ImportOptions, ImportSummary } from './import-job.ts';
import { samplesUrl } from './sample-source.ts';

export const usage = `npm run import -- <register> <file…> [--source-url URL] ${allowanceUsage}, or npm run import -- --list`;

export interface ImportRequest extends Allowances {
  register: Register;
  /** A file, a folder or an archive. */
  path: string;
  /** Further files, for a register that is published as several. */
  morePaths?: readonly string[];
  sourceUrl: string | undefined;
}

/** What the words behind `import` ask for; undefined for the list. */
export function readRequest(words: string[]): ImportRequest | undefined {
  const { values, positionals } = parse(words);
  if (values.list) return undefined;
  const [id, path, ...morePaths] = positionals;
  if (id === undefined || path === undefined) throw new Refusal(`Usage: ${usage}`);
  const register = registerOf(id);
  if (!register.parts && !register.pieces && morePaths.length > 0)
    throw new Refusal(`The register ${register.id} is one file. Usage: ${usage}`);
  const sourceUrl = values['source-url'];
  if (sourceUrl !== undefined && !/^https?:\/\//.test(sourceUrl))
    throw new Refusal('--source-url must be an http or https address.');
  return { register, path, morePaths, sourceUrl, ...allowancesIn(values) };
}

export function registerOf(id: string): Register {
  const register = registers.find((one) => one.id === id.toLowerCase());
  if (!register) throw new Refusal(`There is no register ${id}; there are ${registers.map((one) => one.id).join(', ')}.`);
  return register;
}

function parse(words: string[]) {
  try {
    const options = {
      list: { type: 'boolean', default: false },
      'source-url': { type: 'string' },
      ...allowanceOptions,
    } as const;
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch (error) {
    throw new Refusal(`${(error as Error).message} Usage: ${usage}`, { cause: error });
  }
}

/** The registers that can be imported, for `--list`. */
export const list = (): string =>
  registers.map(({ id, country, name, licence }) => `${id}  ${country.name.padEnd(15)} ${name} (${licence})`).join('\n');

interface ImportSurroundings {
  connect(): Promise<pg.Client>;
  indexCopy: ImportOptions['indexCopy'];
  rejectsDir: string;
  now(): Date;
  bar: ProgressBar;
}

/** Runs an import with its progress shown; gives the summary for a person. */
export async function runImport(request: ImportRequest, { bar, ...surroundings }: ImportSurroundings): Promise<string> {
  const start = performance.now();
  try {
    const progress = (phase: string, rows: number, share: number) => bar.show(`${request.register.id} ${phase}`, rows, share);
    const summary = await importRegister({ ...request, ...surroundings, progress });
    return describe(request, summary, (performance.now() - start) / 1000);
  } finally {
    bar.clear();
  }
}

function describe({ register, path, sourceUrl }: ImportRequest, summary: ImportSummary, seconds: number): string {
  if (summary.sameFile) return `${register.id}: ${path} is the file that is served already: nothing to do.`;
  const counts = (['read', 'added', 'changed', 'unchanged', 'removed', 'rejected'] as const).map(
    (name) => `${name} ${summary[name]}`,
  );
  const lines = [`${register.id}: ${counts.join(', ')}, in ${seconds.toFixed(1)} seconds.`];
  // Samples have no day, and guard nothing.
  if (sourceUrl !== samplesUrl) lines.push(dayOf(summary));
  if (summary.missing.length > 0) lines.push(`Not among the files, and not needed: ${summary.missing.join(', ')}.`);
  if (summary.persons > 0) lines.push(`Rows about natural persons, which are not kept: ${summary.persons}.`);
  if (summary.rejectsFile) lines.push(`The rejected rows, with their reasons, are in ${summary.rejectsFile}.`);
  const { rows, numbers, examples } = summary.repeated;
  if (rows > 0) {
    const named = shortened(examples, numbers);
    lines.push(`Rows whose number came again later in the file: ${rows}. The later ones were taken: ${named}.`);
  }
  if (summary.unknownStates.length > 0) {
    const named = summary.unknownStates.map(({ state, rows }) => `${state} (${rows})`);
    lines.push(`States that no table knows, which are served as unknown: ${shortened(named, named.length)}.`);
  }
  if (summary.respelt.length > 0)
    lines.push(
      `Numbers that rows of one company spell in different ways: ${shortened(summary.respelt, summary.respelt.length)}.`,
    );
  return lines.join('\n');
}

const mostNamed = 20;

function shortened(examples: readonly string[], count: number): string {
  const shown = examples.slice(0, mostNamed);
  return `${shown.join(', ')}${count > shown.length ? ` and ${count - shown.length} more` : ''}`;
}

/** Nobody can tell whether a file is older than another, if the day of one of them is not known. */
function dayOf({ fileDate, servedDate }: ImportSummary): string {
  if (fileDate !== null) return `The file is of ${fileDate}.`;
  const before = servedDate === null ? '' : `, so nobody can tell whether it is older than what was served, of ${servedDate}`;
  return `The day of the file is not known${before}.`;
}
