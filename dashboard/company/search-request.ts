import { filterRules, pageRules } from '../../src/company/limits.ts';
import {
  activityTypes,
  legalFormGroups,
  type Sort,
  searchedNames,
  searchModes,
  sortNames,
  sorts,
  statuses,
} from '../../src/company/values.ts';
import { country, words as wordsFor } from '../format.ts';
import type { EntityFilter } from '../operations.generated.ts';

/** The search of the explorer, by the names of the API's parameters. The address of the page has it as its query. */
export type SearchWords = Partial<Record<keyof EntityFilter | 'sort' | 'page' | 'pageSize', string>>;
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

const filters = {
  ...filterRules,
  legalFormGroup: oneOf(legalFormGroups),
  status: oneOf(statuses),
  activityType: oneOf(activityTypes),
};
/** How a name is searched. */
const manners = { mode: oneOf(searchModes), names: oneOf(searchedNames), fuzzy: oneOf(['true', 'false']) };
/** The explorer searches words in all names. The API by itself searches a fragment in the current name. */
const usual = { mode: 'words', names: 'all', fuzzy: 'false' } as const;
const rules = {
  ...filters,
  ...manners,
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
  const names = Object.keys({ ...filters, ...manners }) as (keyof EntityFilter)[];
  const given = names.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]]));
  return {
    ...Object.fromEntries(given),
    ...(request.countries && { countries: request.countries.split(',') }),
    ...(request.fuzzy && { fuzzy: request.fuzzy === 'true' }),
  };
}

const wholeNumber = (text: string | undefined, preset: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : preset;

/** The GraphQL variables of the search. */
export const searchOf = (words: SearchWords) => ({
  filter: filterOf(words),
  page: wholeNumber(words.page, pageRules.page.usual),
  pageSize: wholeNumber(words.pageSize, pageRules.pageSize.usual),
  sort: sorts[sortOf(words)],
});

/** The names of the parameters for people. */
export const labels: Record<Parameter, string> = {
  q: 'Name',
  country: 'Country',
  countries: 'Country',
  status: 'Status',
  legalForm: 'National legal form',
  legalFormGroup: 'Kind of company',
  legalFormCode: 'Code of the legal form',
  nace: 'Sector',
  postalCode: 'Postal code',
  locality: 'Town',
  activity: 'Activity',
  activityType: 'Kind of activity',
  activityScheme: 'Classification',
  number: 'Number',
  lei: 'LEI',
  identifier: 'Identifier',
  registeredFrom: 'Registered from',
  registeredTo: 'Registered until',
  updatedSince: 'Changed since',
  mode: 'Search for',
  names: 'Search in',
  fuzzy: 'Typing mistakes',
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
  (Object.keys(filters) as (keyof typeof filters)[]).flatMap((name) => {
    const { [name]: text, ...rest } = words;
    if (text === undefined) return [];
    const values = name === 'countries' ? text.split(',') : [text];
    return values.map((value) => ({
      label: labels[name],
      value: valueText(name, value, headings),
      without: wordsOf([...Object.entries(rest), [name, values.filter((one) => one !== value).join(',')]]),
    }));
  });

function valueText(name: Parameter, text: string, headings: ReadonlyMap<string, string>): string {
  if (name === 'nace') return sectorText(text.toUpperCase(), headings);
  if (name === 'country' || name === 'countries') return country(text.toUpperCase());
  if (name === 'status' || name === 'legalFormGroup') return wordsFor(text);
  return name === 'updatedSince' ? text.slice(0, 10) : text;
}
