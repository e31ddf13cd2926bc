import type pg from 'pg';
import { type FacetName, facetNames, type Sort } from '../src/company/values.ts';
import type { Filter } from '../src/search/filter.ts';
import type { Search } from '../src/search/search.ts';

/** Those of the contract, and those by what is the same in all countries. */
const fiveFacets = facetNames.slice(0, 5);
const commonFacets = facetNames.slice(5);

export interface Asked {
  filter: Filter;
  page?: number;
  sort?: Sort;
  /** Something else than a page: of these the plain way is not measured. */
  other?: (search: Search) => Promise<unknown>;
}

/** Deterministic: the same questions in every run. */
export async function questions(client: pg.Client, search: Search, size: number): Promise<Record<string, Asked[]>> {
  const of = (filters: Filter[]): Asked[] => filters.map((filter) => ({ filter }));
  const pages = (filter: Filter, total: number) =>
    [0.25, 0.5, 0.99].map((share) => ({ filter, page: Math.max(1, Math.floor((total * share) / 25)) }));
  return {
    'selective fragments': of((await selective(client, search, 100)).map((q) => ({ q }))),
    'broad fragments': of(['limited', 'trans', 'servic', 'holding', 'london', 'and', 'ltd', 'group'].map((q) => ({ q }))),
    'one and two letters': of(['a', 'e', '1', '0', 'ab', 'li', 'x', 'zz', ' l', '&'].map((q) => ({ q }))),
    'a country': of([{ country: 'GB' }, { country: 'MD' }]),
    'a legal form': of([{ legalForm: 'Private Limited Company' }, { legalForm: 'Public Limited Company' }]),
    'a kind of company, a code of a form': of([
      { legalFormGroup: 'limited_company' },
      { legalFormGroup: 'public_limited_company' },
      { legalFormGroup: 'branch' },
      { legalFormCode: 'H0PO' },
      { legalFormCode: 'B6ES', legalFormGroup: 'public_limited_company' },
    ]),
    'a sector': of(['G', 'K', 'N', '62', '47', '62.1', '62.10', '99'].map((nace) => ({ nace }))),
    'a postal code, a town': of([
      ...(await addresses(client)).flatMap(({ postalCode, locality }) => [
        { postalCode },
        { postalCode: postalCode.slice(0, 2) },
        { locality },
      ]),
    ]),
    'an activity': of([{ activity: '99999' }, { activity: '70229' }, { activity: '47910' }]),
    'status, days and changes': of([
      { status: 'active' },
      { registeredFrom: '2010-01-01', registeredTo: '2015-12-31' },
      { updatedSince: new Date('2020-01-01') },
      { status: 'dissolved', registeredFrom: '2001-01-01' },
    ]),
    'a number': of((await numbers(client, 20)).map((number) => ({ number }))),
    'sorted by date': (['registeredAt', '-registeredAt', '-updatedAt'] as const).flatMap((sort) =>
      [{}, { q: 'limited' }, { country: 'GB' }].map((filter) => ({ filter, sort, page: 40 })),
    ),
    'five facets of a broad search': ['limited', 'trans', 'a', 'group'].map((q) => ({
      filter: { q },
      other: (search) => search.facets({ q }, fiveFacets, 10, 'bench'),
    })),
    ...Object.fromEntries(
      [
        ['the four common facets', commonFacets] as const,
        ...commonFacets.map((name) => [`the facet ${name}`, [name]] as const),
      ].map(([what, names]) => [what, facetsOf(names)]),
    ),
    suggestions: (await selective(client, search, 60)).map((fragment, index) => ({
      filter: {},
      other: (search) => search.suggest({ q: fragment.slice(0, 1 + (index % 8)) }, 10, 'bench'),
    })),
    'fragment and filters': of([
      { q: 'limited', country: 'GB', legalForm: 'Private Limited Company' },
      { q: 'an', activity: '70229' },
      { q: 'er', status: 'active', registeredFrom: '2010-01-01' },
    ]),
    ...(await wordQuestions(client)),
    'deep pages, no filter': pages({}, size),
    'deep pages of a country': pages({ country: 'GB' }, size),
    'deep pages of a broad fragment': pages({ q: 'limited' }, size / 3),
  };
}

/** Words of names that are there, sorted by relevance, as most people search. */
async function wordQuestions(client: pg.Client): Promise<Record<string, Asked[]>> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT split_part(search_text, chr(1), 1) AS text FROM entity ORDER BY id DESC LIMIT 400`,
  );
  const names = rows.map(({ text }) => text.match(/[a-z]+/g) ?? []).filter(({ length }) => length > 2);
  const of = (filters: Filter[]): Asked[] => filters.map((filter) => ({ filter: { ...filter, mode: 'words' } }));
  const some = (count: number, q: (words: string[], index: number) => string) =>
    names.slice(0, count).map((words, index) => q(words, index));
  const swapped = (word: string) => `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`;
  const two = some(60, (words, index) => (index % 3 ? [words[1], words[0]] : words.slice(-2)).join(' '));
  const three = some(40, (words) => words.slice(0, 3).toReversed().join(' '));
  const begun = some(20, (words, index) => (words[index % 2] ?? '').slice(0, 3));
  const mistaken = some(40, (words, index) => (index % 2 ? words : words.slice(0, 1)).map(swapped).join(' '));
  return {
    'two words': of(two.map((q) => ({ q }))),
    'three words and filters': of(three.map((q) => ({ q, status: 'active', registeredFrom: '1990-01-01' }))),
    'a word of three letters': of(begun.map((q) => ({ q }))),
    'typing mistakes': of(mistaken.map((q) => ({ q, fuzzy: true }))),
    'two words in all names': of(two.map((q) => ({ q, names: 'all' }))),
    'a fragment of all names': two.slice(0, 30).map((q) => ({ filter: { q: q.slice(0, 6), names: 'all' } })),
    'five facets of two words': two.slice(0, 20).map((q) => ({
      filter: {},
      other: (search) => search.facets({ q, mode: 'words' }, fiveFacets, 10, 'bench'),
    })),
    'suggestions of words': two.map((q, index) => ({
      filter: {},
      other: (search) => search.suggest({ q: q.slice(0, 4 + (index % 12)) }, 10, 'bench'),
    })),
  };
}

const facetsOf = (names: readonly FacetName[]): Asked[] =>
  ['limited', 'trans', 'a', 'group', undefined].map((q) => ({
    filter: {},
    other: (search) => search.facets({ q }, names, 10, 'bench'),
  }));

/** Some that are there. */
async function addresses(client: pg.Client): Promise<{ postalCode: string; locality: string }[]> {
  const { rows } = await client.query<{ postalCode: string; locality: string }>(
    `SELECT registry -> 'address' ->> 'postCode' AS "postalCode", registry -> 'address' ->> 'postTown' AS locality FROM entity
     WHERE registry -> 'address' ->> 'postCode' <> '' AND registry -> 'address' ->> 'postTown' <> '' LIMIT 4`,
  );
  return rows;
}

async function numbers(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(`SELECT number FROM entity ORDER BY id LIMIT ${count}`);
  return rows.map(({ number }) => number.replace(/^0+/, ''));
}

/**
 * Fragments of names that under a thousand records have. The search itself is asked how many: a plain scan for each takes
 * minutes.
 */
export async function selective(client: pg.Client, search: Search, count: number): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(`SELECT search_text AS text FROM entity ORDER BY id LIMIT ${count * 3}`);
  const fragments = rows
    .map(({ text }, index) => text.slice(index % 5, (index % 5) + 7 + (index % 3)).trim())
    .filter((fragment) => fragment.length > 5);
  const found: string[] = [];
  for (const fragment of new Set(fragments)) {
    if (found.length === count) break;
    const { total } = await search.find({ q: fragment }, 1, 1, 'bench');
    if (total < 1_000) found.push(fragment);
  }
  return found;
}
