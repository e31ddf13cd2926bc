import type pg from 'pg';
import { versionColumn } from '../data/data-version.ts';
import { compareKeys, type SortKey } from '../format/packed-lines.ts';
import type { Allocator } from './allocator.ts';
import { readBinary } from './copy-binary.ts';
import { joined, type LoadedBucket, loadBucket, nothing } from './load-bucket.ts';
import type { ScanModule } from './scan-module.ts';
import { entrySize, type Snapshot, scratchAt } from './snapshot.ts';

/** So many buckets are read at a time, some three megabytes. */
const step = 32;
/** In bytes, of each text that goes into the sample. */
const sampleSize = 4_096;

interface Placed extends SortKey, LoadedBucket {}

/** Keeps the buckets of the database in the shared memory. */
export class BucketLoader {
  readonly #memory: WebAssembly.Memory;
  readonly #allocator: Allocator;
  readonly #scan: ScanModule;
  readonly #threads: number;
  readonly #placed = new Map<string, Placed>();
  readonly #frequencies = new Uint32Array(256);
  /** The directory and the scratches, which are made anew with every snapshot. */
  #around: { at: number; size: number }[] = [];

  constructor(memory: WebAssembly.Memory, allocator: Allocator, scan: ScanModule, threads: number) {
    this.#memory = memory;
    this.#allocator = allocator;
    this.#scan = scan;
    this.#threads = threads;
  }

  /** Reads what is not here yet, and frees what is no longer there. Nobody may use a snapshot meanwhile. */
  async read(client: pg.Client): Promise<Snapshot> {
    const { rows: versions } = await client.query<{ version: string }>(`SELECT ${versionColumn} AS version`);
    const { rows: all } = await client.query<{ id: string }>('SELECT id FROM search_bucket');
    const { rows: runs } = await client.query<{ ordinal: number; time: Date }>(
      'SELECT ordinal, imported_at AS time FROM import_run ORDER BY ordinal',
    );
    const wanted = new Set(all.map(({ id }) => id));
    for (const [id, { at, size }] of this.#placed) {
      if (wanted.has(id)) continue;
      this.#allocator.free(at, size);
      this.#placed.delete(id);
    }
    const missing = [...wanted].filter((id) => !this.#placed.has(id));
    for (let start = 0; start < missing.length; start += step) {
      const ids = missing.slice(start, start + step);
      const rows = await readBinary(
        client,
        `SELECT id::text, first_name, first_id, texts, facts, activities FROM search_bucket WHERE id IN ('${ids.join("', '")}')`,
      );
      for (const [id, name, firstId, ...packed] of rows as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer][])
        this.#placed.set(id.toString(), this.#place({ name: Buffer.from(name), id: Buffer.from(firstId) }, packed));
    }
    const runTimes = runs.map(({ ordinal, time }): [number, number] => [ordinal, time.getTime()]);
    return this.#publish(versions[0]?.version ?? '', runTimes);
  }

  #place(first: SortKey, [texts, facts, activities]: [Buffer, Buffer, Buffer]): Placed {
    for (const byte of texts.subarray(0, sampleSize)) (this.#frequencies[byte] as number) += 1;
    return { ...first, ...loadBucket(this.#memory, this.#allocator, this.#scan, { texts, facts, activities }) };
  }

  #publish(version: string, runTimes: Snapshot['runTimes']): Snapshot {
    for (const { at, size } of this.#around) this.#allocator.free(at, size);
    const sorted = [...this.#placed].sort(([, one], [, other]) => compareKeys(one, other));
    const extent = sorted.reduce((sum, [, placed]) => joined(sum, placed.extent), { ...nothing, buckets: sorted.length });
    extent.run = Math.max(extent.run, ...runTimes.map(([number]) => number), 0);
    const sizes = [entrySize * sorted.length, ...Array.from({ length: this.#threads }, () => scratchAt(0, extent).size)];
    this.#around = sizes.map((size) => ({ at: this.#allocator.allocate(size), size }));
    const [directory = 0, ...scratches] = this.#around.map(({ at }) => at);
    const words = new Uint32Array(this.#memory.buffer, directory, (entrySize / 4) * sorted.length);
    for (const [index, [, { entry }]] of sorted.entries()) words.set(entry, (index * entrySize) / 4);
    const buckets = sorted.map(([id]) => id);
    const frequencies = this.#frequencies;
    return { version, directory, buckets, extent, runTimes, frequencies, scratches, memory: this.#allocator.size };
  }
}
