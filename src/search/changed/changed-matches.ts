import type pg from 'pg';
import type { FilterInput } from '../../company/filters/filters.ts';
import { identifierIn, plainLei } from '../../company/lei.ts';
import type { RegisterRules } from '../../company/register.ts';
import type { ImportRun } from '../../database/client.ts';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import { readVersion, type SourceTerms } from '../../records/index.ts';
import { checkedFilter, givenFilter } from '../checked-filter.ts';
import { canonicalFilter, type Filter, FilterQueries } from '../filter.ts';
import { readClasses } from '../query/classes/classes.ts';
import { isEverything, type Query } from '../query/query.ts';
import { changedDocumentsIn, type LoadedDocuments } from './changed-documents.ts';
import type { Span } from './changed-records.ts';
import { Steps } from './steps.ts';

const listRuns = sql<Pick<ImportRun, 'ordinal' | 'importedAt'>>`SELECT ordinal, imported_at AS "importedAt" FROM import_run`;

/** The changes of a span that fit a filter. */
interface ChangedMatch {
  /** The places of the filters among those that were given. They mean the same. */
  filters: readonly number[];
  /** The positions of the changes. */
  positions: readonly number[];
  at: Date;
}

type PreparedFilter = Awaited<ReturnType<typeof prepare>>;
/** Queries about one version of the data. Those that can fit records of some countries alone are under these. */
interface PreparedFilters {
  state: Awaited<ReturnType<typeof readState>>;
  everywhere: PreparedFilter[];
  byCountry: ReadonlyMap<number, PreparedFilter[]>;
}

interface ChangedMatchesOptions {
  /** The primary. */
  pool: pg.Pool;
  terms: SourceTerms;
  registers: readonly RegisterRules[];
}

/**
 * Finds the changes whose records fit filters, before the change or after it. The changed records are put into a small index of
 * their own, which is asked by the code of a search. So the time depends on what changed and on the number of different filters.
 * All of it is done in steps of a few milliseconds, so that thousands of filters hold up no request.
 */
export function changedMatchesIn({ pool, terms, registers }: ChangedMatchesOptions) {
  const queries = new FilterQueries(pool, registers, readClasses(pool, registers));
  const documents = changedDocumentsIn(terms, registers);
  return {
    /**
     * A filter as it is stored. Throws for one that a search refuses, for one that every record fits, and for a country that has
     * no register.
     */
    async checked(input: FilterInput): Promise<FilterInput> {
      checkedFilter(input);
      const filter = givenFilter(input);
      const { query } = await prepare(filter, [], queries, await readState(pool));
      if (query && isEverything(query)) throw new Failure('invalid_request', 'filter: must have something to filter by.');
      const known = registers.map(({ country }) => country.code);
      const country = filter.country?.toUpperCase();
      if (country && !known.includes(country))
        throw new Failure('invalid_request', `country: no register has ${country}; there are ${known.join(', ')}.`);
      return filter;
    },

    /** Prepares filters. Equal ones are asked once. */
    async ask(client: Queries, filters: readonly FilterInput[]): Promise<PreparedFilters> {
      const state = await readState(client);
      const steps = new Steps();
      const same = new Map<string, number[]>();
      for (const [place, filter] of filters.entries()) {
        const key = JSON.stringify(canonicalFilter(filterOf(filter)));
        const places = same.get(key);
        if (places) places.push(place);
        else same.set(key, [place]);
        if (steps.isOver) await steps.pause();
      }
      const everywhere: PreparedFilter[] = [];
      const byCountry = new Map<number, PreparedFilter[]>();
      for (const places of same.values()) {
        const one = await prepare(filters[places[0] as number] as FilterInput, places, queries, state).catch(ignored);
        if (steps.isOver) await steps.pause();
        if (!one) continue;
        const countries = one.lei ? undefined : countriesOf(one.query);
        if (!countries) everywhere.push(one);
        for (const country of countries ?? []) byCountry.set(country, [...(byCountry.get(country) ?? []), one]);
      }
      return { state, everywhere, byCountry };
    },

    /** The matches of the changes of a span, one for each query that some of them fit. One caller at a time reads them. */
    async *of(client: Queries, { state, everywhere, byCountry }: PreparedFilters, span: Span): AsyncGenerator<ChangedMatch> {
      const lastRun = Math.max(0, ...state.runTimes.map(([number]) => number));
      const loaded = await documents.of(client, span, lastRun);
      if (!loaded) return;
      const steps = new Steps();
      for (const one of new Set([...everywhere, ...loaded.countries.flatMap((country) => byCountry.get(country) ?? [])])) {
        const positions = new Set<number>();
        for (const segment of loaded.owners.keys()) {
          for (const position of positionsIn(segment, one, loaded)) positions.add(position);
          if (steps.isOver) await steps.pause();
        }
        if (positions.size > 0) yield { filters: one.places, positions: [...positions], at: loaded.at };
      }
    },

    /** Gives back what the changes of the last span took. */
    forget: () => documents.clear(),
  };
}

/** The index as searches have it: its version, and when its imports were. */
async function readState(database: Queries) {
  const { rows: versions } = await database.query(readVersion);
  const { rows: runs } = await database.query(listRuns);
  const runTimes = runs.map(({ ordinal, importedAt }): [number: number, time: number] => [ordinal, importedAt.getTime()]);
  return { version: versions[0]?.version ?? '', runTimes };
}

/** A query, and for a filter by LEI what it asks besides. */
async function prepare(
  stored: FilterInput,
  places: number[],
  queries: FilterQueries,
  state: Awaited<ReturnType<typeof readState>>,
) {
  const { lei, identifier, ...filter } = canonicalFilter(filterOf(stored));
  const query = await queries.of({ ...filter, lei, identifier }, state);
  const named = identifier ? identifierIn(identifier) : undefined;
  const byIdentifier = typeof named === 'object' && named.scheme === 'LEI' ? named.value : undefined;
  const values = [...(lei ? [plainLei(lei)] : []), ...(byIdentifier ? [byIdentifier] : [])];
  if (values.length === 0) return { places, query, lei: undefined };
  const others = await queries.of({ ...filter, ...(!byIdentifier && { identifier }) }, state);
  return { places, query, lei: { values, others } };
}

const filterOf = ({ updatedSince, ...filter }: FilterInput): Filter => ({
  ...filter,
  ...(updatedSince && { updatedSince: new Date(updatedSince) }),
});

/** A filter that was allowed when it was stored may be refused by now. It must not hold up all others. */
function ignored(error: unknown): undefined {
  if (!(error instanceof Failure && error.code === 'invalid_request')) throw error;
}

/** The countries of all records that can fit. Undefined: any. */
function countriesOf(query: Query | undefined): readonly number[] | undefined {
  if (!query) return [];
  const exact = query.ranges.find(({ column, from, to }) => column === 'country' && from === to);
  return exact ? [exact.from] : query.countries;
}

/** An LEI names one company, as of now. The one that had it before a change is found by the change. */
function positionsIn(segment: number, { query, lei }: PreparedFilter, { matcher, owners }: LoadedDocuments): number[] {
  const found = (asked: Query | undefined) =>
    (asked ? matcher.documents(asked, segment) : []).flatMap((document) => owners[segment]?.[document] ?? []);
  const moved = lei ? found(lei.others).filter(({ leis }) => lei.values.every((value) => leis.has(value))) : [];
  return [...found(query), ...moved].map(({ position }) => position);
}
