import type { Command, Option } from './command.ts';
import { searchFilters } from './filters.ts';

/** Where the service is, and who asks. */
export const reach = {
  key: {
    value: 'KEY',
    says: 'The API key. Other people of this computer may see it: better set COMPANY_REGISTRY_KEY, or login.',
  },
  url: { value: 'ADDRESS', says: 'The address of the service.' },
} satisfies Record<string, Option>;

const always = {
  quiet: { short: 'q', says: 'Says nothing beside the result, but for errors.' },
  help: { short: 'h', says: 'Says how the command is used.' },
} satisfies Record<string, Option>;

const formats = {
  json: { says: 'Prints one document of JSON.' },
  ndjson: { says: 'Prints a line of JSON for each item, as it is the default in a pipe.' },
  csv: { says: 'Prints CSV.' },
} satisfies Record<string, Option>;

/** The options that many commands have. The documentation explains them once. */
export const commonOptions: Readonly<Record<string, Option>> = { ...reach, ...formats, ...always };

const company = 'a company: its id, its LEI, or its country and number, such as GB:00000006';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'search',
    words: '[WORDS]',
    most: Number.POSITIVE_INFINITY,
    says: 'Finds companies by the words of their names, and by filters.',
    more:
      'It prints the first page, and says how many there are. A page of up to 100 costs one unit. The table shows each company ' +
      'by its country and number, which the other commands take.',
    options: {
      ...searchFilters,
      limit: { value: 'N', says: 'Prints so many.' },
      all: { says: 'Prints all of them.' },
      page: { value: 'N', says: 'Begins with this page.' },
      'page-size': { value: 'N', says: 'How many are on a page, from 1 to 100. By default 25.' },
      ...formats,
      ...reach,
      ...always,
    },
    examples: [
      'company-registry search holding --country GB --status active',
      'company-registry search --nace 62.1 --country EE,FI --all --csv > companies.csv',
    ],
    load: () => import('./search.ts'),
  },
  {
    name: 'get',
    words: 'COMPANY',
    least: 1,
    most: 1,
    says: `Prints the full record of ${company}.`,
    more: 'It costs one unit.',
    options: {
      'as-of': { value: 'MOMENT', says: 'As it was served then: 2026-11-15 or 2026-11-15T09:30:00Z.' },
      ...formats,
      ...reach,
      ...always,
    },
    examples: ['company-registry get GB:00000006', 'company-registry get GB:00000006 --json'],
    load: () => import('./get.ts'),
  },
  {
    name: 'usage',
    says: 'Says how much of the limits is used. It costs nothing.',
    options: { ...formats, ...reach, ...always },
    load: () => import('./usage.ts'),
  },
];
