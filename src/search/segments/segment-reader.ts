import type pg from 'pg';
import { ReadRoom, readBinary } from '../../database/copy-out.ts';
import { freeBuffers } from '../../kernel/running/heap.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { type LoadedBucket, loadBucket } from './load-segment.ts';
import type { SortKey } from './packed-documents.ts';

/** Buckets per read: under one megabyte. */
const bucketsPerRead = 8;
/** After so many reads their buffers are freed, which takes as long for one as for some. */
const readsPerCollection = 4;
/** Neighbouring buckets that a thread takes at a time: they become one group, see groups.ts. */
const bucketsPerShare = 64;
/** In milliseconds, for a server that no longer answers. The server's own statement timeout is shorter. */
const timeLimit = 5_000;
/** In bytes: the part of each bucket that goes into the sample of byte frequencies. */
const sampleSize = 4_096;

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

export interface Loaded extends SortKey, LoadedBucket {}

/** What a thread has loaded: buckets by their ids, and how often each byte occurs in a sample of them. */
export interface LoadedPart {
  buckets: [id: string, bucket: Loaded][];
  frequencies: Uint32Array;
}

export const emptyPart = (): LoadedPart => ({ buckets: [], frequencies: new Uint32Array(256) });

/** Reads buckets that no other thread has taken, and adds them to a part. All threads share `progress`: the next of the ids. */
export async function readBuckets(
  client: pg.Client,
  ids: readonly string[],
  progress: Int32Array,
  target: LoadTarget,
  part: LoadedPart,
): Promise<void> {
  let start = 0;
  let end = 0;
  // One has the buckets that are loaded, the other those that the database sends.
  const rooms = [new ReadRoom(), new ReadRoom()];
  const fetch = async (): Promise<BucketRow[]> => {
    if (start === end) {
      start = Math.min(Atomics.add(progress, 0, bucketsPerShare), ids.length);
      end = Math.min(start + bucketsPerShare, ids.length);
    }
    const some = ids.slice(start, Math.min(start + bucketsPerRead, end));
    start += some.length;
    rooms.reverse();
    const [room] = rooms;
    return some.length === 0 ? [] : ((await readBinary(client, copyBuckets(some), { timeLimit, room })) as BucketRow[]);
  };
  let next = fetch();
  let reads = 0;
  for (let rows = await next; rows.length > 0; rows = await next) {
    // At this moment no buffer is in use. Those in use would be kept until V8 collects the whole heap, which takes much longer.
    if (++reads % readsPerCollection === 0) freeBuffers();
    // The database sends the next buckets while these are loaded.
    next = fetch();
    next.catch(() => {});
    for (const row of rows) part.buckets.push(addBucket(row, target, part.frequencies));
  }
}

function addBucket(
  [id, name, firstId, texts, facts, activities, otherNames, words, addresses]: BucketRow,
  target: LoadTarget,
  frequencies: Uint32Array,
): [id: string, bucket: Loaded] {
  for (const byte of texts.subarray(0, sampleSize)) (frequencies[byte] as number) += 1;
  const bucket = loadBucket(target, { texts, facts, activities, otherNames, words, addresses });
  // Copied, because the next rows are read into the same memory.
  return [id.toString(), { name: Buffer.from(name), id: Buffer.from(firstId), ...bucket }];
}
