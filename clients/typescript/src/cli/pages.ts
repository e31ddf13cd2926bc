import type { Call, Options } from './command.ts';
import { exitCodes } from './failure.ts';
import type { Column } from './list.ts';
import { UsageError } from './shell.ts';
import { counted, number } from './text.ts';

const largestPage = 100;

/** How many are asked for at a time: as few requests as the person's wish needs. */
export function pageSizeOf(options: Options): number | undefined {
  const limit = options.number('limit');
  if (options.has('all') && limit) throw new UsageError('Give --all or --limit, not both.');
  const own = options.number('page-size', 1, largestPage);
  return own ?? (options.has('all') ? largestPage : limit && Math.min(limit, largestPage));
}

interface Page<Item> {
  data: readonly Item[];
  meta: { total: number; pageCount: number; fuzzy?: boolean };
}

/** Prints the first page, so many items, or all. Units cost money, so the rest is never read unasked. */
export async function printPages<Item>(
  { options, note, list }: Call,
  pages: AsyncIterable<Page<Item>>,
  { columns, one, many }: { columns: readonly Column<Item>[]; one: string; many: string },
): Promise<number> {
  const isAll = options.has('all');
  const limit = options.number('limit');
  const items = list(columns);
  let shown = 0;
  let last: Page<Item>['meta'] | undefined;
  for await (const { data, meta } of pages) {
    if (!last && isAll && meta.pageCount > 1) note(`${counted(meta.total, one, many)}, ${counted(meta.pageCount, 'unit')}.`);
    if (!last && meta.fuzzy && meta.total > 0 && !options.has('fuzzy')) note('No name is spelt so: these are spelt alike.');
    last = meta;
    const wanted = limit === undefined ? data : data.slice(0, limit - shown);
    await items.add(wanted);
    shown += wanted.length;
    if (!isAll && shown >= (limit ?? 0)) break;
  }
  await items.end();
  const { total = 0, pageCount = 0 } = last ?? {};
  if (shown === 0) note(total === 0 ? 'Nothing found.' : `There is no such page: there are ${number(pageCount)}.`);
  else if (shown < total && !isAll) {
    const units = counted(Math.ceil(total / largestPage), 'unit');
    note(
      `${number(shown)} of ${counted(total, one, many)}. More: --limit ${Math.min(total, largestPage)}, or --all, which costs ${units}.`,
    );
  }
  return shown > 0 ? exitCodes.done : exitCodes.nothing;
}
