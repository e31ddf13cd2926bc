import type pg from 'pg';
import { ReadRoom, readBinary } from '../../database/copy-out.ts';
import { freeBuffers } from '../../kernel/running/heap.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { type LoadedSegment, loadSegment } from './load-segment.ts';
import type { SortKey } from './packed-documents.ts';

/** Segments per read: under one megabyte. */
const segmentsPerRead = 8;
/** After so many reads their buffers are freed, which takes as long for one as for some. */
const readsPerCollection = 4;
/** Neighbouring segments that a thread takes at a time: they become one group, see groups.ts. */
const segmentsPerShare = 64;
/** In milliseconds, for a server that no longer answers. The server's own statement timeout is shorter. */
const timeLimit = 5_000;
/** In bytes: the part of each segment that goes into the sample of byte frequencies. */
const sampleSize = 4_096;

/** COPY takes no parameters; the ids are UUIDs from the database. */
const copySegments = (ids: readonly string[]) => `COPY (
    SELECT id::text, first_name, first_id, texts, facts, activities, other_names, words, addresses
      FROM search_segment
      WHERE id IN ('${ids.join("', '")}')
  ) TO STDOUT (FORMAT binary)`;

type SegmentRow = [
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

export interface Loaded extends SortKey, LoadedSegment {}

/** What a thread has loaded: segments by their ids, and how often each byte occurs in a sample of them. */
export interface LoadedPart {
  segments: [id: string, segment: Loaded][];
  frequencies: Uint32Array;
}

export const emptyPart = (): LoadedPart => ({ segments: [], frequencies: new Uint32Array(256) });

/** Reads segments that no other thread has taken, and adds them to a part. All threads share `progress`: the next of the ids. */
export async function readSegments(
  client: pg.Client,
  ids: readonly string[],
  progress: Int32Array,
  target: LoadTarget,
  part: LoadedPart,
): Promise<void> {
  let start = 0;
  let end = 0;
  // One has the segments that are loaded, the other those that the database sends.
  const rooms = [new ReadRoom(), new ReadRoom()];
  const fetch = async (): Promise<SegmentRow[]> => {
    if (start === end) {
      start = Math.min(Atomics.add(progress, 0, segmentsPerShare), ids.length);
      end = Math.min(start + segmentsPerShare, ids.length);
    }
    const some = ids.slice(start, Math.min(start + segmentsPerRead, end));
    start += some.length;
    rooms.reverse();
    const [room] = rooms;
    return some.length === 0 ? [] : ((await readBinary(client, copySegments(some), { timeLimit, room })) as SegmentRow[]);
  };
  let next = fetch();
  let reads = 0;
  for (let rows = await next; rows.length > 0; rows = await next) {
    // At this moment no buffer is in use. Those in use would be kept until V8 collects the whole heap, which takes much longer.
    if (++reads % readsPerCollection === 0) freeBuffers();
    // The database sends the next segments while these are loaded.
    next = fetch();
    next.catch(() => {});
    for (const row of rows) part.segments.push(addSegment(row, target, part.frequencies));
  }
}

function addSegment(
  [id, name, firstId, texts, facts, activities, otherNames, words, addresses]: SegmentRow,
  target: LoadTarget,
  frequencies: Uint32Array,
): [id: string, segment: Loaded] {
  for (const byte of texts.subarray(0, sampleSize)) (frequencies[byte] as number) += 1;
  const segment = loadSegment(target, { texts, facts, activities, otherNames, words, addresses });
  // Copied, because the next rows are read into the same memory.
  return [id.toString(), { name: Buffer.from(name), id: Buffer.from(firstId), ...segment }];
}
