import { Matcher } from '../engine/matcher.ts';
import type { Room } from '../memory/allocator.ts';
import { loadTargetIn } from '../memory/load-target.ts';
import { createMemory, scanModuleOver } from '../memory/scan-module.ts';
import { freeSegment, type LoadedSegment, loadSegment } from '../segments/load-segment.ts';
import { type Document, DocumentPacker } from '../segments/packed-documents.ts';
import { placeSnapshot } from '../segments/snapshot.ts';

/** An index of a few documents in memory of its own. It answers queries as the index of all records does. */
export class FewDocuments {
  readonly #memory = createMemory();
  readonly #target = loadTargetIn(this.#memory, scanModuleOver(this.#memory));
  #segments: LoadedSegment[] = [];
  #rooms: Room[] = [];

  /** Gives back what the documents took. */
  clear(): void {
    for (const segment of this.#segments) freeSegment(this.#target, segment);
    for (const { at, size } of this.#rooms) this.#target.allocator.free(at, size);
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
    const segments = this.#segments.map((segment) => ['', segment] as const);
    const about = { version: '', runTimes: [[run, 0]] as [number, number][], frequencies: new Uint32Array(256), threads: 1 };
    const { snapshot, rooms } = placeSnapshot(this.#target, segments, about);
    this.#rooms.push(...rooms);
    return new Matcher(this.#target.scan, this.#memory, snapshot, 0);
  }
}
