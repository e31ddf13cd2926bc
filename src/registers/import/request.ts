import { parseArgs } from 'node:util';
import { Refusal } from '../../kernel/errors.ts';
import { registers } from '../countries/registers.ts';
import type { Register } from '../declaration/register.ts';
import { type Allowances, allowanceOptions, allowancesIn, allowanceUsage } from './allowances.ts';

export const usage = `npm run import -- <register> <file…> [--source-url URL] ${allowanceUsage}, or npm run import -- --list`;

export interface ImportRequest extends Allowances {
  register: Register;
  /** A file, a folder or an archive. */
  path: string;
  /** Further files, for a register that is published as several. */
  morePaths?: readonly string[];
  sourceUrl: string | undefined;
}

/** Parses the arguments of `import`; undefined for `--list`. */
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
