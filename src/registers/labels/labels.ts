import { readFileSync } from 'node:fs';

/** A published list of codes: a line for each, with the code, a semicolon and what it stands for. */
export function labelsIn(name: 'cz-forms' | 'fr-forms' | 'ro-forms' | 'nace-2'): ReadonlyMap<string, string> {
  const lines = readFileSync(new URL(`./${name}.csv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(';')), line.slice(line.indexOf(';') + 1)]));
}
