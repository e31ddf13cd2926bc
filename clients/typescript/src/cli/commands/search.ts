import type { SearchParameters } from '../../types.ts';
import type { Call, Options } from '../command.ts';
import { searchFilters } from '../filters.generated.ts';
import { pageSizeOf, printPages } from '../pages.ts';
import { summaryColumns } from '../summaries.ts';

export async function run(call: Call): Promise<number> {
  const { words, options, registry, signal } = call;
  const parameters = {
    ...filtersOf(options),
    ...(words.length > 0 && { q: words.join(' ') }),
    // A search by relevance ends at a place that is far from the end.
    ...(options.has('all') && options.text('sort') === undefined && { sort: 'name' }),
    page: options.number('page'),
    pageSize: pageSizeOf(options),
  } as SearchParameters;
  const pages = registry.entities.search(parameters, { signal }).pages();
  return printPages(call, pages, { columns: summaryColumns, one: 'company', many: 'companies' });
}

/** The filters as parameters of the search: `--postal-code` is `postalCode`. */
export function filtersOf(options: Options): Record<string, unknown> {
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
