import type { Extent } from '../query/extent.ts';

/** All segments of one version of the data, ready in the shared memory. It is sent to every thread. */
export interface Snapshot {
  version: string;
  /** The address of the directory: an entry for each segment, in the order of the names. */
  directory: number;
  /** The ids of the segments in the database, in the same order. */
  segments: string[];
  extent: Extent;
  /** When each import took place, in milliseconds, by its number. */
  runTimes: [number: number, time: number][];
  /** The address of the counts of words, see wasm/vocabulary.ts. */
  wordCounts: number;
  /** How often each byte occurs, in a sample. */
  frequencies: Uint32Array;
  /** The address of the scratch memory of each thread. */
  scratches: number[];
  /** In bytes: all segments and the scratch memory. */
  memory: number;
}
