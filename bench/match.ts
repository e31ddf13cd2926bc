import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { learnWeights, scoreMatch, usualThreshold } from '../src/matching/index.ts';
import { say } from './database.ts';

/** The pairs that the project carries: invented, in the manner of real ones. */
const ownPairs = new URL('match/pairs.csv', import.meta.url);

export interface Pair {
  query: string;
  name: string;
  isMatch: boolean;
  kind: string;
}

interface Scored extends Pair {
  score: number;
}

/**
 * How well the score tells names of one company from names of two: `name1,name2,is_match`. The rules are tuned on one half of our
 * own pairs, and the other half says how well they do on pairs that they were not made for. `--misses` lists what is wrong.
 */
export async function benchMatch({
  pairs: file,
  misses,
}: {
  pairs?: string | undefined;
  misses?: boolean | undefined;
}): Promise<void> {
  const pairs = pairsIn(await readFile(file ?? ownPairs, 'utf8'));
  const start = performance.now();
  const scored = scoresOf(pairs);
  say(`${pairs.length} pairs, ${(((performance.now() - start) * 1_000) / pairs.length).toFixed(0)} µs each`);
  report('all pairs', scored);
  if (file === undefined) {
    report('the half for tuning', scored.filter(isForTuning));
    report(
      'the other half',
      scored.filter((pair) => !isForTuning(pair)),
    );
  }
  if (misses) for (const pair of scored.filter((one) => isWrong(one) && (file !== undefined || isForTuning(one)))) show(pair);
}

/** The weights of words are learnt from the names of the pairs. */
export function scoresOf(pairs: readonly Pair[]): Scored[] {
  const weightOf = learnWeights(pairs.flatMap(({ query, name }) => [query, name]));
  return pairs.map((pair) => ({ ...pair, score: scoreMatch({ name: pair.query }, { name: pair.name }, weightOf).score }));
}

const isForTuning = ({ query, name }: Pair): boolean =>
  (createHash('sha256').update(`${query}\n${name}`).digest()[0] as number) % 2 === 0;

const isWrong = ({ score, isMatch }: Scored): boolean => score >= usualThreshold !== isMatch;

function show({ query, name, isMatch, kind, score }: Scored): void {
  say(`${score.toFixed(2)} ${isMatch ? 'one company ' : 'two companies'} ${kind}: ${query} | ${name}`);
}

function report(what: string, scored: readonly Scored[]): void {
  const best = scored
    .map(({ score }) => measure(scored, score))
    .reduce((one, other) => (other.f1 > one.f1 ? other : one), measure(scored, usualThreshold));
  for (const [of, { at, precision, recall, f1 }] of [
    [`at ${usualThreshold}`, measure(scored, usualThreshold)],
    [`best, at ${best.at.toFixed(2)}`, best],
  ] as const)
    say(
      `${what.padEnd(20)} ${of.padEnd(14)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}` +
        (at === usualThreshold ? `  (${scored.length} pairs)` : ''),
    );
}

/** Precision, recall and F1, if names are taken for those of one company from this score on. */
export function measure(scored: readonly Scored[], at: number) {
  const found = scored.filter(({ score }) => score >= at);
  const right = found.filter(({ isMatch }) => isMatch).length;
  const precision = right / (found.length || 1);
  const recall = right / (scored.filter(({ isMatch }) => isMatch).length || 1);
  return { at, precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) };
}

/** The columns are found by their names; what is beside them is ignored. */
export function pairsIn(text: string): Pair[] {
  const [header = [], ...rows] = rowsOf(text.replace(/^\ufeff/, ''));
  const column = (name: string) => header.findIndex((cell) => cell.trim().toLowerCase() === name);
  const [query, name, isMatch, kind] = [column('name1'), column('name2'), column('is_match'), column('kind')];
  if (query < 0 || name < 0 || isMatch < 0) throw new Error('The first line must be: name1,name2,is_match');
  return rows.map((cells) => ({
    query: cells[query] ?? '',
    name: cells[name] ?? '',
    isMatch: /^(true|t|yes|y|1|1\.0)$/i.test((cells[isMatch] ?? '').trim()),
    kind: cells[kind] ?? '',
  }));
}

/** Cells with commas or line breaks are quoted; a quotation mark in them is doubled. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''));
}
