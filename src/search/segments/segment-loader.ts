import type pg from 'pg';
import type { ImportRun, SearchSegment } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { readVersion } from '../../records/index.ts';
import type { Allocator, Room } from '../memory/allocator.ts';
import { loadTargetIn } from '../memory/load-target.ts';
import type { ScanModule } from '../memory/scan-module.ts';
import type { SegmentGroups } from '../memory/segment-groups.ts';
import { freeSegment } from './load-segment.ts';
import { compareKeys } from './packed-documents.ts';
import { emptyPart, type LoadedPart, readSegments } from './segment-reader.ts';
import { placeSnapshot, type Snapshot } from './snapshot.ts';

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
  /** The offset of the counts of words. */
  wordCounts: number;
}

/** What another thread has loaded, and where. */
export interface HandedOver extends LoadedPart {
  memory: ReturnType<Allocator['handOver']>;
  groups: ReturnType<SegmentGroups['all']>;
}

interface LoaderOptions {
  memory: WebAssembly.Memory;
  scan: ScanModule;
  /** The number of threads that need scratch memory. */
  threads: number;
  /** Up to so many segments are loaded without the other threads. */
  loadAloneSegments: number;
}

/** Loads some of the segments, in a thread that helps. What it cannot read is left to the first thread. */
export async function helpToLoad(
  connect: () => Promise<pg.Client>,
  { ids, progress, snapshot, wordCounts }: SharedLoad,
  { memory, scan }: Pick<LoaderOptions, 'memory' | 'scan'>,
): Promise<HandedOver> {
  const target = loadTargetIn(memory, scan, { wordCounts });
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

export type SegmentLoader = ReturnType<typeof segmentLoader>;

/** Keeps the shared memory equal to the table of segments. A segment never changes, so only those with new ids are read. */
export function segmentLoader({ memory, scan, threads, loadAloneSegments }: LoaderOptions) {
  const target = loadTargetIn(memory, scan);
  const loaded = new Map<string, LoadedPart['segments'][number][1]>();
  const frequencies = new Uint32Array(256);
  /** What the last snapshot took besides its segments. */
  let rooms: Room[] = [];
  let about: Pick<Snapshot, 'version' | 'runTimes'> = { version: '', runTimes: [] };

  const missing = (ids: readonly string[]) => ids.filter((id) => !loaded.has(id));
  const add = (part: LoadedPart) => {
    for (const [id, segment] of part.segments) loaded.set(id, segment);
    for (const [byte, count] of part.frequencies.entries()) (frequencies[byte] as number) += count;
  };
  const load = async (client: pg.Client, ids: readonly string[], progress: Int32Array = new Int32Array(1)): Promise<void> => {
    const part = emptyPart();
    try {
      await readSegments(client, ids, progress, target, part);
    } finally {
      add(part);
      target.indexer.release();
    }
  };

  return {
    load,

    /** Frees deleted segments, and returns the ids of new ones. No thread may use a snapshot until the next is published. */
    async list(client: pg.Client): Promise<string[]> {
      const { rows: versions } = await client.query(readVersion);
      const { rows: all } = await client.query(listSegments);
      const { rows: runs } = await client.query(listRuns);
      const runTimes = runs.map(({ ordinal, importedAt }): [number, number] => [ordinal, importedAt.getTime()]);
      about = { version: versions[0]?.version ?? '', runTimes };
      const wanted = new Set(all.map(({ id }) => id));
      for (const [id, segment] of loaded) {
        if (wanted.has(id)) continue;
        freeSegment(target, segment);
        loaded.delete(id);
      }
      return missing([...wanted]);
    },

    /** What the other threads need to help; undefined if there are so few segments that they need not. */
    async share(client: pg.Client, ids: string[]): Promise<SharedLoad | undefined> {
      if (ids.length <= loadAloneSegments) return undefined;
      const { rows } = await client.query(exportSnapshot);
      const progress = new Int32Array(new SharedArrayBuffer(4));
      return { ids, progress, snapshot: rows[0]?.name ?? '', wordCounts: target.indexer.counts };
    },

    /** Takes over what other threads have loaded, and loads what is missing. */
    async finish(client: pg.Client, ids: readonly string[], parts: readonly HandedOver[]): Promise<void> {
      for (const part of parts) {
        target.allocator.adopt(part.memory);
        target.groups.adopt(part.groups);
        add(part);
      }
      await load(client, missing(ids));
    },

    publish(): Snapshot {
      for (const { at, size } of rooms) target.allocator.free(at, size);
      const sorted = [...loaded].sort(([, one], [, other]) => compareKeys(one, other));
      const placed = placeSnapshot(target, sorted, { ...about, frequencies, threads });
      rooms = placed.rooms;
      return placed.snapshot;
    },
  };
}
