import type { Job, Question, Range } from './query/query.ts';

/** The place of a record in the index. */
export interface Position {
  bucket: number;
  line: number;
}

/** How many records match in each bucket: a number of 16 bits. */
export type Counts = Uint16Array | Uint32Array;

/** How many records have each value: the first count is of records without a value, the next of `base`, of `base + 1`, etc. */
export interface ValueCounts {
  base: number;
  counts: Uint32Array;
}

/** The number of matches in each bucket and, for each tally of the job, by value. */
export interface Counted {
  counts: Uint32Array;
  tallies: ValueCounts[];
  /** The highest level in each bucket, if levels are counted. */
  best?: Uint16Array | undefined;
  /** Whether only the first buckets were counted, because they have enough matches. */
  isPart?: boolean | undefined;
}

/** How many matches have each level, and the highest level in each bucket. */
export interface RankedMatches {
  levels: ValueCounts;
  best: Uint16Array;
}

/** The index of one version of the data. */
export interface Directory {
  /** The ids of the buckets, in the order of the names. */
  buckets: readonly string[];
  /** When each import took place, in milliseconds, by its number. */
  runTimes: readonly [number: number, time: number][];
}

/** A part of the matches, in the order of the names. */
export interface Page {
  offset: number;
  size: number;
}

/** A question, and a wider one that has all its matches. Several tiers may share the wider one. */
export interface Tier {
  question: Question;
  wider: Question;
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
  /** The counts say which buckets have the page. */
  positions(question: Question, counts: Counts, page: Page, version: string): Promise<Position[]>;
  /** A part of the matches in the order of their levels, the highest first, and of equal levels in the order of the names. */
  ranked(question: Question, matches: RankedMatches, page: Page, version: string): Promise<Position[]>;
  /** The first matches of the first tier, then those of the next one that are new, and so on. */
  best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]>;
  /** For up to this many positions `values` is fast. A page has fewer. */
  readonly mostValues: number;
  /** The values of a column at some positions. */
  values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]>;
  /** Whether it sorts matches of words by their levels, and finds words with typing mistakes. */
  readonly hasLevels: boolean;
  /** How many questions are waiting for their turn. */
  readonly waiting: number;
  /** Whether it has data in memory that should be updated after an import, before the next search needs it. */
  readonly isRunning: boolean;
  /** Asks what nobody asked, so that the first questions of callers are answered as fast as later ones. */
  warmUp?(version: string): Promise<void>;
  close(): Promise<void>;
}

/** The caller, and the version of the data. */
export interface SearchContext {
  counter: Counter;
  version: string;
  caller: string;
}

export const sum = (counts: Counts): number => {
  let total = 0;
  for (const count of counts) total += count;
  return total;
};
