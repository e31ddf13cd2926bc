import type { Queries } from '../../database/pool.ts';
import type { Principal } from '../../kernel/principal.ts';
import { Remembered } from '../../kernel/remember.ts';
import type { DataVersion } from '../data-version.ts';
import { readSummaries, type Summary } from '../summaries.ts';
import { countFacets, type FacetName, type Facets } from './facets.ts';
import { type Filter, type NumberSpelling, normalize, Questions, type Sort } from './filter.ts';
import type { Question } from './question.ts';
import type { Scanner } from './scanner.ts';
import { columnOf, type DateSort, datedSpots } from './sorted.ts';
import { type Asking, type Counts, type Spot, spotsOf, sum } from './spots.ts';
import { type MatchRange, rangesIn, suggestedSpots } from './suggest.ts';

export interface Found {
  items: Summary[];
  total: number;
}

/** A record that somebody may mean. */
export interface Suggestion extends Summary {
  ranges: MatchRange[];
}

/** All that match: how many lie in each bucket and, where they are sorted by a date, how many have each. */
interface Matches {
  total: number;
  question: Question | undefined;
  counts: Counts;
  tally: Uint32Array | undefined;
}

/** Who takes turns with others: an account. */
export const callerOf = (principal: Principal): string => ('accountId' in principal ? principal.accountId : 'nobody');

export interface SearchParts {
  pool: Queries;
  version: DataVersion;
  scanner: Scanner;
  spellings?: readonly NumberSpelling[];
}

/**
 * Search over all names in memory, see search-index.ts. The total is always exact, and every page is reached directly: the matches are counted by bucket,
 * and the counts tell which buckets a page lies in. What was found stays true for its version of the data.
 */
export class Search {
  readonly #pool: Queries;
  readonly #version: DataVersion;
  readonly #scanner: Scanner;
  readonly #questions: Questions;
  readonly #matches = new Remembered<Matches>(500);
  /** Fewer, for they have a count for each day. */
  readonly #datedMatches = new Remembered<Matches>(40);
  readonly #pages = new Remembered<Summary[]>(2_000);
  readonly #facets = new Remembered<Facets>(500);
  readonly #suggestions = new Remembered<Suggestion[]>(5_000);

  constructor({ pool, version, scanner, spellings = [] }: SearchParts) {
    this.#pool = pool;
    this.#version = version;
    this.#scanner = scanner;
    this.#questions = new Questions(pool, spellings);
  }

  /** One page of what matches, and how many match in all. The caller is who waits in turn with others. */
  async find(filter: Filter, page: number, pageSize: number, caller: string, sort: Sort = 'name'): Promise<Found> {
    const normal = normalize(filter);
    return this.#during(caller, async (asking) => {
      const key = JSON.stringify([asking.version, normal, sort]);
      const offset = (page - 1) * pageSize;
      const known = sort === 'name' ? this.#matches : this.#datedMatches;
      const matches = await known.get(key, () => this.#match(normal, sort, asking));
      if (offset >= matches.total) return { items: [], total: matches.total };
      const items = await this.#pages.get(`${key}${page}:${pageSize}`, async () => {
        const size = Math.min(pageSize, matches.total - offset);
        return this.#summaries(await this.#spots(matches, sort, { offset, size }, asking), asking);
      });
      return { items, total: matches.total };
    });
  }

  /** How many of what matches have each value of some facets: the most frequent, so many of each. */
  async facets(filter: Filter, names: readonly FacetName[], size: number, caller: string): Promise<Facets> {
    const normal = normalize(filter);
    const activityType = filter.activityType ?? 'unlicensed';
    return this.#during(caller, (asking) =>
      this.#facets.get(JSON.stringify([asking.version, normal, activityType, names, size]), async () =>
        countFacets(await this.#question(normal, asking), { names, size, activityType }, this.#pool, asking),
      ),
    );
  }

  /** Records for what somebody has typed so far: those with a word that begins so before the others, and among them the active ones first. */
  async suggest(q: string, country: string | null | undefined, limit: number, caller: string): Promise<Suggestion[]> {
    const filter = normalize({ q, country });
    const fragment = filter.q;
    if (!fragment) return [];
    return this.#during(caller, (asking) =>
      this.#suggestions.get(JSON.stringify([asking.version, filter, limit]), async () => {
        const { ranges = [] } = (await this.#question({ country: filter.country }, asking)) ?? {};
        const items = await this.#summaries(await suggestedSpots(fragment, ranges, limit, asking), asking);
        return items.map((item) => ({ ...item, ranges: rangesIn(item.canonicalName, fragment) }));
      }),
    );
  }

  #during<Result>(caller: string, work: (asking: Asking) => Promise<Result>): Promise<Result> {
    return this.#version.during((version) => work({ scanner: this.#scanner, version, caller }));
  }

  async #question(filter: Filter, { scanner, version }: Asking): Promise<Question | undefined> {
    const { snapshot } = await scanner.at(version);
    return this.#questions.of(filter, snapshot.runTimes);
  }

  async #match(filter: Filter, sort: Sort, asking: Asking): Promise<Matches> {
    const question = await this.#question(filter, asking);
    if (!question) return { total: 0, question, counts: new Uint16Array(), tally: undefined };
    const columns = sort === 'name' ? [] : [columnOf(sort)];
    const { version, caller } = asking;
    const { counts, tallies } = await this.#scanner.answer({ question, parts: [[]], tallies: columns }, version, caller);
    return { total: sum(counts), question, counts: Uint16Array.from(counts), tally: tallies[0] };
  }

  /** Where the records of a page stand. */
  async #spots(
    { question, counts, tally }: Matches,
    sort: Sort,
    page: { offset: number; size: number },
    asking: Asking,
  ): Promise<Spot[]> {
    if (!question) return [];
    if (tally) return datedSpots(question, sort as DateSort, tally, page, asking);
    return spotsOf(await this.#scanner.at(asking.version), question, counts, page.offset, page.size);
  }

  async #summaries(spots: Spot[], { version }: Asking): Promise<Summary[]> {
    const { snapshot } = await this.#scanner.at(version);
    return readSummaries(this.#pool, version, snapshot.buckets, spots);
  }
}
