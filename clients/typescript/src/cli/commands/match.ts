import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidRequestError } from '../../errors.ts';
import type { MatchQuery } from '../../types.ts';
import type { Call } from '../command.ts';
import { agree } from '../consent.ts';
import { cellOf, readTable, type Table } from '../csv.ts';
import { exitCodes } from '../failure.ts';
import { refuseToReplace, writeWhole } from '../files.ts';
import { Progress } from '../progress.ts';
import { UsageError } from '../shell.ts';
import { counted, number } from '../text.ts';
import { columnsOf, type ListQuery, listQueriesOf } from './match-queries.ts';
import { type Answer, answerOf, MatchState } from './match-state.ts';

/** As many as one request can have. */
const batchSize = 50;
/** A best candidate below this score is not worth a query. */
const leastDoubtful = 0.4;

export async function run(call: Call): Promise<number> {
  const { words, options, shell, note, signal } = call;
  const input = words[0] ?? '';
  const output = options.text('output');
  if (!output) throw new UsageError('match needs -o FILE, where the result is written.');
  if (resolve(output) === resolve(input)) throw new UsageError('The result needs another file than the input.');
  const bytes = await readFile(input);
  const table = readTable(bytes);
  const columns = columnsOf(table.headings, options.text('columns'));
  const country = options.text('country')?.toUpperCase();
  const threshold = thresholdOf(options.text('threshold'));
  const listQueries = listQueriesOf(table, columns, country);
  note(`Columns: ${[...columns].map(([field, place]) => `${field}=${table.headings[place]}`).join(', ')}.`);
  if (listQueries.length === 0) throw new UsageError(`${input} has no row with a name.`);
  const isForced = options.has('force');
  await refuseToReplace(output, isForced);
  const part = `${output}.part`;
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (options.has('dry-run')) {
    note(
      `${counted(table.rows.length, 'row')}, ${counted(listQueries.length, 'different one')}: ${counted(listQueries.length, 'unit')}.`,
    );
    return exitCodes.done;
  }
  const state = await MatchState.open(part, [digest, [...columns], country, threshold], isForced);
  const progress = new Progress(shell.stderr, options.has('quiet'));
  try {
    const done = state.answers.length;
    if (done > 0) note(`${number(done)} of ${number(listQueries.length)} are answered already.`);
    if (done < listQueries.length) await agree(call, counted(table.rows.length, 'row'), listQueries.length - done);
    while (state.answers.length < listQueries.length) {
      progress.at(state.answers.length, listQueries.length);
      const from = state.answers.length;
      const queries = listQueries.slice(from, from + batchSize).map(({ query }) => query);
      await state.add(await ask(call, queries, threshold));
    }
    progress.at(listQueries.length, listQueries.length);
  } catch (error) {
    progress.clear();
    if (state.answers.length > 0 || signal.aborted)
      note(`${number(state.answers.length)} of ${number(listQueries.length)} are answered. The same command goes on from there.`);
    throw error;
  } finally {
    await state.close();
  }
  progress.clear();
  await writeWhole(output, fileOf(table, listQueries, state.answers));
  await rm(part, { force: true });
  return summary(call, listQueries, state.answers, output);
}

function thresholdOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new UsageError(`--threshold must be from 0 to 1, not ${JSON.stringify(text)}.`);
}

/** The answers to a batch. A query that the service refuses is found by halves: what is refused costs nothing. */
async function ask(call: Call, queries: readonly MatchQuery[], threshold: number | undefined): Promise<Answer[]> {
  const { registry, signal } = call;
  try {
    const results = await registry.match(queries, { ...(threshold !== undefined && { threshold }), signal });
    return results.map(answerOf);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    if (queries.length === 1) return [{ refused: error.message.replace(/^queries\S* ?/, '') }];
    const half = Math.ceil(queries.length / 2);
    return [...(await ask(call, queries.slice(0, half), threshold)), ...(await ask(call, queries.slice(half), threshold))];
  }
}

const stateOf = (answer: Answer | undefined): string => {
  if (!answer || answer.refused !== undefined) return 'not_asked';
  if (!answer.best || answer.best.score < leastDoubtful) return 'nothing';
  return answer.best.match ? 'match' : 'doubtful';
};

const found: Record<string, (best: NonNullable<Answer['best']>) => string | number | null | undefined> = {
  match_id: ({ entity }) => entity.id,
  match_name: ({ entity }) => entity.canonicalName,
  match_number: ({ entity }) => entity.number,
  match_country: ({ entity }) => entity.countryCode,
  match_status: ({ entity }) => entity.status,
  match_score: ({ score }) => score,
  match_matched_name: ({ matchedName }) => matchedName,
};

/** The columns of the file as they were, and what was found. Spreadsheets need the mark at its beginning to read it as UTF-8. */
function fileOf({ headings, rows, delimiter }: Table, listQueries: readonly ListQuery[], answers: readonly Answer[]): string {
  const byRow = new Map(listQueries.flatMap(({ rows: asked }, place) => asked.map((row) => [row, answers[place]] as const)));
  const line = (cells: readonly (string | number | null | undefined)[]) =>
    `${cells.map((cell) => cellOf(cell, delimiter)).join(delimiter)}\r\n`;
  const body = rows.map((cells, row) => {
    const answer = byRow.get(row);
    const state = stateOf(answer);
    const best = state === 'match' || state === 'doubtful' ? answer?.best : undefined;
    return line([...cells, state, ...Object.values(found).map((of) => best && of(best)), answer?.refused]);
  });
  return `\uFEFF${line([...headings, 'match_state', ...Object.keys(found), 'match_problem'])}${body.join('')}`;
}

function summary({ note }: Call, listQueries: readonly ListQuery[], answers: readonly Answer[], output: string): number {
  const count = (state: string) =>
    listQueries.reduce((sum, { rows }, place) => sum + (stateOf(answers[place]) === state ? rows.length : 0), 0);
  const [matches, doubtful, refused] = ['match', 'doubtful', 'not_asked'].map(count) as [number, number, number];
  note(
    `${counted(matches, 'match', 'matches')}, ${number(doubtful)} doubtful, ${number(count('nothing'))} without a result` +
      `${refused > 0 ? `, ${number(refused)} not asked (see match_problem)` : ''}: ${output}`,
  );
  return matches + doubtful > 0 ? exitCodes.done : exitCodes.nothing;
}
