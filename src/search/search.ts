import { type FacetName, type Sort, sorts } from '../company/values.ts';
import { wordsOfNormalized } from '../company/words.ts';
import type { Queries } from '../database/pool.ts';
import { Failure } from '../kernel/errors.ts';
import { ResultCache } from '../kernel/result-cache.ts';
import { type DataVersion, Summaries, type Summary } from '../records/index.ts';
import { type Counter, type Counts, type Page, type Position, type SearchContext, sum, type ValueCounts } from './counter.ts';
import { type DateSort, datedPositions } from './date-order.ts';
import { depthFor, maxRanked } from './engine/relevance-order.ts';
import { countFacets, type Facets, mergedActivities } from './facets.ts';
import { canonicalFilter, countriesIn, type Filter, FilterQueries } from './filter.ts';
import { readClasses } from './query/classes/classes.ts';
import type { SearchedRegister } from './query/numbers.ts';
import type { MergedActivity, Query } from './query/query.ts';
import { allowedEdits } from './query/words/interpretations.ts';
import { type MatchRange, rangesIn, suggest } from './suggest.ts';

export interface SearchPage {
  items: Summary[];
  total: number;
  /** Whether words with typing mistakes match too, because the filter says so or because nothing else matches. */
  isFuzzy: boolean;
  /** Every later import has this moment or a later one. Null if there was no import yet. */
  nextUpdatedSince: Date | null;
}

/** The facets of a search. */
export interface CountedFacets extends Facets, Pick<SearchPage, 'isFuzzy'> {}

/** A record, and the places of the typed fragment in its name. */
export interface Suggestion extends Summary {
  ranges: MatchRange[];
}

/** How many records match: in total, in each segment and by date, or by score with the highest one in each segment. */
interface Matches {
  total: number;
  /** Unset if no record can match. */
  found?: { query: Query; counts: Counts; facetCount: ValueCounts | undefined; best: Uint16Array | undefined };
}

/** The sort of a search. Without words in it there is no relevance. */
function sortOf({ mode }: Filter, asked: Filter['mode'], sort: Sort | undefined, end: number, hasScores: boolean): Sort {
  if (sort === 'relevance' && asked !== 'words') throw new Failure('invalid_request', 'sort=relevance needs mode=words.');
  const best = mode === 'words' ? 'relevance' : 'name';
  const chosen = sort === 'relevance' ? best : (sort ?? (hasScores ? best : 'name'));
  if (chosen === 'relevance' && end > maxRanked)
    throw new Failure(
      'invalid_request',
      `Sorted by relevance, pages end at position ${maxRanked.toLocaleString('en')}: use sort=name, or a filter.`,
    );
  return chosen;
}

/** Whether a search that finds nothing is repeated with typing mistakes. */
const mayBeFuzzy = ({ q, mode, fuzzy }: Filter): boolean =>
  mode === 'words' && !fuzzy && wordsOfNormalized(q ?? '').some((word) => allowedEdits(word) > 0);

interface SearchOptions {
  pool: Queries;
  version: DataVersion;
  counter: Counter;
  registers?: readonly SearchedRegister[];
}

export type Search = ReturnType<typeof createSearch>;

/** Search, facets and suggestions, see README.md. Results are cached by version of the data. */
export function createSearch({ pool, version: dataVersion, counter, registers = [] }: SearchOptions) {
  const classes = readClasses(pool, registers);
  const queries = new FilterQueries(pool, registers, classes);
  const records = new Summaries(pool);
  const matches = new ResultCache<Matches & Pick<SearchPage, 'isFuzzy'>>(500);
  /** Fewer than above, because each has a count for every day. */
  const datedMatches = new ResultCache<Matches & Pick<SearchPage, 'isFuzzy'>>(40);
  const pages = new ResultCache<Summary[]>(300);
  const facetCache = new ResultCache<CountedFacets>(500);
  const mergedCache = new ResultCache<MergedActivity[]>(2);
  const suggestions = new ResultCache<Suggestion[]>(500);

  const during = <Result>(caller: string, work: (context: SearchContext) => Promise<Result>): Promise<Result> =>
    dataVersion.during((version) => work({ counter, version, caller }));

  async function queryOf(filter: Filter, { version }: SearchContext) {
    const { runTimes } = await counter.directory(version);
    return queries.of(filter, { version, runTimes });
  }

  /** If words find nothing, they may have typing mistakes. */
  async function orFuzzy<Found extends { total: number }>(filter: Filter, find: (filter: Filter) => Promise<Found>) {
    const exactly = { ...(await find(filter)), isFuzzy: filter.fuzzy ?? false };
    if (exactly.total > 0 || !counter.hasScores || !mayBeFuzzy(filter)) return exactly;
    const fuzzy = await find({ ...filter, fuzzy: true });
    return fuzzy.total > 0 ? { ...fuzzy, isFuzzy: true } : exactly;
  }

  async function matchExactly(filter: Filter, sort: Sort, depth: number | undefined, context: SearchContext): Promise<Matches> {
    const query = await queryOf(filter, context);
    if (!query) return { total: 0 };
    const sorted = sorts[sort];
    const job = { query, facetCounts: 'column' in sorted ? [sorted.column] : [], best: depth };
    const { counts, facetCounts, best } = await counter.answer(job, context.version, context.caller);
    return { total: sum(counts), found: { query, counts: Uint16Array.from(counts), facetCount: facetCounts[0], best } };
  }

  function positionsOf(
    { query, counts, facetCount, best }: NonNullable<Matches['found']>,
    total: number,
    sort: Sort,
    page: Page,
    context: SearchContext,
  ): Promise<Position[]> {
    if (facetCount && best) return counter.ranked(query, { scores: facetCount, best }, page, context.version);
    if (facetCount) return datedPositions(query, sort as DateSort, { total, counts, facetCount }, page, context);
    return counter.positions(query, counts, page, context.version);
  }

  async function summariesAt(positions: Position[], { version, caller }: SearchContext): Promise<Summary[]> {
    const { segments } = await counter.directory(version);
    const places = positions.map(({ segment, document }) => ({ segmentId: segments[segment] ?? '', document }));
    return records.read(version, places, caller);
  }

  return {
    /** The countries that have a register with licensed activities. */
    licensing: new Set(registers.flatMap((one) => (one.hasLicensedActivities ? one.country.code : []))) as ReadonlySet<string>,

    /** One page of the matches, and the total. Callers take turns if many search at once. */
    find: (filter: Filter, page: number, pageSize: number, caller: string, wanted?: Sort): Promise<SearchPage> =>
      during(caller, async (context) => {
        const { version } = context;
        const normal = canonicalFilter(filter);
        const sort = sortOf(normal, filter.mode, wanted, page * pageSize, counter.hasScores);
        const depth = sort === 'relevance' ? depthFor(page * pageSize) : undefined;
        const key = JSON.stringify([version, normal, sort, depth]);
        const offset = (page - 1) * pageSize;
        const known = sort === 'name' ? matches : datedMatches;
        const { total, isFuzzy, found } = await known.get(key, () =>
          orFuzzy(normal, (one) => matchExactly(one, sort, depth, context)),
        );
        const { runTimes } = await counter.directory(version);
        // Moments are whole milliseconds, and every import has a later one than the imports before it.
        const newest = Math.max(-1, ...runTimes.map(([, time]) => time));
        const about = { total, isFuzzy, nextUpdatedSince: newest < 0 ? null : new Date(newest + 1) };
        if (offset >= total || !found) return { items: [], ...about };
        const items = await pages.get(`${key}${page}:${pageSize}`, async () => {
          const part = { offset, size: Math.min(pageSize, total - offset) };
          return summariesAt(await positionsOf(found, total, sort, part, context), context);
        });
        return { items, ...about };
      }),

    /** How many matches have each value of some facets, for the `size` most frequent values of each facet. */
    facets: (filter: Filter, names: readonly FacetName[], size: number, caller: string): Promise<CountedFacets> =>
      during(caller, (context) => {
        const { version } = context;
        const normal = canonicalFilter(filter);
        const activityType = filter.activityType ?? 'unlicensed';
        return facetCache.get(JSON.stringify([version, normal, activityType, names, size]), async () => {
          const has = (...some: FacetName[]) => some.some((name) => names.includes(name));
          const wanted = {
            ...{ names, size, activityType, countries: countriesIn(normal) },
            merged: has('activity') ? await mergedCache.get(version, () => mergedActivities(pool)) : [],
            activities: normal.activityScheme ? await queries.inScheme(normal.activityScheme) : undefined,
            forms: has('legalFormGroup', 'legalFormCode') ? await classes.forms(version) : undefined,
            nace: has('nace', 'naceSection') ? await classes.nace(version) : undefined,
          };
          return orFuzzy(normal, async (one) => countFacets(await queryOf(one, context), wanted, pool, context));
        });
      }),

    /** Records for the text typed so far: numbers first, if it may be one, then names that have it, see suggest.ts. */
    suggest: (wanted: Pick<Filter, 'q' | 'country' | 'countries'>, limit: number, caller: string): Promise<Suggestion[]> =>
      during(caller, async (context) => {
        const filter = canonicalFilter(wanted);
        const { q } = filter;
        if (!q) return [];
        return suggestions.get(JSON.stringify([context.version, filter, limit]), async () => {
          const query = await queryOf(filter, context);
          if (!query) return [];
          const typed = wordsOfNormalized(q);
          const { positions, isFuzzy } = await suggest(typed, query, limit, context);
          const items = await summariesAt(positions, context);
          return items.map((item) => ({ ...item, ranges: rangesIn(item.canonicalName, wanted.q ?? '', { typed, isFuzzy }) }));
        });
      }),
  };
}
