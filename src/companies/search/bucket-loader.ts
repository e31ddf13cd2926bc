import type pg from 'pg';
import type { ImportRun, SearchBucket } from '../../database/client.ts';
import { readBinary } from '../../database/copy-out.ts';
import { sql } from '../../database/sql.ts';
import { freeBuffers } from '../../kernel/heap.ts';
import { readFolding, readVersion } from '../data/data-version.ts';
import { compareKeys, type SortKey } from '../format/packed-lines.ts';
import type { Allocator } from './allocator.ts';
import { emptyExtent, mergedExtent } from './extent.ts';
import { type LoadedBucket, loadBucket } from './load-bucket.ts';
import type { ScanModule } from './scan-module.ts';
import { scratchAt } from './scratch.ts';
import { entrySize, type Snapshot } from './snapshot.ts';
import { WordIndexer } from './word-indexer.ts';

/** Buckets per read: under one megabyte. */
const bucketsPerRead = 8;
/** In milliseconds, for a server that no longer answers. The server's own statement timeout is shorter. */
const timeLimit = 5_000;
/** In bytes: the part of each bucket that goes into the sample of byte frequencies. */
const sampleSize = 4_096;

const listBuckets = sql<Pick<SearchBucket, 'id'>>`SELECT id FROM search_bucket`;
const listRuns = sql<Pick<ImportRun, 'ordinal' | 'importedAt'>>`
  SELECT ordinal, imported_at AS "importedAt" FROM import_run ORDER BY ordinal`;

/** COPY takes no parameters; the ids are UUIDs from the database. */
const copyBuckets = (ids: readonly string[]) => `COPY (
    SELECT id::text, first_name, first_id, texts, facts, activities, other_names, words, addresses
      FROM search_bucket
      WHERE id IN ('${ids.join("', '")}')
  ) TO STDOUT (FORMAT binary)`;

type BucketRow = [
  id: Buffer,
  name: Buffer,
  firstId: Buffer,
  texts: Buffer,
  facts: Buffer,
  activities: Buffer,
  otherNames: Buffer,
  words: Buffer,
  addresses: Buffer,
];

const fetchBuckets = async (client: pg.Client, ids: readonly string[]): Promise<BucketRow[]> =>
  ids.length === 0 ? [] : ((await readBinary(client, copyBuckets(ids), { timeLimit })) as BucketRow[]);

interface Loaded extends SortKey, LoadedBucket {}

interface LoaderParts {
  memory: WebAssembly.Memory;
  allocator: Allocator;
  scan: ScanModule;
  /** The number of threads that need scratch memory. */
  scratches: number;
}

/** Keeps the shared memory equal to the table of buckets. A bucket never changes, so only those with new ids are read. */
export class BucketLoader {
  readonly #parts: LoaderParts;
  readonly #indexer: WordIndexer;
  readonly #loaded = new Map<string, Loaded>();
  readonly #frequencies = new Uint32Array(256);
  /** The directory and the scratch memory: every snapshot gets new ones. */
  #surroundings: { at: number; size: number }[] = [];

  constructor(parts: LoaderParts) {
    this.#parts = parts;
    this.#indexer = new WordIndexer(parts.memory, parts.allocator, parts.scan);
  }

  /** Reads new buckets and frees deleted ones. No other thread may use a snapshot meanwhile. */
  async read(client: pg.Client): Promise<Snapshot> {
    const { rows: versions } = await client.query(readVersion);
    const { rows: foldings } = await client.query(readFolding);
    const { rows: all } = await client.query(listBuckets);
    const { rows: runs } = await client.query(listRuns);
    const wanted = new Set(all.map(({ id }) => id));
    for (const [id, { rooms, indexed }] of this.#loaded) {
      if (wanted.has(id)) continue;
      for (const entry of indexed) this.#indexer.forget(entry);
      for (const { at, size } of rooms) this.#parts.allocator.free(at, size);
      this.#loaded.delete(id);
    }
    const missing = [...wanted].filter((id) => !this.#loaded.has(id));
    await this.#load(client, missing);
    this.#indexer.release();
    const runTimes = runs.map(({ ordinal, importedAt }): [number, number] => [ordinal, importedAt.getTime()]);
    return this.#publish({ version: versions[0]?.version ?? '', folding: foldings[0]?.folding ?? 1, runTimes });
  }

  async #load(client: pg.Client, ids: string[]): Promise<void> {
    let next = fetchBuckets(client, ids.slice(0, bucketsPerRead));
    for (let start = 0; start < ids.length; start += bucketsPerRead) {
      const rows = await next;
      // The database sends the next buckets while these are loaded.
      next = fetchBuckets(client, ids.slice(start + bucketsPerRead, start + 2 * bucketsPerRead));
      next.catch(() => {});
      for (const row of rows) this.#add(row);
      freeBuffers();
    }
    await next;
  }

  #add([id, name, firstId, texts, facts, activities, otherNames, words, addresses]: BucketRow): void {
    const { memory, allocator, scan } = this.#parts;
    for (const byte of texts.subarray(0, sampleSize)) (this.#frequencies[byte] as number) += 1;
    const parts = { texts, facts, activities, otherNames, words, addresses };
    const bucket = loadBucket({ memory, allocator, scan, indexer: this.#indexer }, parts);
    // Copied, because the rows are parts of one large buffer.
    this.#loaded.set(id.toString(), { name: Buffer.from(name), id: Buffer.from(firstId), ...bucket });
  }

  #publish(about: Pick<Snapshot, 'version' | 'folding' | 'runTimes'>): Snapshot {
    const { memory, allocator, scratches: count } = this.#parts;
    for (const { at, size } of this.#surroundings) allocator.free(at, size);
    const sorted = [...this.#loaded].sort(([, one], [, other]) => compareKeys(one, other));
    const extent = sorted.reduce((sum, [, { extent }]) => mergedExtent(sum, extent), { ...emptyExtent, buckets: sorted.length });
    extent.run = Math.max(extent.run, ...about.runTimes.map(([number]) => number), 0);
    const sizes = [entrySize * sorted.length, ...Array.from({ length: count }, () => scratchAt(0, extent).size)];
    this.#surroundings = sizes.map((size) => ({ at: allocator.allocate(size), size }));
    const [directory = 0, ...scratches] = this.#surroundings.map(({ at }) => at);
    const words = new Uint32Array(memory.buffer, directory, (entrySize / 4) * sorted.length);
    for (const [index, [, { entry }]] of sorted.entries()) words.set(entry, (index * entrySize) / 4);
    const buckets = sorted.map(([id]) => id);
    const wordCounts = this.#indexer.counts;
    return {
      ...about,
      directory,
      buckets,
      extent,
      wordCounts,
      frequencies: this.#frequencies,
      scratches,
      memory: allocator.size,
    };
  }
}
