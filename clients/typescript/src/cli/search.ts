import type { SearchParameters } from '../types.ts';
import type { Call, Options } from './command.ts';
import { exitCodes } from './failure.ts';
import { searchFilters } from './filters.ts';
import { UsageError } from './shell.ts';
import { summaryColumns } from './summaries.ts';
import { counted, number } from './text.ts';

const largestPage = 100;

export async function run({ words, options, registry, signal, note, list }: Call): Promise<number> {
  const isAll = options.has('all');
  const limit = options.number('limit');
  if (isAll && limit) throw new UsageError('Give --all or --limit, not both.');
  const pageSize = options.number('page-size', 1, largestPage) ?? (isAll ? largestPage : limit && Math.min(limit, largestPage));
  const parameters = {
    ...filtersOf(options),
    ...(words.length > 0 && { q: words.join(' ') }),
    // A search by relevance ends at a place that is far from the end.
    ...(isAll && options.text('sort') === undefined && { sort: 'name' }),
    page: options.number('page'),
    pageSize,
  } as SearchParameters;
  const companies = list(summaryColumns);
  let shown = 0;
  let total = 0;
  let pageCount = 0;
  for await (const { data, meta } of registry.entities.search(parameters, { signal }).pages()) {
    if (isAll && total === 0 && meta.pageCount > 1)
      note(`${counted(meta.total, 'company', 'companies')}, ${counted(meta.pageCount, 'unit')}.`);
    if (total === 0 && meta.fuzzy && !options.has('fuzzy') && meta.total > 0)
      note('No company is spelt so: these are spelt alike.');
    [total, pageCount] = [meta.total, meta.pageCount];
    const wanted = limit === undefined ? data : data.slice(0, limit - shown);
    await companies.add(wanted);
    shown += wanted.length;
    if (!isAll && shown >= (limit ?? 0)) break;
  }
  await companies.end();
  if (shown === 0) note(total === 0 ? 'Nothing found.' : `There are ${counted(pageCount, 'page')} alone.`);
  else if (shown < total && !isAll)
    note(
      `${number(shown)} of ${counted(total, 'company', 'companies')}. More: --limit ${Math.min(total, largestPage)}, or --all, which ` +
        `costs ${counted(Math.ceil(total / largestPage), 'unit')}.`,
    );
  return shown > 0 ? exitCodes.done : exitCodes.nothing;
}

/** The filters as parameters of the search: `--postal-code` is `postalCode`. */
function filtersOf(options: Options): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  for (const [name, { value }] of Object.entries(searchFilters)) {
    const given = value ? options.text(name) : options.has(name) || undefined;
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (given === undefined) continue;
    if (name === 'country' && String(given).includes(',')) filters['countries'] = given;
    else filters[camel] = given;
  }
  return filters;
}
