import { pageRules } from '../../src/company/limits.ts';
import type { Operations } from '../operations.generated.ts';
import { csv } from '../usage/csv.ts';

export type Item = Operations['search']['data']['entities']['items'][number];

export const exportPageSize = pageRules.pageSize.most;
/** The most records in one file. Snapshots have all records of a country. */
export const mostExported = 1_000;

/** How many requests an export of so many matches takes. */
export const requestsFor = (total: number): number => Math.ceil(Math.min(total, mostExported) / exportPageSize);

/** The records of an export, read page by page. Undefined if it was cancelled: then no further page is read. */
export async function readExport(
  total: number,
  read: (page: number) => Promise<Item[]>,
  isCancelled: () => boolean,
): Promise<Item[] | undefined> {
  const items: Item[] = [];
  for (let page = 1; page <= requestsFor(total); page++) {
    items.push(...(await read(page)));
    if (isCancelled()) return undefined;
  }
  return items;
}

/** The head has the names of the API's fields. */
const columns: Record<string, (item: Item) => string | null> = {
  id: ({ id }) => id,
  canonicalName: ({ canonicalName }) => canonicalName,
  number: (item) => item.number,
  numberScheme: ({ numberScheme }) => numberScheme,
  countryCode: ({ countryCode }) => countryCode,
  status: ({ status }) => status,
  legalForm: ({ legalForm }) => legalForm,
  registeredAt: ({ registeredAt }) => registeredAt,
  legalFormCode: ({ legalFormCode }) => legalFormCode,
  legalFormGroup: ({ legalFormGroup }) => legalFormGroup,
};

export const tableOf = (items: readonly Item[]): string =>
  csv([Object.keys(columns), ...items.map((item) => Object.values(columns).map((value) => value(item)))]);
