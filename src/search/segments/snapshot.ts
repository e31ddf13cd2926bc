import type { Extent } from '../query/extent.ts';

/** All buckets of one version of the data, ready in the shared memory. It is sent to every thread. */
export interface Snapshot {
  version: string;
  /** The address of the directory: an entry for each bucket, in the order of the names. */
  directory: number;
  /** The ids of the buckets in the database, in the same order. */
  buckets: string[];
  extent: Extent;
  /** When each import took place, in milliseconds, by its number. */
  runTimes: [number: number, time: number][];
  /** How the lines are folded, see format/search-text.ts. */
  folding: number;
  /** The address of the counts of words, see wasm/vocabulary.ts. */
  wordCounts: number;
  /** How often each byte occurs, in a sample. */
  frequencies: Uint32Array;
  /** The address of the scratch memory of each thread. */
  scratches: number[];
  /** In bytes: all buckets and the scratch memory. */
  memory: number;
}
