import type { Queries } from '../../database/pool.ts';
import type { Principal } from '../../kernel/principal.ts';
import { ResultCache } from '../../kernel/result-cache.ts';
import type { DataVersion } from '../data/data-version.ts';
import { Summaries, type Summary } from '../data/summaries.ts';
import { foldingOf, type NumberRules } from '../format/search-text.ts';
import type { FacetName, Sort } from '../values.ts';
import {
  type Asking,
  type Counter,
  type Counts,
  type Directory,
  type Page,
  type Position,
  sum,
  type ValueCounts,
} from './counter.ts';
import { columnOf, type DateSort, datedPositions } from './date-order.ts';
import { countFacets, type Facets, mergedActivities } from './facets.ts';
import { type Filter, normalize, Questions } from './filter.ts';
import type { MergedActivity, Question } from './question.ts';
import { type MatchRange, rangesIn, suggestedPositions } from './suggest.ts';

export interface Found {
  items: Summary[];
  total: number;
  /** Every import that is not seen here has this moment or a later one. Null where there was none. */
  nextUpdatedSince: Date | null;
}

/** A record, and where in its name the typed fragment stands. */
export interface Suggestion extends Summary {
  ranges: MatchRange[];
}

/** How many match in all, in each bucket and, for an order by date, on each date. */
interface Matches {
  total: number;
  question: Question | undefined;
  counts: Counts;
  tally: ValueCounts | undefined;
}

/** Moments are whole milliseconds, and every import has a later one than those before it. */
function momentAfter(runTimes: Directory['runTimes']): Date | null {
  let newest = -1;
  for (const [, time] of runTimes) newest = Math.max(newest, time);
  return newest < 0 ? null : new Date(newest + 1);
}

/** Searches take turns by account. */
export const callerOf = (principal: Principal): string => ('accountId' in principal ? principal.accountId : 'nobody');

export interface SearchParts {
  pool: Queries;
  version: DataVersion;
  counter: Counter;
  /** How each register has its numbers found, and what else it has. */
  registers?: readonly SearchedRegister[];
}

export interface SearchedRegister extends NumberRules {
  /** Whether it tells which activities a company has a licence for. */
  hasLicensedActivities?: boolean;
}

/** Search, facets and suggestions, see README.md. What was found is remembered for its version of the data. */
export class Search {
  /** The countries that have a register with licensed activities. */
  readonly licensing: ReadonlySet<string>;
  readonly #pool: Queries;
  readonly #version: DataVersion;
  readonly #counter: Counter;
  readonly #questions: Questions;
  readonly #records: Summaries;
  readonly #matches = new ResultCache<Matches>(500);
  /** Fewer, because each has a count for every day. */
  readonly #datedMatches = new ResultCache<Matches>(40);
  readonly #pages = new ResultCache<Summary[]>(300);
  readonly #facets = new ResultCache<Facets>(500);
  readonly #merged = new ResultCache<MergedActivity[]>(2);
  readonly #suggestions = new ResultCache<Suggestion[]>(500);

  constructor({ pool, version, counter, registers = [] }: SearchParts) {
    this.#pool = pool;
    this.#version = version;
    this.#counter = counter;
    this.licensing = new Set(registers.flatMap((one) => (one.hasLicensedActivities ? one.country.code : [])));
    this.#questions = new Questions(pool, registers);
    this.#records = new Summaries(pool);
  }

  /** One page of the matches, and how many there are. Callers take turns where many search at once. */
  async find(filter: Filter, page: number, pageSize: number, caller: string, sort: Sort = 'name'): Promise<Found> {
    return this.#during(caller, async (asking) => {
      const normal = normalize(filter, asking.folding);
      const key = JSON.stringify([asking.version, normal, sort]);
      const offset = (page - 1) * pageSize;
      const known = sort === 'name' ? this.#matches : this.#datedMatches;
      const matches = await known.get(key, () => this.#match(normal, sort, asking));
      const { runTimes } = await this.#counter.directory(asking.version);
      const found = { total: matches.total, nextUpdatedSince: momentAfter(runTimes) };
      if (offset >= matches.total) return { items: [], ...found };
      const items = await this.#pages.get(`${key}${page}:${pageSize}`, async () => {
        const size = Math.min(pageSize, matches.total - offset);
        return this.#summaries(await this.#positions(matches, sort, { offset, size }, asking), asking);
      });
      return { items, ...found };
    });
  }

  /** How many matches have each value of some facets; of each facet the `size` most frequent values. */
  async facets(filter: Filter, names: readonly FacetName[], size: number, caller: string): Promise<Facets> {
    const activityType = filter.activityType ?? 'unlicensed';
    return this.#during(caller, (asking) => {
      const normal = normalize(filter, asking.folding);
      return this.#facets.get(JSON.stringify([asking.version, normal, activityType, names, size]), async () => {
        const { activityScheme } = normal;
        const merged = names.includes('activity')
          ? await this.#merged.get(asking.version, () => mergedActivities(this.#pool))
          : [];
        const activities = activityScheme ? await this.#questions.inScheme(activityScheme) : undefined;
        const wanted = { names, size, activityType, merged, activities };
        return countFacets(await this.#question(normal, asking), wanted, this.#pool, asking);
      });
    });
  }

  /** Records for what somebody has typed so far: names with a word that begins so come first, active records before others. */
  async suggest(q: string, country: string | null | undefined, limit: number, caller: string): Promise<Suggestion[]> {
    return this.#during(caller, async (asking) => {
      const filter = normalize({ q, country }, asking.folding);
      if (!filter.q) return [];
      return this.#suggestions.get(JSON.stringify([asking.version, filter, limit]), async () => {
        const question = await this.#question(filter, asking);
        const items = question ? await this.#summaries(await suggestedPositions(question, limit, asking), asking) : [];
        return items.map((item) => ({ ...item, ranges: rangesIn(item.canonicalName, q) }));
      });
    });
  }

  #during<Result>(caller: string, work: (asking: Asking) => Promise<Result>): Promise<Result> {
    return this.#version.during(async (version) => {
      const { folding } = await this.#counter.directory(version);
      return work({ counter: this.#counter, version, folding: foldingOf(folding), caller });
    });
  }

  async #question(filter: Filter, { counter, version, folding }: Asking): Promise<Question | undefined> {
    return this.#questions.of(filter, await counter.directory(version), folding);
  }

  async #match(filter: Filter, sort: Sort, asking: Asking): Promise<Matches> {
    const question = await this.#question(filter, asking);
    if (!question) return { total: 0, question, counts: new Uint16Array(), tally: undefined };
    const columns = sort === 'name' ? [] : [columnOf(sort)];
    const { version, caller } = asking;
    const { counts, tallies } = await this.#counter.answer({ question, tallies: columns }, version, caller);
    return { total: sum(counts), question, counts: Uint16Array.from(counts), tally: tallies[0] };
  }

  /** The positions of the records of a page. */
  async #positions({ question, total, counts, tally }: Matches, sort: Sort, page: Page, asking: Asking): Promise<Position[]> {
    if (!question) return [];
    if (tally) return datedPositions(question, sort as DateSort, { total, counts, tally }, page, asking);
    return this.#counter.positions(question, counts, page, asking.version);
  }

  async #summaries(positions: Position[], { version }: Asking): Promise<Summary[]> {
    const { buckets } = await this.#counter.directory(version);
    const places = positions.map(({ bucket, line }) => ({ bucketId: buckets[bucket] ?? '', line }));
    return this.#records.read(version, places);
  }
}
