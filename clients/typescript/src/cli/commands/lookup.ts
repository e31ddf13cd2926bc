import { createInterface } from 'node:readline';
import type { LookupResult } from '../../types.ts';
import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import type { Column } from '../list.ts';
import { itemOf } from '../references.ts';
import { UsageError } from '../shell.ts';
import { referenceOf, summaryColumns } from '../summaries.ts';
import { number } from '../text.ts';

/** As many as the client asks for at a time. */
const batch = 100;

const askedFor = ({ input: { id, lei, country, number: own } }: LookupResult): string => id ?? lei ?? `${country}:${own}`;

const columns: readonly Column<LookupResult>[] = [
  { title: 'ASKED FOR', field: 'input', value: askedFor },
  { title: 'RESULT', field: 'result', value: ({ status }) => status, rank: 1 },
  { title: 'NAME', value: ({ entity }) => entity?.canonicalName, shrinks: true },
  { title: 'COMPANY', value: ({ entity }) => entity && referenceOf(entity), rank: 2 },
  ...summaryColumns.flatMap(({ field, value }) =>
    field ? [{ field, value: ({ entity }: LookupResult) => entity && value(entity) }] : [],
  ),
];

export async function run({ shell, words, options, registry, signal, list, note }: Call): Promise<number> {
  const items = (words.length > 0 ? words : await linesOf(shell.stdin)).map(itemOf);
  if (items.length === 0) throw new UsageError('lookup needs companies: as words, or as lines of standard input.');
  const found = list(columns);
  let missing = 0;
  let answers: LookupResult[] = [];
  const include = options.has('detail') ? 'detail' : 'summary';
  for await (const answer of registry.entities.lookup(items, { include, signal })) {
    answers.push(answer);
    if (!answer.entity) missing++;
    if (answers.length < batch) continue;
    await found.add(answers);
    answers = [];
  }
  await found.add(answers);
  await found.end();
  if (missing > 0) note(`${number(missing)} of ${number(items.length)} not found.`);
  return missing > 0 ? exitCodes.nothing : exitCodes.done;
}

/** The lines of standard input that are not empty. A person who types at a terminal would not know that we wait. */
export async function linesOf(stdin: Call['shell']['stdin']): Promise<string[]> {
  if (stdin.isTTY) return [];
  const lines: string[] = [];
  for await (const line of createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.trim() !== '') lines.push(line.trim());
  return lines;
}
