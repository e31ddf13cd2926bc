import { type Line, LinePacker } from '../format/packed-lines.ts';
import { targetIn } from '../search/bucket-loader.ts';
import { loadBucket } from '../search/load-bucket.ts';
import { Matcher } from '../search/matcher.ts';
import type { Room } from '../search/memory/allocator.ts';
import type { LoadTarget } from '../search/memory/load-target.ts';
import { createMemory, scanModuleOver } from '../search/memory/scan-module.ts';
import { scratchAt } from '../search/scratch.ts';
import { entrySize } from '../search/snapshot.ts';

/** As many as a bucket of the index of all records has at most. */
export const mostLines = 2_048;

/** An index of a few lines in memory of its own. It answers questions as the index of all records does. */
export class FewLines {
  readonly #target: LoadTarget;
  /** Gives back what the lines before took. */
  #clear = () => {};

  constructor() {
    const memory = createMemory();
    this.#target = targetIn(memory, scanModuleOver(memory));
  }

  /** Replaces the lines. They are in the bucket 0, in this order. The imports have numbers up to `run`. */
  load(lines: readonly Line[], run: number): Matcher {
    const { memory, scan, allocator, indexer, groups } = this.#target;
    this.#clear();
    const packer = new LinePacker();
    for (const line of lines) packer.add(line);
    const { rooms, entry, indexed, extent: own } = loadBucket(this.#target, packer.take(lines.length));
    indexer.release();
    const extent = { ...own, buckets: 1, run: Math.max(own.run, run) };
    const place = (size: number): Room => ({ at: allocator.allocate(size), size });
    const directory = place(entrySize);
    const scratch = place(scratchAt(0, extent).size);
    new Uint32Array(memory.buffer, directory.at, entry.length).set(entry);
    this.#clear = () => {
      for (const { at, membership } of indexed) {
        indexer.forget(at);
        groups.leave(membership);
      }
      for (const { at, size } of [...rooms, directory, scratch]) allocator.free(at, size);
    };
    const about = { version: '', folding: 0, runTimes: [], buckets: [''], wordCounts: indexer.counts, memory: allocator.size };
    const places = { directory: directory.at, scratches: [scratch.at], frequencies: new Uint32Array(256) };
    return new Matcher(scan, memory, { ...about, ...places, extent }, 0);
  }
}
