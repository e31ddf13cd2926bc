import { Matcher } from '../engine/matcher.ts';
import { entrySize } from '../layout/structure.ts';
import type { Room } from '../memory/allocator.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { createMemory, scanModuleOver } from '../memory/scan-module.ts';
import { scratchAt } from '../memory/scratch.ts';
import { emptyExtent, mergedExtent } from '../query/extent.ts';
import { type LoadedSegment, loadSegment } from '../segments/load-segment.ts';
import { type Document, DocumentPacker } from '../segments/packed-documents.ts';
import { targetIn } from '../segments/segment-loader.ts';

/** An index of a few documents in memory of its own. It answers queries as the index of all records does. */
export class FewDocuments {
  readonly #target: LoadTarget;
  #segments: LoadedSegment[] = [];
  #rooms: Room[] = [];

  constructor() {
    const memory = createMemory();
    this.#target = targetIn(memory, scanModuleOver(memory));
  }

  /** Gives back what the documents took. */
  clear(): void {
    const { allocator, indexer, groups } = this.#target;
    for (const { at, membership } of this.#segments.flatMap(({ indexed }) => indexed)) {
      indexer.forget(at);
      groups.leave(membership);
    }
    for (const { at, size } of [...this.#segments.flatMap(({ rooms }) => rooms), ...this.#rooms]) allocator.free(at, size);
    [this.#segments, this.#rooms] = [[], []];
  }

  /** Adds a segment with documents in this order. */
  add(documents: readonly Document[]): void {
    const packer = new DocumentPacker();
    for (const document of documents) packer.add(document);
    this.#segments.push(loadSegment(this.#target, packer.take(documents.length)));
    this.#target.indexer.release();
  }

  /** Asks about the segments that there are. The imports have numbers up to `run`. */
  matcher(run: number): Matcher {
    const { memory, scan, allocator, indexer } = this.#target;
    const count = this.#segments.length;
    const extent = this.#segments.map((one) => one.extent).reduce(mergedExtent, { ...emptyExtent, segments: count, run });
    const place = (size: number): Room => {
      const room = { at: allocator.allocate(size), size };
      this.#rooms.push(room);
      return room;
    };
    const directory = place(entrySize * count);
    const scratch = place(scratchAt(0, extent).size);
    for (const [segment, { entry }] of this.#segments.entries())
      new Uint32Array(memory.buffer, directory.at + segment * entrySize, entry.length).set(entry);
    const segments = this.#segments.map(() => '');
    const about = { version: '', runTimes: [], segments, wordCounts: indexer.counts, memory: allocator.size };
    const places = { directory: directory.at, scratches: [scratch.at], frequencies: new Uint32Array(256) };
    return new Matcher(scan, memory, { ...about, ...places, extent }, 0);
  }
}
