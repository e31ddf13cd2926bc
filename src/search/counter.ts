import type { Answer, Job, Query, Range } from './query/query.ts';

/** The place of a record in the index. */
export interface Position {
  segment: number;
  document: number;
}

/** How many records match in each segment: a number of 16 bits. */
export type Counts = Uint16Array | Uint32Array;

/** How many records have each value: the first count is of records without a value, the next of `base`, of `base + 1`, etc. */
export interface ValueCounts {
  base: number;
  counts: Uint32Array;
}

/** The number of matches in each segment and, for each facet count of the job, by value. */
export interface Counted extends Pick<Answer, 'counts' | 'best'> {
  facetCounts: ValueCounts[];
  /** Whether only the first segments were counted, because they have enough matches. */
  isPart?: boolean | undefined;
}

/** How many matches have each score, and the highest score in each segment. */
export interface RankedMatches {
  scores: ValueCounts;
  best: Uint16Array;
}

/** The index of one version of the data. */
export interface Directory {
  /** The ids of the segments, in the order of the names. */
  segments: readonly string[];
  /** When each import took place, in milliseconds, by its number. */
  runTimes: readonly [number: number, time: number][];
}

/** A part of the matches, in the order of the names. */
export interface Page {
  offset: number;
  size: number;
}

/** A query, and a wider one that has all its matches. Several tiers may share the wider one. */
export interface Tier {
  query: Query;
  wider: Query;
  /** Whether it has matches that the last tier does not have. */
  isApart?: boolean;
}

/**
 * Counts matches and finds them: in the memory of this process (scanner.ts), or by ClickHouse (clickhouse-counter.ts). It throws
 * VersionMoved for a version that it does not have.
 */
export interface Counter {
  directory(version: string): Promise<Directory>;
  answer(job: Job, version: string, caller: string): Promise<Counted>;
  /** The counts say which segments have the page. */
  positions(query: Query, counts: Counts, page: Page, version: string): Promise<Position[]>;
  /** A part of the matches in the order of their scores, the highest first, and of equal scores in the order of the names. */
  ranked(query: Query, matches: RankedMatches, page: Page, version: string): Promise<Position[]>;
  /** The first matches of the first tier, then those of the next one that are new, and so on. */
  best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]>;
  /** For up to this many positions `values` is fast. A page has fewer. */
  readonly maxValues: number;
  /** The values of a column at some positions. */
  values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]>;
  /** Whether it sorts matches of words by their scores, and finds words with typing mistakes. */
  readonly hasScores: boolean;
  /** How many queries are waiting for their turn. */
  readonly waiting: number;
  /** Whether it has data in memory that should be updated after an import, before the next search needs it. */
  readonly isRunning: boolean;
  /** Asks what nobody asked, so that the first queries of callers are answered as fast as later ones. */
  warmUp?(version: string): Promise<void>;
  close(): Promise<void>;
}

/** The caller, and the version of the data. */
export interface SearchContext {
  counter: Counter;
  version: string;
  caller: string;
}

/** The best matches of words by their scores, up to so many. The counter has scores. */
export async function bestByScore(query: Query, limit: number, { counter, version, caller }: SearchContext): Promise<Position[]> {
  const job: Job = { query, facetCounts: ['score'], best: limit, isBestAlone: true };
  const { counts, facetCounts, best } = await counter.answer(job, version, caller);
  const [scores] = facetCounts;
  const size = Math.min(limit, sum(counts));
  return scores && best && size > 0 ? counter.ranked(query, { scores, best }, { offset: 0, size }, version) : [];
}

/** The items on a page, each with a number of matches, and how many matches of the first item come before the page. */
export function onPage<Item>(items: Iterable<Item>, countOf: (item: Item) => number, { offset, size }: Page) {
  const found: Item[] = [];
  let before = 0;
  let reached = 0;
  for (const item of items) {
    if (reached >= offset + size) break;
    const count = countOf(item);
    if (count > 0 && reached + count > offset) {
      if (found.length === 0) before = reached;
      found.push(item);
    }
    reached += count;
  }
  return { items: found, skip: offset - before };
}

/** The segments on a page. */
export const segmentsOnPage = (counts: Counts, page: Page) => onPage(counts.keys(), (segment) => counts[segment] ?? 0, page);

export const sum = (counts: Iterable<number>): number => {
  let total = 0;
  for (const count of counts) total += count;
  return total;
};
