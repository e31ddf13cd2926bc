import { readFileSync } from 'node:fs';

/** A published list of codes: a line for each, with the code, a semicolon and its meaning. */
export function labelsIn(file: URL): ReadonlyMap<string, string> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(';')), line.slice(line.indexOf(';') + 1)]));
}

/** The classes of NACE Rev. 2, for registers that use its codes unchanged. */
export const naceClasses = () => labelsIn(new URL('./nace-2.csv', import.meta.url));
