import type { FilterDeclaration } from '../../src/company/filters/declaration.ts';
import { declaredFilters, type FilterName, filterNames, filters } from '../../src/company/filters/filters.ts';
import { pageRules } from '../../src/company/limits.ts';
import { type Sort, sortNames, sorts } from '../../src/company/values.ts';
import type { Rule } from '../../src/kernel/rules.ts';
import { country, words as wordsFor } from '../format.ts';
import type { EntityFilter } from '../operations.generated.ts';

/** The search of the explorer, by the names of the API's parameters. The address of the page has it as its query. */
export type SearchWords = Partial<Record<FilterName | 'sort' | 'page' | 'pageSize', string>>;
type Parameter = keyof SearchWords;

/** Where the explorer is. The address of a record is below it. */
export const home = '/dashboard/explorer';

const oneOf = (values: readonly string[]) => ({
  allows: (text: string) => values.includes(text),
  message: `must be one of ${values.join(', ')}`,
});
const inRange = ({ allows, message }: (typeof pageRules)['page']) => ({
  allows: (text: string) => /^\d{1,10}$/.test(text) && allows(Number(text)),
  message,
});

function ruleOf(filter: FilterDeclaration): Rule<string> {
  if (filter.kind === 'choice') return oneOf(filter.values);
  return filter.kind === 'flag' ? oneOf(['true', 'false']) : filter.rule;
}
/** How a name is searched. */
const manners: readonly FilterName[] = ['mode', 'names', 'fuzzy'];
/** The explorer searches words in all names. The API by itself searches a fragment in the current name. */
const usual = { mode: 'words', names: 'all', fuzzy: 'false' } as const;
const rules = {
  ...(Object.fromEntries(declaredFilters.map(([name, filter]) => [name, ruleOf(filter)])) as Record<FilterName, Rule<string>>),
  sort: oneOf(sortNames),
  page: inRange(pageRules.page),
  pageSize: inRange(pageRules.pageSize),
};
const parameters = Object.keys(rules) as Parameter[];

/** Only the parameters that the API has, without empty and usual values. */
export function wordsOf(given: Iterable<[string, unknown]>): SearchWords {
  const words: SearchWords = {};
  const countries = new Set<string>();
  for (const [name, value] of given) {
    const text = String(value).trim();
    const parameter = parameters.find((one) => one === name);
    if (text === '' || !parameter) continue;
    if (parameter === 'country' || parameter === 'countries') {
      for (const code of text.split(',')) countries.add(code);
      continue;
    }
    words[parameter] = name === 'updatedSince' && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  }
  if (countries.size > 0) words[countries.size === 1 ? 'country' : 'countries'] = [...countries].join(',');
  if (!words.activity && !words.activityScheme) delete words.activityType;
  for (const name of Object.keys(usual) as (keyof typeof usual)[])
    if (!words.q || words[name] === usual[name]) delete words[name];
  // The best match first is the usual order of words, and no order of anything else.
  if (words.sort === 'relevance' || words.sort === usualSort(words)) delete words.sort;
  return words;
}

const usualSort = ({ q, mode = usual.mode }: SearchWords): Sort => (q && mode === 'words' ? 'relevance' : 'name');

/** The order of the results. */
export const sortOf = (words: SearchWords): Sort => sortNames.find((name) => name === words.sort) ?? usualSort(words);

/** What the API is asked: the usual values of the explorer are not those of the API. */
export function requestOf(words: SearchWords): SearchWords {
  if (!words.q) return words;
  const { mode = usual.mode, names = usual.names, ...rest } = words;
  return { ...rest, mode, names };
}

/** Why the API would refuse the search. */
export const problemsOf = (words: SearchWords): string[] =>
  parameters.flatMap((name) => {
    const text = words[name];
    return text === undefined || rules[name].allows(text) ? [] : [`${labels[name]} ${rules[name].message}.`];
  });

export const addressOf = (path: string, words: SearchWords, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...(words as Record<string, string>), ...more }).toString();
  return query ? `${path}?${query}` : path;
};

export function filterOf(words: SearchWords): EntityFilter {
  const request = requestOf(words);
  const given = declaredFilters.flatMap(([name, { kind }]) => {
    const text = request[name];
    if (text === undefined) return [];
    return [[name, kind === 'list' ? text.split(',') : kind === 'flag' ? text === 'true' : text]];
  });
  return Object.fromEntries(given);
}

const wholeNumber = (text: string | undefined, preset: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : preset;

/** The GraphQL variables of the search. */
export const searchOf = (words: SearchWords) => ({
  filter: filterOf(words),
  page: wholeNumber(words.page, pageRules.page.usual),
  pageSize: wholeNumber(words.pageSize, pageRules.pageSize.usual),
  sort: sorts[sortOf(words)].graphql,
});

/** The names of the parameters for people. */
export const labels: Record<Parameter, string> = {
  ...(Object.fromEntries(declaredFilters.map(([name, { label }]) => [name, label])) as Record<FilterName, string>),
  sort: 'Order',
  page: 'Page',
  pageSize: 'Records per page',
};

/** A code of NACE with its heading. */
export const sectorText = (code: string, headings: ReadonlyMap<string, string>): string =>
  [code, headings.get(code)].filter(Boolean).join(' ');

export interface Chip {
  label: string;
  value: string;
  /** The search without it. */
  without: SearchWords;
}

/** What narrows the search, in words. Of several countries each can be removed. */
export const chipsOf = ({ page, ...words }: SearchWords, headings: ReadonlyMap<string, string> = new Map()): Chip[] =>
  filterNames.flatMap((name) => {
    const { [name]: text, ...rest } = words;
    if (text === undefined || manners.includes(name)) return [];
    const values = name === 'countries' ? text.split(',') : [text];
    return values.map((value) => ({
      label: labels[name],
      value: valueText(name, value, headings),
      without: wordsOf([...Object.entries(rest), [name, values.filter((one) => one !== value).join(',')]]),
    }));
  });

function valueText(name: FilterName, text: string, headings: ReadonlyMap<string, string>): string {
  if (name === 'nace') return sectorText(text.toUpperCase(), headings);
  if (name === 'country' || name === 'countries') return country(text.toUpperCase());
  if (filters[name].kind === 'choice') return wordsFor(text);
  return name === 'updatedSince' ? text.slice(0, 10) : text;
}
