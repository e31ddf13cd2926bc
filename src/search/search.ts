import { type FacetName, type Sort, sorts } from '../company/values.ts';
import { wordsOfNormalized } from '../company/words.ts';
import type { Queries } from '../database/pool.ts';
import { Failure } from '../kernel/errors.ts';
import { ResultCache } from '../kernel/result-cache.ts';
import { type DataVersion, Summaries, type Summary } from '../records/index.ts';
import {
  type Counter,
  type Counts,
  type Directory,
  type Page,
  type Position,
  type SearchContext,
  sum,
  type ValueCounts,
} from './counter.ts';
import { type DateSort, datedPositions } from './date-order.ts';
import { depthFor, mostRanked } from './engine/relevance-order.ts';
import { countFacets, type Facets, mergedActivities } from './facets.ts';
import { canonicalFilter, countriesIn, type Filter, FilterQueries } from './filter.ts';
import { Classes } from './query/classes/classes.ts';
import type { SearchedRegister } from './query/numbers.ts';
import type { FacetCount, MergedActivity, Query } from './query/query.ts';
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

/** How many records match: in total, in each segment and, for an order by date, on each date. */
interface Matches {
  total: number;
  query: Query | undefined;
  counts: Counts;
  /** By date, or by score. */
  facetCount: ValueCounts | undefined;
  /** For an order by score: the highest one in each segment. */
  best: Uint16Array | undefined;
  isFuzzy: boolean;
}

/** The order of a search; by relevance, how many of the best matches are counted by score. */
interface Order {
  sort: Sort;
  best: number | undefined;
}

/** Moments are whole milliseconds, and every import has a later one than the imports before it. */
function momentAfter(runTimes: Directory['runTimes']): Date | null {
  let newest = -1;
  for (const [, time] of runTimes) newest = Math.max(newest, time);
  return newest < 0 ? null : new Date(newest + 1);
}

/** The order of a search. Without words in it there is no relevance. */
function sortOf({ mode }: Filter, asked: Filter['mode'], sort: Sort | undefined, end: number, hasScores: boolean): Sort {
  if (sort === 'relevance' && asked !== 'words') throw new Failure('invalid_request', 'sort=relevance needs mode=words.');
  const best = mode === 'words' ? 'relevance' : 'name';
  const chosen = sort === 'relevance' ? best : (sort ?? (hasScores ? best : 'name'));
  if (chosen === 'relevance' && end > mostRanked)
    throw new Failure(
      'invalid_request',
      `Sorted by relevance, pages end at position ${mostRanked.toLocaleString('en')}: use sort=name, or a filter.`,
    );
  return chosen;
}

function facetCountsFor(sort: Sort): FacetCount[] {
  const order = sorts[sort];
  return 'column' in order ? [order.column] : [];
}

/** Whether a search that finds nothing is repeated with typing mistakes. */
const mayBeFuzzy = ({ q, mode, fuzzy }: Filter): boolean =>
  mode === 'words' && !fuzzy && wordsOfNormalized(q ?? '').some((word) => allowedEdits(word) > 0);

export interface SearchParts {
  pool: Queries;
  version: DataVersion;
  counter: Counter;
  registers?: readonly SearchedRegister[];
}

/** Search, facets and suggestions, see README.md. Results are cached by version of the data. */
export class Search {
  /** The countries that have a register with licensed activities. */
  readonly licensing: ReadonlySet<string>;
  readonly #pool: Queries;
  readonly #version: DataVersion;
  readonly #counter: Counter;
  readonly #queries: FilterQueries;
  readonly #classes: Classes;
  readonly #records: Summaries;
  readonly #matches = new ResultCache<Matches>(500);
  /** Fewer than above, because each has a count for every day. */
  readonly #datedMatches = new ResultCache<Matches>(40);
  readonly #pages = new ResultCache<Summary[]>(300);
  readonly #facets = new ResultCache<CountedFacets>(500);
  readonly #merged = new ResultCache<MergedActivity[]>(2);
  readonly #suggestions = new ResultCache<Suggestion[]>(500);

  constructor({ pool, version, counter, registers = [] }: SearchParts) {
    this.#pool = pool;
    this.#version = version;
    this.#counter = counter;
    this.licensing = new Set(registers.flatMap((one) => (one.hasLicensedActivities ? one.country.code : [])));
    this.#classes = new Classes(pool, registers);
    this.#queries = new FilterQueries(pool, registers, this.#classes);
    this.#records = new Summaries(pool);
  }

  /** One page of the matches, and the total. Callers take turns if many search at once. */
  async find(filter: Filter, page: number, pageSize: number, caller: string, wanted?: Sort): Promise<SearchPage> {
    return this.#during(caller, async (context) => {
      const normal = canonicalFilter(filter);
      const sort = sortOf(normal, filter.mode, wanted, page * pageSize, this.#counter.hasScores);
      const best = sort === 'relevance' ? depthFor(page * pageSize) : undefined;
      const key = JSON.stringify([context.version, normal, sort, best]);
      const offset = (page - 1) * pageSize;
      const known = sort === 'name' ? this.#matches : this.#datedMatches;
      const matches = await known.get(key, () => this.#match(normal, { sort, best }, context));
      const { runTimes } = await this.#counter.directory(context.version);
      const found = { total: matches.total, isFuzzy: matches.isFuzzy, nextUpdatedSince: momentAfter(runTimes) };
      if (offset >= matches.total) return { items: [], ...found };
      const items = await this.#pages.get(`${key}${page}:${pageSize}`, async () => {
        const size = Math.min(pageSize, matches.total - offset);
        return this.#summaries(await this.#positions(matches, sort, { offset, size }, context), context);
      });
      return { items, ...found };
    });
  }

  /** How many matches have each value of some facets, for the `size` most frequent values of each facet. */
  async facets(filter: Filter, names: readonly FacetName[], size: number, caller: string): Promise<CountedFacets> {
    const activityType = filter.activityType ?? 'unlicensed';
    return this.#during(caller, (context) => {
      const normal = canonicalFilter(filter);
      return this.#facets.get(JSON.stringify([context.version, normal, activityType, names, size]), async () => {
        const { activityScheme } = normal;
        const merged = names.includes('activity')
          ? await this.#merged.get(context.version, () => mergedActivities(this.#pool))
          : [];
        const activities = activityScheme ? await this.#queries.inScheme(activityScheme) : undefined;
        const hasForms = names.includes('legalFormGroup') || names.includes('legalFormCode');
        const forms = hasForms ? await this.#classes.forms(context.version) : undefined;
        const hasNace = names.includes('nace') || names.includes('naceSection');
        const nace = hasNace ? await this.#classes.nace(context.version) : undefined;
        const wanted = { names, size, activityType, merged, activities, forms, nace, countries: countriesIn(normal) };
        const counted = await countFacets(await this.#query(normal, context), wanted, this.#pool, context);
        const exactly = { ...counted, isFuzzy: normal.fuzzy ?? false };
        if (counted.total > 0 || !this.#counter.hasScores || !mayBeFuzzy(normal)) return exactly;
        const query = await this.#query({ ...normal, fuzzy: true }, context);
        const fuzzy = await countFacets(query, wanted, this.#pool, context);
        return fuzzy.total > 0 ? { ...fuzzy, isFuzzy: true } : exactly;
      });
    });
  }

  /** Records for the text typed so far: numbers first, if it may be one, then names that have it, see suggest.ts. */
  async suggest(wanted: Pick<Filter, 'q' | 'country' | 'countries'>, limit: number, caller: string): Promise<Suggestion[]> {
    return this.#during(caller, async (context) => {
      const filter = canonicalFilter(wanted);
      if (!filter.q) return [];
      return this.#suggestions.get(JSON.stringify([context.version, filter, limit]), async () => {
        const query = await this.#query(filter, context);
        if (!query) return [];
        const typed = wordsOfNormalized(filter.q ?? '');
        const { positions, isFuzzy } = await suggest(typed, query, limit, context);
        const items = await this.#summaries(positions, context);
        const words = { typed, isFuzzy };
        return items.map((item) => ({ ...item, ranges: rangesIn(item.canonicalName, wanted.q ?? '', words) }));
      });
    });
  }

  #during<Result>(caller: string, work: (context: SearchContext) => Promise<Result>): Promise<Result> {
    return this.#version.during((version) => work({ counter: this.#counter, version, caller }));
  }

  async #query(filter: Filter, context: SearchContext): Promise<Query | undefined> {
    const { runTimes } = await context.counter.directory(context.version);
    return this.#queries.of(filter, { ...context, runTimes });
  }

  /** If words find nothing, they may have typing mistakes. */
  async #match(filter: Filter, order: Order, context: SearchContext): Promise<Matches> {
    const matches = await this.#matchExactly(filter, order, context);
    if (matches.total > 0 || !this.#counter.hasScores || !mayBeFuzzy(filter)) return matches;
    const fuzzy = await this.#matchExactly({ ...filter, fuzzy: true }, order, context);
    return fuzzy.total > 0 ? fuzzy : matches;
  }

  async #matchExactly(filter: Filter, { sort, best: depth }: Order, context: SearchContext): Promise<Matches> {
    const isFuzzy = filter.fuzzy ?? false;
    const query = await this.#query(filter, context);
    if (!query) return { total: 0, query, counts: new Uint16Array(), facetCount: undefined, best: undefined, isFuzzy };
    const { version, caller } = context;
    const job = { query, facetCounts: facetCountsFor(sort), best: depth };
    const { counts, facetCounts, best } = await this.#counter.answer(job, version, caller);
    return { total: sum(counts), query, counts: Uint16Array.from(counts), facetCount: facetCounts[0], best, isFuzzy };
  }

  async #positions(
    { query, total, counts, facetCount, best }: Matches,
    sort: Sort,
    page: Page,
    context: SearchContext,
  ): Promise<Position[]> {
    if (!query) return [];
    if (facetCount && best) return this.#counter.ranked(query, { scores: facetCount, best }, page, context.version);
    if (facetCount) return datedPositions(query, sort as DateSort, { total, counts, facetCount }, page, context);
    return this.#counter.positions(query, counts, page, context.version);
  }

  async #summaries(positions: Position[], { version, caller }: SearchContext): Promise<Summary[]> {
    const { segments } = await this.#counter.directory(version);
    const places = positions.map(({ segment, document }) => ({ segmentId: segments[segment] ?? '', document }));
    return this.#records.read(version, places, caller);
  }
}
