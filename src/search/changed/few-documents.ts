import { Matcher } from '../engine/matcher.ts';
import type { Room } from '../memory/allocator.ts';
import { entrySize } from '../memory/layout.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { createMemory, scanModuleOver } from '../memory/scan-module.ts';
import { scratchAt } from '../memory/scratch.ts';
import { emptyExtent, mergedExtent } from '../query/extent.ts';
import { type LoadedBucket, loadBucket } from '../segments/load-segment.ts';
import { type Line, LinePacker } from '../segments/packed-documents.ts';
import { targetIn } from '../segments/segment-loader.ts';

/** An index of a few lines in memory of its own. It answers questions as the index of all records does. */
export class FewLines {
  readonly #target: LoadTarget;
  #buckets: LoadedBucket[] = [];
  #rooms: Room[] = [];

  constructor() {
    const memory = createMemory();
    this.#target = targetIn(memory, scanModuleOver(memory));
  }

  /** Gives back what the lines took. */
  clear(): void {
    const { allocator, indexer, groups } = this.#target;
    for (const { at, membership } of this.#buckets.flatMap(({ indexed }) => indexed)) {
      indexer.forget(at);
      groups.leave(membership);
    }
    for (const { at, size } of [...this.#buckets.flatMap(({ rooms }) => rooms), ...this.#rooms]) allocator.free(at, size);
    [this.#buckets, this.#rooms] = [[], []];
  }

  /** Adds a bucket with lines in this order. */
  add(lines: readonly Line[]): void {
    const packer = new LinePacker();
    for (const line of lines) packer.add(line);
    this.#buckets.push(loadBucket(this.#target, packer.take(lines.length)));
    this.#target.indexer.release();
  }

  /** Asks about the buckets that there are. The imports have numbers up to `run`. */
  matcher(run: number): Matcher {
    const { memory, scan, allocator, indexer } = this.#target;
    const count = this.#buckets.length;
    const extent = this.#buckets.map((one) => one.extent).reduce(mergedExtent, { ...emptyExtent, buckets: count, run });
    const place = (size: number): Room => {
      const room = { at: allocator.allocate(size), size };
      this.#rooms.push(room);
      return room;
    };
    const directory = place(entrySize * count);
    const scratch = place(scratchAt(0, extent).size);
    for (const [bucket, { entry }] of this.#buckets.entries())
      new Uint32Array(memory.buffer, directory.at + bucket * entrySize, entry.length).set(entry);
    const buckets = this.#buckets.map(() => '');
    const about = { version: '', folding: 0, runTimes: [], buckets, wordCounts: indexer.counts, memory: allocator.size };
    const places = { directory: directory.at, scratches: [scratch.at], frequencies: new Uint32Array(256) };
    return new Matcher(scan, memory, { ...about, ...places, extent }, 0);
  }
}
