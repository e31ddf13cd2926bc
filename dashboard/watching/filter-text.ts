import { addressOf, chipsOf, home, type SearchWords, wordsOf } from '../company/search-request.ts';

/** The search of the explorer for the filter of a list. Its usual values are those of the API. */
function searchFor(filter: unknown): SearchWords {
  return wordsOf(Object.entries({ mode: 'fragment', names: 'current', ...(filter as object) }));
}

/** `Name: heron, Country: Latvia` */
export const filterText = (filter: unknown): string =>
  chipsOf(searchFor(filter))
    .map(({ label, value }) => `${label}: ${value}`)
    .join(', ');

/** Where the explorer shows what fits the filter. */
export const addressOfFilter = (filter: unknown): string => addressOf(home, searchFor(filter));
