import { setImmediate, setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { ClickHouse } from '../src/companies/clickhouse/clickhouse.ts';
import { ClickHouseCounter } from '../src/companies/clickhouse/clickhouse-counter.ts';
import { IndexCopy } from '../src/companies/clickhouse/index-copy.ts';
import { DataVersion } from '../src/companies/data/data-version.ts';
import { addressKeySize } from '../src/companies/format/address-key.ts';
import type { Counter } from '../src/companies/search/counter.ts';
import type { Filter } from '../src/companies/search/filter.ts';
import { Scanner } from '../src/companies/search/scanner.ts';
import { Search } from '../src/companies/search/search.ts';
import { type FacetName, facetNames, type Sort } from '../src/companies/values.ts';
import { openDatabase } from '../src/database/client.ts';
import { gb } from '../src/registers/countries/gb/register.ts';
import { connect, say, server, withCompanies } from './database.ts';

/** Those of the contract, and those by what is the same in all countries. */
const fiveFacets = facetNames.slice(0, 5);
const commonFacets = facetNames.slice(5);

interface Asked {
  filter: Filter;
  page?: number;
  sort?: Sort;
  /** Something else than a page: of these the plain way is not measured. */
  other?: (search: Search) => Promise<unknown>;
}

interface Measured {
  cold: number[];
  /** Questions that the database gave up on, at the limit of a statement's time. */
  refused: number;
  again: number[];
}

/** Searching, cold and repeated, beside the plain way (ILIKE and count); at two sizes, for the growth. */
export async function benchSearch(rows = 5_000_000): Promise<void> {
  const place = await server();
  try {
    for (const size of [rows / 10, rows]) await measureSize(await withCompanies(place.url, size), size);
  } finally {
    await place.leave();
  }
}

async function measureSize(url: string, size: number): Promise<void> {
  const records = `\n${size.toLocaleString('en')} records; milliseconds`;
  say(`${records}: median, 95 %, worst; repeated; the plain way, and how many times slower it is`);
  const database = openDatabase(url, 10);
  const plain = await connect(url);
  const clickhouseUrl = process.env['CLICKHOUSE_URL'];
  const counter = clickhouseUrl ? await copyTo(clickhouseUrl, url, database.pool) : new Scanner({ databaseUrl: url });
  const fresh = () => new Search({ pool: database.pool, version: new DataVersion(database.pool), counter, registers: [gb] });
  try {
    const seconds = (await timed(() => fresh().find({ q: 'a' }, 1, 25, 'bench'))) / 1_000;
    say(`first search after ${seconds.toFixed(1)} s`);
    if (counter instanceof Scanner) {
      const { memory, extent } = await counter.directory(await new DataVersion(database.pool).current());
      say(`${(memory / extent.lines).toFixed(1)} bytes of memory a record in all, ${extent.buckets} buckets; of these`);
      say(`${addressKeySize} for postal code and town, and none for the kind of company and the sector`);
    }
    for (const [what, asked] of Object.entries(await questions(plain, fresh(), size))) {
      const measured = await ask(fresh, asked);
      const example = asked[0] as Asked;
      const byScan = example.other ? undefined : await plainly(plain, example);
      const ratio = (byScan ?? 0) / quantile(measured.cold, 0.5);
      const again = quantile(measured.again, 0.5).toFixed(2).padStart(6);
      const refused = measured.refused > 0 ? `  refused: ${measured.refused}` : '';
      const comparison = byScan === undefined ? '' : `${byScan.toFixed(0).padStart(7)}  ${ratio.toFixed(1)}x`;
      say(`${what.padEnd(34)} ${show(measured.cold)}   ${again}   ${comparison}${refused}`);
    }
    await beside(fresh, plain);
    await crowd(fresh());
  } finally {
    await counter.close();
    await plain.end();
    await database.close();
  }
}

/** The search index in ClickHouse, for a run with CLICKHOUSE_URL. */
async function copyTo(clickhouseUrl: string, url: string, pool: pg.Pool): Promise<Counter> {
  const [client, side] = [await connect(url), await connect(url)];
  const copy = new IndexCopy(new ClickHouse(clickhouseUrl));
  const seconds = (await timed(() => copy.repair(client, side))) / 1_000;
  say(`copied to ClickHouse in ${seconds.toFixed(1)} s`);
  await Promise.all([client.end(), side.end(), copy.close()]);
  const logger = { warn: (_about: object, text?: string) => say(text ?? '') };
  const now = () => performance.now();
  return new ClickHouseCounter({ clickhouse: new ClickHouse(clickhouseUrl), pool, logger, now, onRefusal: () => {} });
}

/** Deterministic: the same questions in every run. */
async function questions(client: pg.Client, search: Search, size: number): Promise<Record<string, Asked[]>> {
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
async function selective(client: pg.Client, search: Search, count: number): Promise<string[]> {
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

/**
 * Each question to a search that has never heard of it, and once more. What is learnt of the data as a whole is learnt before.
 */
async function ask(fresh: () => Search, asked: Asked[]): Promise<Measured> {
  const measured: Measured = { cold: [], again: [], refused: 0 };
  for (const { filter, page = 1, sort, other } of asked) {
    const search = fresh();
    await search.find({ q: 'warming up', legalFormGroup: 'branch', nace: '99' }, 1, 25, 'bench');
    const find = () =>
      (other ? other(search) : search.find(filter, page, 25, 'bench', sort)).catch(() => {
        measured.refused += 1;
      });
    for (const times of [measured.cold, measured.again]) times.push(await timed(find));
  }
  return measured;
}

/** As anyone would write it first. */
async function plainly(client: pg.Client, { filter, page = 1 }: Asked): Promise<number> {
  const values: unknown[] = [];
  const terms = ['true'];
  const term = (value: unknown, sql: (place: string) => string) => {
    values.push(value);
    terms.push(sql(`$${values.length}`));
  };
  if (filter.q) term(`%${filter.q}%`, (place) => `(canonical_name ILIKE ${place} OR number ILIKE ${place})`);
  if (filter.country) term(filter.country, (place) => `country_code = ${place}`);
  if (filter.legalForm) term(filter.legalForm, (place) => `legal_form = ${place}`);
  if (filter.activity)
    term(filter.activity, (place) => `unlicensed && ARRAY(SELECT id FROM activity WHERE code = ${place} OR label = ${place})`);
  const where = terms.join(' AND ');
  return timed(async () => {
    await client.query(`SELECT count(*) FROM entity WHERE ${where}`, values);
    await client.query(
      `SELECT id, canonical_name FROM entity WHERE ${where}
       ORDER BY lower(canonical_name), id OFFSET ${(page - 1) * 25} LIMIT 25`,
      values,
    );
  });
}

/** How many broad questions one client has under way, while another asks for selective fragments. */
const flooding = 200;

/** Selective fragments alone, and beside a flood of broad ones from another client. In turns, because the machine is noisy. */
async function beside(fresh: () => Search, client: pg.Client): Promise<void> {
  const search = fresh();
  // Chosen by another search, so that this one has not heard of them.
  const fragments = await selective(client, fresh(), 160);
  await search.find({ q: 'warming up' }, 1, 25, 'bench');
  const alone: number[] = [];
  const flooded: number[] = [];
  let broad = 0;
  for (const [index, times] of [alone, flooded, alone, flooded].entries()) {
    let isOver = times === alone;
    const lanes = Array.from({ length: flooding }, async () => {
      while (!isOver) {
        await search.find({ q: broadFragment(broad++) }, 1, 25, 'impatient').catch(() => {});
        // What is remembered is answered without a pause in which others could be.
        await setImmediate();
      }
    });
    for (const q of fragments.slice(40 * index, 40 * (index + 1))) {
      times.push(await timed(() => search.find({ q }, 1, 25, 'patient')));
      await setTimeout(2);
    }
    isOver = true;
    await Promise.all(lanes);
  }
  const figures = `${show(alone).trim()} alone, ${show(flooded).trim()} beside ${flooding} broad ones`;
  const ratio = (quantile(flooded, 0.5) / quantile(alone, 0.5)).toFixed(1);
  say(`selective fragments: ${figures}; ${ratio} times as long`);
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Two letters, or three: a different fragment for each number. */
const broadFragment = (number: number): string =>
  [number % 26, Math.floor(number / 26) % 26, ...(number < 676 ? [] : [Math.floor(number / 676) % 26])]
    .map((place) => letters[place])
    .join('');

/** Two hundred different broad searches at the same moment. */
async function crowd(search: Search): Promise<void> {
  let refused = 0;
  const all = Array.from({ length: 200 }, (_, index) =>
    search.find({ q: broadFragment(index) }, 1, 25, `caller ${index % 4}`).catch(() => {
      refused += 1;
    }),
  );
  const milliseconds = await timed(() => Promise.all(all));
  say(`200 different broad searches at once: ${milliseconds.toFixed(0)} ms in all, refused: ${refused}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const quantile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

const show = (times: number[]): string => [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1).padStart(8)).join(' ');
