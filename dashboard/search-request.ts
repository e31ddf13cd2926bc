import { filterRules, pageRules } from '../src/companies/limits.ts';
import { sortNames, sorts } from '../src/companies/values.ts';
import type { EntityFilter } from './operations.generated.ts';

/** The search of the explorer, by the names of the API's parameters. The address of the page has it as its query. */
export type SearchWords = Partial<Record<keyof EntityFilter | 'sort' | 'page' | 'pageSize', string>>;

const filterNames: readonly (keyof EntityFilter)[] = [
  ...(Object.keys(filterRules) as (keyof typeof filterRules)[]),
  'status',
  'activityType',
];

/** Without empty and default values. */
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

/** The GraphQL variables of the search. */
export const searchOf = (words: SearchWords) => ({
  filter: filterOf(words),
  page: wholeNumber(words.page, pageRules.page.usual),
  pageSize: wholeNumber(words.pageSize, pageRules.pageSize.usual),
  sort: sorts[sortNames.find((name) => name === words.sort) ?? 'name'],
});
