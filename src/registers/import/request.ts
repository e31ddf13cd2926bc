import { readWords } from '../../command-line/read-words.ts';
import { gleif } from '../../identifiers/index.ts';
import { Refusal } from '../../kernel/errors.ts';
import { registers } from '../countries/registers.ts';
import type { Register } from '../declaration/register.ts';
import { type Allowances, allowanceOptions, allowancesIn, allowanceUsage, sourceUrlIn } from './allowances.ts';

export const usage = `npm run import -- <register> <file…> [--source-url URL] ${allowanceUsage}, or npm run import -- --list`;

export interface ImportRequest extends Allowances {
  register: Register;
  /** A file, a folder or an archive. */
  path: string;
  /** Further files, for a register that is published as several. */
  morePaths?: readonly string[];
  sourceUrl: string | undefined;
}

const options = {
  list: { type: 'boolean', default: false },
  'source-url': { type: 'string' },
  ...allowanceOptions,
} as const;

/** Parses the arguments of `import`; undefined for `--list`. */
export function readRequest(words: string[]): ImportRequest | undefined {
  const { values, positionals } = readWords(words, options, usage);
  if (values.list) return undefined;
  const [id, path, ...morePaths] = positionals;
  const register = id === undefined ? undefined : registerOf(id);
  if (!register || path === undefined) throw new Refusal(`Usage: ${usage}`);
  if (!register.parts && !register.pieces && morePaths.length > 0)
    throw new Refusal(`The register ${register.id} is one file. Usage: ${usage}`);
  return { register, path, morePaths, sourceUrl: sourceUrlIn(values), ...allowancesIn(values) };
}

/** Codes that people use for a country instead of that of ISO 3166. */
const otherCodes: Record<string, string> = { uk: 'gb', en: 'gb', jap: 'jp', sw: 'se', cs: 'cz', est: 'ee' };

/** The register with this id. A country's name or another code of it leads to a suggestion. */
export function registerOf(word: string): Register {
  const id = word.toLowerCase();
  const register = registers.find((one) => one.id === id);
  if (register) return register;
  const meant = registers.find((one) => one.id === otherCodes[id] || one.country.name.toLowerCase() === id);
  const suggestion = meant ? ` Did you mean ${meant.id}, ${meant.country.name}?` : '';
  throw new Refusal(`There is no register ${word}; there are ${registers.map((one) => one.id).join(', ')}.${suggestion}`);
}

/** The registers that can be imported, for `--list`. */
export const list = (): string =>
  [
    ...registers.map(({ id, country, name, licence }) => `${id}  ${country.name.padEnd(15)} ${name} (${licence})`),
    `${gleif.id}  identifiers  ${gleif.title} (${gleif.licence})`,
  ].join('\n');
