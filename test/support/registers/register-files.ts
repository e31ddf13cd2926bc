import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Company, ParsedRow, Register } from '../../../src/registers/declaration/register.ts';
import { companiesOf, takenOf } from '../imports.ts';

/** A folder for the files of a test file, gone with its last test. */
export function useFolder(): (name: string) => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'registry-file-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (name) => join(folder, name);
}

/** Fields by the names of their columns, without the space around those; what is left out is empty. */
export type Fields = Record<string, string>;

export interface TextFormat {
  delimiter: string;
  /** Every field, as most publishers do, or only those that need it, or none. */
  quote: 'all' | 'needed' | 'never';
  lineBreak: string;
  start?: string;
}

export function textOf(header: readonly string[], rows: readonly Fields[], format: TextFormat): string {
  const { delimiter, quote, lineBreak, start = '' } = format;
  const needsQuotes = new RegExp(`["\r\n${delimiter}]`);
  const isQuoted = (text: string) => quote === 'all' || (quote === 'needed' && needsQuotes.test(text));
  const field = (text: string) => (isQuoted(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => {
    const unknown = Object.keys(row).filter((name) => !header.some((column) => column.trim() === name));
    if (unknown.length > 0) throw new Error(`the header has no ${unknown.join(', ')}`);
    return header.map((column) => field(row[column.trim()] ?? '')).join(delimiter);
  });
  return [start + header.join(delimiter), ...lines, ''].join(lineBreak);
}

/** What a register makes of the rows of a text file. */
export async function companiesIn(
  register: Register,
  path: string,
  header: readonly string[],
  rows: readonly Fields[],
  format: TextFormat,
): Promise<Company[]> {
  await writeFile(path, textOf(header, rows, format));
  return companiesOf(register, path);
}

/** What a register makes of each row of a text file, also where that is no company. */
export async function takenIn(
  register: Register,
  path: string,
  header: readonly string[],
  rows: readonly Fields[],
  format: TextFormat,
): Promise<ParsedRow[]> {
  await writeFile(path, textOf(header, rows, format));
  return takenOf(register, path);
}

/** The only company of a file. */
export function only(companies: readonly Company[]): Company {
  const [company, ...others] = companies;
  if (!company || others.length > 0) throw new Error(`${companies.length} companies instead of one`);
  return company;
}
