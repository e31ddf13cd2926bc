import type pg from 'pg';
import type { ImportRun, SearchSegment } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { readVersion } from '../../records/index.ts';
import { entrySize } from '../layout/structure.ts';
import { Allocator, type Room } from '../memory/allocator.ts';
import { Groups } from '../memory/groups.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import { scratchAt } from '../memory/scratch.ts';
import { WordIndexer } from '../memory/word-indexer.ts';
import { emptyExtent, mergedExtent } from '../query/extent.ts';
import { compareKeys } from './packed-documents.ts';
import { emptyPart, type Loaded, type LoadedPart, readSegments } from './segment-reader.ts';
import type { Snapshot } from './snapshot.ts';

const listSegments = sql<Pick<SearchSegment, 'id'>>`SELECT id FROM search_segment`;
const listRuns = sql<Pick<ImportRun, 'ordinal' | 'importedAt'>>`
  SELECT ordinal, imported_at AS "importedAt" FROM import_run ORDER BY ordinal`;
const exportSnapshot = sql<{ name: string }>`SELECT pg_export_snapshot() AS name`;

/** What all threads share to load segments together. */
export interface SharedLoad {
  ids: string[];
  /** The next of the ids. */
  progress: Int32Array;
  /** The name of PostgreSQL's snapshot. */
  snapshot: string;
  /** The address of the counts of words. */
  wordCounts: number;
}

/** What another thread has loaded, and where. */
export interface HandedOver extends LoadedPart {
  memory: ReturnType<Allocator['handOver']>;
  groups: ReturnType<Groups['all']>;
}

interface LoaderParts {
  memory: WebAssembly.Memory;
  scan: ScanModule;
  /** The number of threads that need scratch memory. */
  scratches: number;
  loadAlone: number;
}

/** Where a thread loads segments to. All threads share the counts of words. */
export function targetIn(memory: WebAssembly.Memory, scan: ScanModule, wordCounts?: number): LoadTarget {
  const allocator = new Allocator(memory);
  const indexer = new WordIndexer(memory, allocator, scan, wordCounts);
  return { memory, scan, allocator, indexer, groups: new Groups(memory, allocator, scan) };
}

/** Loads some of the segments, in a thread that helps. What it cannot read is left to the first thread. */
export async function helpToLoad(
  connect: () => Promise<pg.Client>,
  { ids, progress, snapshot, wordCounts }: SharedLoad,
  { memory, scan }: Pick<LoaderParts, 'memory' | 'scan'>,
): Promise<HandedOver> {
  const target = targetIn(memory, scan, wordCounts);
  const part = emptyPart();
  try {
    const client = await connect();
    try {
      await client.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
      await readSegments(client, ids, progress, target, part);
    } finally {
      client.end().catch(() => {});
    }
  } catch {}
  target.indexer.release();
  return { ...part, memory: target.allocator.handOver(), groups: target.groups.all() };
}

/** Keeps the shared memory equal to the table of segments. A segment never changes, so only those with new ids are read. */
export class SegmentLoader {
  readonly #scratches: number;
  readonly #loadAlone: number;
  readonly #target: LoadTarget;
  readonly #loaded = new Map<string, Loaded>();
  readonly #frequencies = new Uint32Array(256);
  /** The directory and the scratch memory: every snapshot gets new ones. */
  #surroundings: Room[] = [];
  #about: Pick<Snapshot, 'version' | 'runTimes'> = { version: '', runTimes: [] };

  constructor({ memory, scan, scratches, loadAlone }: LoaderParts) {
    this.#scratches = scratches;
    this.#loadAlone = loadAlone;
    this.#target = targetIn(memory, scan);
  }

  /** Frees deleted segments, and returns the ids of new ones. No other thread may use a snapshot until the next is published. */
  async list(client: pg.Client): Promise<string[]> {
    const { rows: versions } = await client.query(readVersion);
    const { rows: all } = await client.query(listSegments);
    const { rows: runs } = await client.query(listRuns);
    const runTimes = runs.map(({ ordinal, importedAt }): [number, number] => [ordinal, importedAt.getTime()]);
    this.#about = { version: versions[0]?.version ?? '', runTimes };
    const wanted = new Set(all.map(({ id }) => id));
    for (const [id, segment] of this.#loaded) if (!wanted.has(id)) this.#free(id, segment);
    return this.#missing([...wanted]);
  }

  /** What the other threads need to help; undefined if there are so few segments that they need not. */
  async share(client: pg.Client, ids: string[]): Promise<SharedLoad | undefined> {
    if (ids.length <= this.#loadAlone) return undefined;
    const { rows } = await client.query(exportSnapshot);
    const progress = new Int32Array(new SharedArrayBuffer(4));
    return { ids, progress, snapshot: rows[0]?.name ?? '', wordCounts: this.#target.indexer.counts };
  }

  async load(client: pg.Client, ids: readonly string[], progress: Int32Array = new Int32Array(1)): Promise<void> {
    const part = emptyPart();
    try {
      await readSegments(client, ids, progress, this.#target, part);
    } finally {
      this.#add(part);
      this.#target.indexer.release();
    }
  }

  /** Takes over what other threads have loaded, and loads what is missing. */
  async finish(client: pg.Client, ids: readonly string[], parts: readonly HandedOver[]): Promise<void> {
    for (const part of parts) {
      this.#target.allocator.adopt(part.memory);
      this.#target.groups.adopt(part.groups);
      this.#add(part);
    }
    await this.load(client, this.#missing(ids));
  }

  publish(): Snapshot {
    const { memory, allocator, indexer } = this.#target;
    for (const { at, size } of this.#surroundings) allocator.free(at, size);
    const sorted = [...this.#loaded].sort(([, one], [, other]) => compareKeys(one, other));
    const extent = sorted.reduce((sum, [, { extent }]) => mergedExtent(sum, extent), { ...emptyExtent, segments: sorted.length });
    extent.run = Math.max(extent.run, ...this.#about.runTimes.map(([number]) => number), 0);
    const sizes = [entrySize * sorted.length, ...Array.from({ length: this.#scratches }, () => scratchAt(0, extent).size)];
    this.#surroundings = sizes.map((size) => ({ at: allocator.allocate(size), size }));
    const [directory = 0, ...scratches] = this.#surroundings.map(({ at }) => at);
    const words = new Uint32Array(memory.buffer, directory, (entrySize / 4) * sorted.length);
    for (const [index, [, { entry }]] of sorted.entries()) words.set(entry, (index * entrySize) / 4);
    return {
      ...this.#about,
      directory,
      segments: sorted.map(([id]) => id),
      extent,
      wordCounts: indexer.counts,
      frequencies: this.#frequencies,
      scratches,
      memory: allocator.size,
    };
  }

  #missing(ids: readonly string[]): string[] {
    return ids.filter((id) => !this.#loaded.has(id));
  }

  #add({ segments, frequencies }: LoadedPart): void {
    for (const [id, segment] of segments) this.#loaded.set(id, segment);
    for (const [byte, count] of frequencies.entries()) (this.#frequencies[byte] as number) += count;
  }

  #free(id: string, { rooms, indexed }: Loaded): void {
    const { allocator, indexer, groups } = this.#target;
    for (const { at, membership } of indexed) {
      indexer.forget(at);
      groups.leave(membership);
    }
    for (const { at, size } of rooms) allocator.free(at, size);
    this.#loaded.delete(id);
  }
}
