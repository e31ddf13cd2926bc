import { factsSize, wordsPerLine } from '../format/facts.ts';
import type { PackedParts } from '../format/packed-lines.ts';
import type { Allocator } from './allocator.ts';
import { type Extent, extentOf } from './extent.ts';
import type { ScanModule } from './scan-module.ts';
import { entrySize } from './snapshot.ts';

/** A bucket in the shared memory. */
export interface LoadedBucket {
  at: number;
  size: number;
  /** Its entry in the directory, see the class Bucket of wasm/scan.ts. */
  entry: Uint32Array;
  extent: Extent;
}

const blockBorders = 33;
const roundUp = (size: number) => Math.ceil(size / 4) * 4;

/**
 * Writes a bucket into the shared memory: texts, facts, activities, the borders of its blocks, its signature, the beginnings of
 * its words, and its entry.
 */
export function loadBucket(
  memory: WebAssembly.Memory,
  allocator: Allocator,
  scan: ScanModule,
  { texts, facts, activities }: Pick<PackedParts, 'texts' | 'facts' | 'activities'>,
): LoadedBucket {
  const lines = facts.length / factsSize;
  // The signature has eight bytes per line, and about a third of its bits is set. The beginnings have two bytes per line, and
  // about a tenth of their bits is set. Both hold for buckets of any size.
  const places = Math.max(64, 2 * lines);
  // There is a line end before the first line too, as before every other line.
  const factsAt = roundUp(1 + texts.length);
  const activitiesAt = factsAt + facts.length;
  const startsAt = activitiesAt + roundUp(activities.length + 1);
  const signatureAt = startsAt + 4 * blockBorders;
  const entryAt = signatureAt + roundUp(5 * places);
  const size = entryAt + entrySize;
  const at = allocator.allocate(size);
  // The database has the highest byte first, WebAssembly the lowest.
  const words = new Uint32Array(lines * wordsPerLine);
  Buffer.from(words.buffer).set(facts);
  Buffer.from(words.buffer).swap32();
  const bytes = new Uint8Array(memory.buffer, at, size);
  bytes.set([10]);
  bytes.set(texts, 1);
  // The first words of all lines, then the second, then the third: this way many are compared at a time.
  const columns = new Uint32Array(memory.buffer, at + factsAt, words.length);
  for (let word = 0; word < wordsPerLine; word++)
    for (let line = 0; line < lines; line++) columns[word * lines + line] = words[line * wordsPerLine + word] as number;
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
