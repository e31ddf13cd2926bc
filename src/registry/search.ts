import type pg from 'pg';
import type { Principal } from '../identity/principal.ts';
import { type DataVersion, VersionMoved, versionColumn } from './data-version.ts';
import { countsOf, type Facet, type FacetName, type Facets, tallyOf } from './facets.ts';
import { type Filter, type NumberSpelling, normalize, Questions, type Sort } from './filter.ts';
import type { Matcher } from './matcher.ts';
import type { Question, Tally } from './question.ts';
import { Remembered } from './remember.ts';
import type { Scanner } from './scanner.ts';
import { type Group, groupsOf, narrow, sortValue } from './sorted.ts';
import { bucketsOf, type MatchRange, rangesIn, tiersOf } from './suggest.ts';

export interface Summary {
  id: string;
  countryCode: string;
  canonicalName: string;
  status: string;
  legalForm: string | null;
  registeredAt: Date | null;
  updatedAt: Date;
}

export interface Found {
  items: Summary[];
  total: number;
}

/** A record that somebody may mean. */
export interface Suggestion extends Summary {
  ranges: MatchRange[];
}

/** So many buckets are read on the spot, which takes under a millisecond. */
const fewBuckets = 32;

/** All that match: how many lie in each bucket, and, where they are sorted by a date, how many have each. */
interface Matches {
  total: number;
  question: Question | undefined;
  counts: Uint32Array;
  groups: Group[] | undefined;
}

/** Where a record stands in the index. */
export interface Spot {
  bucket: number;
  line: number;
}

/** Who takes turns with others: an account. */
export const callerOf = (principal: Principal): string => ('accountId' in principal ? principal.accountId : 'nobody');

/** The columns of a summary, of the table entity. */
export const summary = `entity.id, country_code AS "countryCode", canonical_name AS "canonicalName", status, legal_form AS "legalForm",
  registered_at::timestamp AT TIME ZONE 'UTC' AS "registeredAt", updated_at AS "updatedAt"`;

export interface SearchParts {
  pool: pg.Pool;
  version: DataVersion;
  scanner: Scanner;
  spellings?: readonly NumberSpelling[];
}

/**
 * Search over all names in memory, see search-index.ts. The total is always exact, and every page is reached directly: the matches are counted by bucket,
 * and the counts tell which buckets a page lies in. What was found stays true for its version of the data.
 */
export class Search {
  readonly #pool: pg.Pool;
  readonly #version: DataVersion;
  readonly #scanner: Scanner;
  readonly #questions: Questions;
  readonly #matches = new Remembered<Matches>(500);
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
    return this.#version.during(async (version) => {
      const key = JSON.stringify([version, normal, sort]);
      const offset = (page - 1) * pageSize;
      const matches = await this.#matches.get(key, () => this.#match(normal, sort, version, caller));
      if (offset >= matches.total) return { items: [], total: matches.total };
      const items = await this.#pages.get(`${key}${page}:${pageSize}`, async () => {
        const size = Math.min(pageSize, matches.total - offset);
        return this.#summaries(await this.#spots(matches, sort, offset, size, version, caller), version);
      });
      return { items, total: matches.total };
    });
  }

  /** How many of what matches have each value of some facets: the most frequent, so many of each. */
  async facets(filter: Filter, names: readonly FacetName[], size: number, caller: string): Promise<Facets> {
    const normal = normalize(filter);
    return this.#version.during(async (version) => {
      const key = JSON.stringify([version, normal, filter.activityType, names, size]);
      return this.#facets.get(key, async () => {
        const { snapshot } = await this.#scanner.at(version);
        const question = await this.#questions.of(normal, snapshot.runTimes);
        const tallies = names.map((name) => tallyOf(name, filter.activityType ?? 'unlicensed'));
        const answer = question && (await this.#scanner.answer({ question, parts: [[]], tallies }, version, caller));
        const facets = names.map(async (name, index): Promise<Facet> => {
          const counted = countsOf(name, tallies[index] as Tally, answer?.tallies[index] ?? new Uint32Array(), snapshot);
          const listed = counted.sorted.slice(0, size);
          const other = counted.sorted.slice(size).reduce((sum, { count }) => sum + count, 0);
          return { name, values: await this.#questions.values(name, listed), other, missing: counted.missing };
        });
        return { total: sum(answer?.counts ?? new Uint32Array()), facets: await Promise.all(facets) };
      });
    });
  }

  /** Records for what somebody has typed so far: those with a word that begins so before the others, and among them the active ones first. */
  async suggest(q: string, country: string | null | undefined, limit: number, caller: string): Promise<Suggestion[]> {
    const filter = normalize({ q, country });
    const fragment = filter.q;
    if (!fragment) return [];
    return this.#version.during(async (version) =>
      this.#suggestions.get(JSON.stringify([version, filter, limit]), async () => {
        const { ranges = [] } = (await this.#questions.of({ country: filter.country }, [])) ?? {};
        const spots = new Map<string, Spot>();
        for (const tier of tiersOf(fragment, ranges)) {
          const found = await this.#first(tier, limit + spots.size, version, caller);
          for (const spot of found) if (spots.size < limit) spots.set(`${spot.bucket} ${spot.line}`, spot);
          if (spots.size === limit) break;
        }
        const items = await this.#summaries([...spots.values()], version);
        return items.map((item) => ({ ...item, ranges: rangesIn(item.canonicalName, fragment) }));
      }),
    );
  }

  /** The first matches in the order of the names. Where they are frequent a few buckets have enough of them. */
  async #first(question: Question, count: number, version: string, caller: string): Promise<Spot[]> {
    const matcher = await this.#scanner.at(version);
    const [first, end] = bucketsOf(matcher, question);
    const { buckets = range(first, end) } = matcher.shortlist(question);
    const possible = buckets.filter((bucket) => bucket >= first && bucket < end);
    const spots: Spot[] = [];
    for (const bucket of possible.slice(0, fewBuckets)) {
      for (const line of matcher.lines(question, bucket)) spots.push({ bucket, line });
      if (spots.length >= count) break;
    }
    if (spots.length >= count || possible.length <= fewBuckets) return spots.slice(0, count);
    const { counts } = await this.#scanner.answer({ question, parts: [[]], tallies: [] }, version, caller);
    return spotsOf(await this.#scanner.at(version), question, counts, 0, count);
  }

  async #match(filter: Filter, sort: Sort, version: string, caller: string): Promise<Matches> {
    const { snapshot } = await this.#scanner.at(version);
    const question = await this.#questions.of(filter, snapshot.runTimes);
    if (!question) return { total: 0, question, counts: new Uint32Array(), groups: undefined };
    const column = sort === 'name' ? undefined : sort === '-updatedAt' ? 'run' : 'day';
    const { counts, tallies } = await this.#scanner.answer(
      { question, parts: [[]], tallies: column ? [column] : [] },
      version,
      caller,
    );
    const groups = column && tallies[0] ? groupsOf(sort, tallies[0], snapshot) : undefined;
    return { total: sum(counts), question, counts, groups };
  }

  /** Where the records of a page stand. */
  async #spots(matches: Matches, sort: Sort, offset: number, size: number, version: string, caller: string): Promise<Spot[]> {
    const { question, counts, groups } = matches;
    if (!question) return [];
    if (!groups) return spotsOf(await this.#scanner.at(version), question, counts, offset, size);
    // The groups that the page lies in: it begins inside the first and ends inside the last, and has all of those between.
    let [before, first] = [0, 0];
    while (before + (groups[first]?.count ?? 0) <= offset) before += groups[first++]?.count ?? 0;
    let [end, reached] = [first, before];
    while (reached < offset + size) reached += groups[end++]?.count ?? 0;
    const stretches = [
      groups.slice(first, first + 1),
      groups.slice(first + 1, end - 1),
      groups.slice(Math.max(first + 1, end - 1), end),
    ];
    const wanted = stretches
      .filter((stretch) => stretch.length > 0)
      .map((stretch) => ({ stretch, question: narrow(question, sort, stretch) }));
    const answers = await Promise.all(
      wanted.map((one) => this.#scanner.answer({ question: one.question, parts: [[]], tallies: [] }, version, caller)),
    );
    const matcher = await this.#scanner.at(version);
    let skip = offset - before;
    const spots: Spot[] = [];
    for (const [index, { stretch, question: narrowed }] of wanted.entries()) {
      const counts = answers[index]?.counts ?? new Uint32Array();
      const found = spotsOf(matcher, narrowed, counts, skip, size - spots.length);
      if (stretch.length > 1) found.sort(byValue(matcher, sort, stretch));
      spots.push(...found);
      skip = 0;
    }
    return spots;
  }

  /** Records by where they stand, in this order. */
  async #summaries(spots: Spot[], version: string): Promise<Summary[]> {
    if (spots.length === 0) return [];
    const { snapshot } = await this.#scanner.at(version);
    const { rows } = await this.#pool.query<Summary & { version: string }>({
      name: 'summaries',
      text: `SELECT ${versionColumn} AS version, ${summary}
             FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS wanted (bucket, line, place)
             JOIN search_bucket ON search_bucket.id = bucket
             JOIN entity ON entity.id = encode(substr(ids, line * 16 + 1, 16), 'hex')::uuid ORDER BY place`,
      values: [spots.map(({ bucket }) => snapshot.buckets[bucket]), spots.map(({ line }) => line)],
    });
    if (rows.length < spots.length || rows.some((row) => row.version !== version)) throw new VersionMoved();
    return rows.map(({ version: _, ...item }) => item);
  }
}

const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);

/** Some of the lines that match, from one on, in the order of the names. */
function spotsOf(matcher: Matcher, question: Question, counts: Uint32Array, offset: number, size: number): Spot[] {
  let [bucket, skip] = [0, offset];
  for (; bucket < counts.length && skip >= (counts[bucket] ?? 0); bucket++) skip -= counts[bucket] ?? 0;
  const spots: Spot[] = [];
  for (; bucket < counts.length && spots.length < size; bucket++) {
    if (counts[bucket] === 0) continue;
    for (const line of matcher.lines(question, bucket).slice(skip, skip + size - spots.length)) spots.push({ bucket, line });
    skip = 0;
  }
  return spots;
}

/** By the order of the groups that they belong to; otherwise they stay as they are. */
function byValue(matcher: Matcher, sort: Sort, groups: Group[]) {
  const ranks = new Map(groups.flatMap(({ values }, rank) => values.map((value) => [value, rank])));
  const rankOf = ({ bucket, line }: Spot) => ranks.get(sortValue(matcher, sort, bucket, line)) ?? 0;
  return (one: Spot, other: Spot) => rankOf(one) - rankOf(other);
}
