import type { Changes, ChangesOptions } from '../../changes.ts';
import type { Change, ChangesParameters } from '../../types.ts';
import { wait } from '../../wait.ts';
import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import { textIn, writeWhole } from '../files.ts';
import type { Column } from '../list.ts';
import { UsageError } from '../shell.ts';
import { changedPaths } from './history.ts';

/** What is printed where no wish is given: a page of the feed, which costs one unit. */
const usualLimit = 100;
/** At most so many changes are printed before the cursor is kept. */
const largestBatch = 1000;
/** In milliseconds: how often the cursor is kept that moves without changes, where filters leave them out. */
const rest = 1000;

const columns: readonly Column<Change>[] = [
  { title: 'AT', field: 'at', value: ({ at }) => at },
  { title: 'TYPE', field: 'type', value: ({ type }) => type },
  { title: 'NAME', field: 'canonicalName', value: ({ canonicalName }) => canonicalName, shrinks: true },
  {
    title: 'COMPANY',
    value: ({ entityId, countryCode, number }) => (number ? `${countryCode}:${number}` : entityId),
  },
  { title: 'CHANGED', field: 'changed', value: changedPaths, rank: 1, shrinks: true },
  { field: 'entityId', value: ({ entityId }) => entityId },
  { field: 'countryCode', value: ({ countryCode }) => countryCode },
  { field: 'number', value: ({ number }) => number },
  { field: 'dataVersion', value: ({ dataVersion }) => dataVersion },
  { field: 'cursor', value: ({ cursor }) => cursor },
];

export async function run(call: Call): Promise<number> {
  const { options, registry } = call;
  const filters = {
    country: options.text('country'),
    type: options.text('type'),
    entityId: options.text('entity-id'),
    include: options.has('records') ? 'entity' : undefined,
  } as ChangesParameters;
  return printFeed(call, (place) => registry.changes({ ...filters, ...place }));
}

type Place = Required<Pick<ChangesOptions, 'cursor' | 'follow' | 'limit' | 'signal'>>;

/** Prints the changes of a feed, and keeps the cursor behind them. */
export async function printFeed(call: Call, open: (place: Place) => Changes): Promise<number> {
  const { options, signal, format, list, note } = call;
  const follow = options.has('follow');
  const limit = options.number('limit');
  if (limit && (follow || options.has('all'))) throw new UsageError('Give one of --limit, --all and --follow.');
  if (follow && format === 'json') throw new UsageError('--follow has no end, and a document of JSON has one: take --ndjson.');
  const wanted = follow || options.has('all') ? Number.POSITIVE_INFINITY : (limit ?? usualLimit);
  const file = options.text('cursor-file');
  const kept = file === undefined ? undefined : (await textIn(file))?.trim();
  const cursor = kept || options.text('cursor') || (follow ? 'now' : 'start');
  const feed = open({ cursor, follow, limit: Math.min(wanted, largestBatch), signal });
  const printed = list(columns);
  const keeper = new CursorKeeper(file, cursor);
  const changes = feed[Symbol.asyncIterator]();
  let shown = 0;
  let isOver = false;
  let next = changes.next();
  while (!isOver && shown < wanted) {
    for (;;) {
      // Where nothing comes after this look at the cursor, no change before it is unprinted.
      const { cursor: safe } = feed;
      if (await isReady(next)) break;
      await keeper.keep(safe);
      await Promise.race([next, wait(rest, signal)]);
    }
    const batch: Change[] = [];
    while (batch.length < largestBatch) {
      const { done, value } = await next;
      isOver = done === true;
      if (!done) batch.push(value);
      // The next change may be on a page that costs a unit.
      if (done || shown + batch.length >= wanted) break;
      next = changes.next();
      if (!(await isReady(next))) break;
    }
    await printed.add(batch);
    shown += batch.length;
    await keeper.keep(isOver ? feed.cursor : (batch.at(-1)?.cursor ?? keeper.cursor));
  }
  await printed.end();
  if (!follow && shown >= wanted) note(`There may be more: --cursor ${keeper.cursor} goes on, --all goes to the end.`);
  else if (!follow) note(`That is the end: --cursor ${keeper.cursor} goes on from here.`);
  return exitCodes.done;
}

/** Whether a promise is settled already. */
const isReady = (promise: Promise<unknown>): Promise<boolean> => {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, new Promise<boolean>((resolve) => void setImmediate(resolve, false))]);
};

/** Keeps the place behind what was printed in a file. */
class CursorKeeper {
  cursor: string;
  readonly #file: string | undefined;

  constructor(file: string | undefined, cursor: string) {
    this.#file = file;
    this.cursor = cursor;
  }

  async keep(cursor: string): Promise<void> {
    // `now` is another place after every restart.
    if (cursor === this.cursor || cursor === 'now') return;
    if (this.#file !== undefined) await writeWhole(this.#file, `${cursor}\n`);
    this.cursor = cursor;
  }
}
