import type pg from 'pg';
import { ReadRoom } from '../../database/copy-out.ts';
import { freeBuffers } from '../../kernel/running/heap.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { type LoadedSegment, loadSegment } from './load-segment.ts';
import type { SortKey } from './packed-documents.ts';
import { documentColumns, readColumns } from './segment-columns.ts';

/** Under one megabyte. */
const segmentsPerRead = 8;
/** After so many reads their buffers are freed, which takes as long for one as for some. */
const readsPerCollection = 4;
/** Neighbouring segments that a thread takes at a time: they become one group, see segment-groups.ts. */
const segmentsPerShare = 64;
/** For a server that no longer answers. The server's own statement timeout is shorter. */
const readTimeoutMs = 5_000;
/** The part of each segment that goes into the sample of byte frequencies. */
const sampleBytes = 4_096;

const columns = { id: 'id::text', name: 'first_name', firstId: 'first_id', ...documentColumns };

/** What a thread has loaded: segments by their ids, and how often each byte occurs in a sample of them. */
export interface LoadedPart {
  segments: [id: string, segment: SortKey & LoadedSegment][];
  frequencies: Uint32Array;
}

export const emptyPart = (): LoadedPart => ({ segments: [], frequencies: new Uint32Array(256) });

/** Reads segments that no other thread has taken, and adds them to a part. All threads share `progress`: the next of the ids. */
export async function readSegments(
  client: pg.Client,
  ids: readonly string[],
  progress: Int32Array,
  target: LoadTarget,
  { segments, frequencies }: LoadedPart,
): Promise<void> {
  let start = 0;
  let end = 0;
  // One has the segments that are loaded, the other those that the database sends.
  const rooms = [new ReadRoom(), new ReadRoom()];
  const fetch = async () => {
    if (start === end) {
      start = Math.min(Atomics.add(progress, 0, segmentsPerShare), ids.length);
      end = Math.min(start + segmentsPerShare, ids.length);
    }
    const some = ids.slice(start, Math.min(start + segmentsPerRead, end));
    start += some.length;
    rooms.reverse();
    const [room] = rooms;
    return some.length === 0 ? [] : readColumns(client, some, columns, { timeLimit: readTimeoutMs, room });
  };
  let next = fetch();
  let reads = 0;
  for (let rows = await next; rows.length > 0; rows = await next) {
    // At this moment no buffer is in use. Those in use would be kept until V8 collects the whole heap, which takes much longer.
    if (++reads % readsPerCollection === 0) freeBuffers();
    // The database sends the next segments while these are loaded.
    next = fetch();
    next.catch(() => {});
    for (const { id, name, firstId, ...packed } of rows) {
      for (const byte of packed.texts.subarray(0, sampleBytes)) (frequencies[byte] as number) += 1;
      // Copied, because the next rows are read into the same memory.
      const key = { name: Buffer.from(name), id: Buffer.from(firstId) };
      segments.push([id.toString(), { ...key, ...loadSegment(target, packed) }]);
    }
  }
}
