import type { EntityFilter } from './operations.generated.ts';

/** What the explorer looks for, by the names of the API's parameters. It stands in the address of the page. */
export type SearchWords = Partial<Record<(typeof filterNames)[number] | 'sort' | 'page' | 'pageSize', string>>;

const filterNames = [
  'q',
  'number',
  'country',
  'status',
  'legalForm',
  'activity',
  'activityType',
  'activityScheme',
  'registeredFrom',
  'registeredTo',
  'updatedSince',
] as const;

export const statuses = ['active', 'winding_up', 'insolvent', 'dissolved', 'unknown'];

/** Orders, as the API calls them and as GraphQL does. */
export const sorts = {
  name: { field: 'name', text: 'name' },
  registeredAt: { field: 'registeredAt', text: 'oldest first' },
  '-registeredAt': { field: 'registeredAtDescending', text: 'newest first' },
  '-updatedAt': { field: 'updatedAtDescending', text: 'last changed first' },
} as const;

/** Without what is empty, and what changes nothing. */
export function wordsOf(parameters: Iterable<[string, unknown]>): SearchWords {
  const words: Record<string, string> = {};
  for (const [name, value] of parameters) {
    const text = String(value).trim();
    if (text !== '') words[name] = name === 'updatedSince' && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  }
  if (!words['activity'] && !words['activityScheme']) delete words['activityType'];
  if (words['sort'] === 'name') delete words['sort'];
  return words;
}

export const addressOf = (path: string, words: SearchWords): string => {
  const query = new URLSearchParams(words as Record<string, string>).toString();
  return query ? `${path}?${query}` : path;
};

export function filterOf(words: SearchWords): EntityFilter {
  return Object.fromEntries(filterNames.flatMap((name) => (words[name] === undefined ? [] : [[name, words[name]]])));
}

const wholeNumber = (text: string | undefined, preset: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : preset;

/** The variables of the search. */
export const searchOf = (words: SearchWords) => ({
  filter: filterOf(words),
  page: wholeNumber(words.page, 1),
  pageSize: wholeNumber(words.pageSize, 25),
  sort: sorts[(words.sort ?? 'name') as keyof typeof sorts]?.field ?? 'name',
});
