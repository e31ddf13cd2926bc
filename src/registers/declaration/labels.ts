import { readFileSync } from 'node:fs';
import type { Activity } from './register.ts';

/** The lines of a list in the folder of a register, such as `au/forms`. */
export const linesOf = (list: string): string[] =>
  readFileSync(new URL(`../countries/${list}.csv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

/** A published list of codes: a line for each, with the code, a semicolon and its meaning. */
export const labelsIn = (list: string): ReadonlyMap<string, string> =>
  new Map(linesOf(list).map((line) => [line.slice(0, line.indexOf(';')), line.slice(line.indexOf(';') + 1)]));

/** The activity with a code of a classification, as a list of it; empty if there is no code. */
export const activitiesOf = (scheme: string, code: string, labels?: ReadonlyMap<string, string>): Activity[] =>
  code === '' ? [] : [{ kind: 'unlicensed', scheme, code, label: labels?.get(code) ?? null }];
