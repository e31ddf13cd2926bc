import type { Folding } from '../format/search-text.ts';
import type { Job, Question, Range } from './question.ts';

/** Where a record stands in the index. */
export interface Position {
  bucket: number;
  line: number;
}

/** How many records match in each bucket. No bucket has more than fit into 16 bits. */
export type Counts = Uint16Array | Uint32Array;

/** How many records match by value: first those without a value, then those with the value `base`, `base + 1` and so on. */
export interface ValueCounts {
  base: number;
  counts: Uint32Array;
}

/** The number of matches in each bucket and, for each tally of the job, by value. */
export interface Counted {
  counts: Uint32Array;
  tallies: ValueCounts[];
}

/** What a version of the data has. */
export interface Directory {
  /** The ids of the buckets, in the order of the names. */
  buckets: readonly string[];
  /** When each import took place, in milliseconds, by its number. */
  runTimes: readonly [number: number, time: number][];
  /** Of its lines: see format/search-text.ts. */
  folding: number;
}

/** A part of the matches, in the order of the names. */
export interface Page {
  offset: number;
  size: number;
}

/** A question, and a wider one that has all its matches. Tiers may share that. */
export interface Tier {
  question: Question;
  wider: Question;
}

/**
 * Counts matches and finds them. It is this process's memory (scanner.ts), or ClickHouse (clickhouse-counter.ts). A version that
 * it does not have, or no longer, is a VersionMoved.
 */
export interface Counter {
  directory(version: string): Promise<Directory>;
  answer(job: Job, version: string, caller: string): Promise<Counted>;
  /** The counts tell which buckets a page is in. */
  positions(question: Question, counts: Counts, page: Page, version: string): Promise<Position[]>;
  /** The first matches of the first tier, then those of the next one that are new, and so on. */
  best(tiers: readonly Tier[], size: number, version: string, caller: string): Promise<Position[]>;
  /** Of so many positions the values are told quickly; a page has fewer. */
  readonly mostValues: number;
  /** The values of a column at some positions. */
  values(positions: readonly Position[], column: Range['column'], version: string): Promise<number[]>;
  /** How many questions wait for their turn. */
  readonly waiting: number;
  /** Whether it keeps something that should follow the versions, so that the next search need not wait. */
  readonly isRunning: boolean;
  close(): Promise<void>;
}

/** Who asks, of which version of the data, and how its index is folded. */
export interface Asking {
  counter: Counter;
  version: string;
  folding: Folding;
  caller: string;
}

export const sum = (counts: Counts): number => {
  let total = 0;
  for (const count of counts) total += count;
  return total;
};
