import { columns, factsSize, licensedBit } from '../format/facts.ts';
import type { Allocator } from './allocator.ts';
import type { ScanModule } from './scan-module.ts';
import { type Extent, entrySize } from './snapshot.ts';

/** A bucket in the shared memory. */
export interface LoadedBucket {
  at: number;
  size: number;
  /** As it stands in the directory, see the class Bucket of wasm/scan.ts. */
  entry: Uint32Array;
  extent: Extent;
}

const blockBorders = 33;

/** Places a bucket, as the database has it: text, facts, activities, borders of its blocks and signature, one behind the other, and its entry. */
export function loadBucket(
  memory: WebAssembly.Memory,
  allocator: Allocator,
  scan: ScanModule,
  { texts, facts, activities }: Record<'texts' | 'facts' | 'activities', Buffer>,
): LoadedBucket {
  const lines = facts.length / factsSize;
  // Eight bytes a line: about a third of the bits is set then, whatever the size of the bucket.
  const places = Math.max(64, 2 * lines);
  const roundUp = (size: number) => Math.ceil(size / 4) * 4;
  // The first line begins behind a line's end, as every other does.
  const factsAt = roundUp(1 + texts.length);
  const activitiesAt = factsAt + facts.length;
  const startsAt = activitiesAt + roundUp(activities.length + 1);
  const signatureAt = startsAt + 4 * blockBorders;
  const entryAt = signatureAt + 4 * places;
  const size = entryAt + entrySize;
  const at = allocator.allocate(size);
  // The database packs the highest byte first, processors want the lowest.
  const words = Buffer.from(facts).swap32();
  const bytes = new Uint8Array(memory.buffer, at, size);
  bytes.set([10]);
  bytes.set(texts, 1);
  bytes.set(words, factsAt);
  bytes.set(activities, activitiesAt);
  bytes.fill(0, signatureAt, entryAt);
  const entry = Uint32Array.of(
    at + 1,
    texts.length,
    lines,
    at + factsAt,
    at + activitiesAt,
    at + activitiesAt + activities.length,
    at + startsAt,
    at + signatureAt,
    places,
  );
  new Uint32Array(memory.buffer, at + entryAt, entry.length).set(entry);
  scan.sign(at + entryAt);
  return { at, size, entry, extent: extentOf(words, activities) };
}

export const nothing: Extent = {
  lines: 0,
  buckets: 0,
  bucketLines: 0,
  firstDay: columns.day.mask,
  lastDay: 0,
  legalForm: 0,
  run: 0,
  activity: 0,
};

export const joined = (one: Extent, other: Extent): Extent => ({
  lines: one.lines + other.lines,
  buckets: one.buckets,
  bucketLines: Math.max(one.bucketLines, other.bucketLines),
  firstDay: Math.min(one.firstDay, other.firstDay),
  lastDay: Math.max(one.lastDay, other.lastDay),
  legalForm: Math.max(one.legalForm, other.legalForm),
  run: Math.max(one.run, other.run),
  activity: Math.max(one.activity, other.activity),
});

function extentOf(facts: Buffer, activities: Buffer): Extent {
  const lines = facts.length / factsSize;
  const extent = { ...nothing, lines, bucketLines: lines };
  for (let at = 0; at < facts.length; at += factsSize) {
    const day = facts.readUInt32LE(at) & columns.day.mask;
    if (day !== 0 && day < extent.firstDay) extent.firstDay = day;
    if (day > extent.lastDay) extent.lastDay = day;
    const form = facts.readUInt32LE(at + columns.legalForm.word) >>> columns.legalForm.shift;
    if (form > extent.legalForm) extent.legalForm = form;
    const run = facts.readUInt32LE(at + columns.run.word);
    if (run > extent.run) extent.run = run;
  }
  for (let at = 0; at < activities.length; at += 3) {
    const activity = activities.readUIntBE(at, 3) & (licensedBit - 1);
    if (activity > extent.activity) extent.activity = activity;
  }
  return extent;
}
