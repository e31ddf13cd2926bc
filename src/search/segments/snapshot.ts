import { entrySize } from '../layout/layout.generated.ts';
import type { Room } from '../memory/allocator.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { scratchAt } from '../memory/scratch.ts';
import { emptyExtent, mergedExtent } from '../query/extent.ts';
import type { LoadedSegment } from './load-segment.ts';

interface SnapshotOptions {
  version: string;
  /** When each import took place, in milliseconds, by its number. */
  runTimes: [number: number, time: number][];
  /** How often each byte occurs, in a sample. */
  frequencies: Uint32Array;
  /** The number of threads that need scratch memory. */
  threads: number;
}

/** All segments of one version of the data, ready in the shared memory. It is sent to every thread. */
export type Snapshot = ReturnType<typeof placeSnapshot>['snapshot'];

/** Writes the directory of some segments, in this order, and gives each thread its scratch memory: new ones each time. */
export function placeSnapshot(
  { memory, allocator, indexer }: LoadTarget,
  loaded: readonly (readonly [id: string, segment: LoadedSegment])[],
  { version, runTimes, frequencies, threads }: SnapshotOptions,
) {
  const extent = loaded.reduce((sum, [, one]) => mergedExtent(sum, one.extent), { ...emptyExtent, segments: loaded.length });
  extent.run = Math.max(extent.run, ...runTimes.map(([number]) => number));
  const sizes = [entrySize * loaded.length, ...Array<number>(threads).fill(scratchAt(0, extent).size)];
  const rooms: Room[] = sizes.map((size) => ({ at: allocator.allocate(size), size }));
  const [directory = 0, ...scratches] = rooms.map(({ at }) => at);
  const words = new Uint32Array(memory.buffer, directory, (entrySize / 4) * loaded.length);
  for (const [index, [, { entry }]] of loaded.entries()) words.set(entry, (index * entrySize) / 4);
  const snapshot = {
    version,
    runTimes,
    /** The offset of an entry for each segment, in the order of the names. */
    directory,
    /** The ids of the segments in the database, in the same order. */
    segments: loaded.map(([id]) => id),
    extent,
    /** The offset of the counts of words, see wasm/vocabulary.ts. */
    wordCounts: indexer.counts,
    frequencies,
    /** The offset of the scratch memory of each thread. */
    scratches,
    memoryBytes: allocator.size,
  };
  return { snapshot, rooms };
}
