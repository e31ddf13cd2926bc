import { addressKeySize } from '../format/address-key.ts';
import { columns as factColumns, factsSize, wordsPerLine } from '../format/facts.ts';
import type { PackedParts } from '../format/packed-lines.ts';
import { unpackNames } from '../format/packed-names.ts';
import { statuses } from '../values.ts';
import { type Extent, extentOf } from './extent.ts';
import type { Allocator, Room } from './memory/allocator.ts';
import type { Groups, Membership } from './memory/groups.ts';
import type { ScanModule } from './memory/scan-module.ts';
import type { WordIndexer } from './memory/word-indexer.ts';
import { activeWord, entrySize, othersWord, ownersWord } from './snapshot.ts';

/** A bucket in the shared memory. */
export interface LoadedBucket {
  rooms: Room[];
  /** Its entry in the directory, see the class Bucket of wasm/bucket.ts. */
  entry: Uint32Array;
  /** The addresses of the entries whose words are counted, and their groups: its own, and that of its other names. */
  indexed: Indexed[];
  extent: Extent;
}

export interface Indexed {
  at: number;
  membership: Membership;
}

/** Where buckets are loaded to. */
export interface LoadTarget {
  memory: WebAssembly.Memory;
  allocator: Allocator;
  scan: ScanModule;
  indexer: WordIndexer;
  groups: Groups;
}

export type BucketParts = Omit<PackedParts, 'ids'>;

const active = statuses.indexOf('active');
const blockBorders = 33;
/** The place in an entry of what `indexWords` finds. */
const wordsAt = 12;
const roundUp = (size: number) => Math.ceil(size / 4) * 4;

/** Writes a bucket into the shared memory, and a bucket of the other names of its lines. */
export function loadBucket(target: LoadTarget, parts: BucketParts): LoadedBucket {
  const { texts, facts, activities, otherNames, words, addresses } = parts;
  const lines = facts.length / factsSize;
  const named = unpackNames(otherNames, words);
  const places = addresses.length > 0 ? addresses : Buffer.alloc(lines * addressKeySize);
  const own = placeLines(target, { texts, unusual: named.unusual, lines, columns: [facts, places], activities });
  const extent = extentOf(numbersIn(facts), activities);
  if (named.owners.length === 0) return { ...own, indexed: [own], extent };
  const { memory, allocator } = target;
  const others = placeLines(target, {
    texts: named.texts,
    unusual: named.otherUnusual,
    lines: named.owners.length,
    columns: [],
    activities: Buffer.alloc(0),
  });
  const owners = { at: allocator.allocate(2 * named.owners.length), size: 2 * named.owners.length };
  new Uint16Array(memory.buffer, owners.at, named.owners.length).set(named.owners);
  new Uint32Array(memory.buffer, others.at, entrySize / 4)[ownersWord] = owners.at;
  own.entry[othersWord] = others.at;
  new Uint32Array(memory.buffer, own.at, entrySize / 4).set(own.entry);
  return {
    rooms: [...own.rooms, ...others.rooms, owners],
    entry: own.entry,
    indexed: [own, others],
    extent: { ...extent, bucketLines: Math.max(extent.bucketLines, named.owners.length) },
  };
}

/** The database has the highest byte first, WebAssembly the lowest. */
function numbersIn(packed: Buffer): Uint32Array {
  const numbers = new Uint32Array(packed.length / 4);
  Buffer.from(numbers.buffer).set(packed);
  Buffer.from(numbers.buffer).swap32();
  return numbers;
}

interface PackedTexts {
  texts: Buffer;
  /** The words of each line that its text does not show. Empty if there are none. */
  unusual: Buffer;
  lines: number;
  /** Facts, line by line, and keys of addresses, line by line: three words each. Other names have none. */
  columns: readonly Buffer[];
  activities: Buffer;
}

/** Writes texts, facts, activities, the borders of blocks, the signature, the words, and the entry. */
function placeLines(
  { memory, allocator, scan, indexer, groups }: LoadTarget,
  { texts, unusual, lines, columns, activities }: PackedTexts,
): Indexed & { rooms: Room[]; entry: Uint32Array } {
  // The signature has eight bytes per line, and about a third of its bits is set. This holds for buckets of any size.
  const places = Math.max(64, 2 * lines);
  // There is a line end before the first line too, as before every other line.
  const unusualAt = 1 + texts.length;
  const factsAt = roundUp(unusualAt + unusual.length);
  const activitiesAt = factsAt + 4 * columns.length * wordsPerLine * lines;
  const startsAt = activitiesAt + roundUp(activities.length + 1);
  const signatureAt = startsAt + 4 * blockBorders;
  const entryAt = signatureAt + 4 * places;
  const activeAt = entryAt + entrySize;
  const size = activeAt + (columns.length > 0 ? 8 * Math.ceil(lines / 64) : 0);
  const at = allocator.allocate(size);
  const bytes = new Uint8Array(memory.buffer, at, size);
  bytes.set([10]);
  bytes.set(texts, 1);
  bytes.set(unusual, unusualAt);
  for (const [part, column] of columns.entries()) {
    const from = indexer.room(column.length);
    new Uint8Array(memory.buffer, from, column.length).set(column);
    scan.placeWords(from, lines, wordsPerLine, at + factsAt + part * column.length);
  }
  bytes.set(activities, activitiesAt);
  bytes.fill(0, signatureAt, entryAt);
  const membership = groups.join(lines);
  const { group, rows, member } = membership;
  const entry = new Uint32Array(entrySize / 4);
  entry.set([
    at + 1,
    texts.length,
    lines,
    at + factsAt,
    at + activitiesAt,
    at + activitiesAt + activities.length,
    at + startsAt,
    at + signatureAt,
    places,
    group,
    rows,
    member,
  ]);
  if (columns.length > 0) entry[activeWord] = at + activeAt;
  const place = () => new Uint32Array(memory.buffer, at + entryAt, entry.length);
  place().set(entry);
  if (columns.length > 0) scan.markActive(at + entryAt, factColumns.status.shift, active);
  scan.sign(at + entryAt);
  const textLength = texts.length + unusual.length;
  const words = indexer.index(at + entryAt, { unusual: unusual.length > 0 ? at + unusualAt : 0, textLength, lines });
  entry.set(words.fields, wordsAt);
  place().set(entry);
  return { rooms: [{ at, size }, words.room], entry, at: at + entryAt, membership };
}
