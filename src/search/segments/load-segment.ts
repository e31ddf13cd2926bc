import { columns, factsBytes } from '../../company/facts.ts';
import { statuses } from '../../company/values.ts';
import { blockCount, entrySize, layouts, structures } from '../layout/layout.generated.ts';
import { consecutiveParts } from '../memory/allocator.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { type PlacedFacts, placeFacts } from './load-facts.ts';
import type { PackedColumns } from './packed-documents.ts';
import { unpackNames } from './packed-names.ts';

const active = statuses.indexOf('active');
const { offsets } = layouts.Segment;

/** A segment in the shared memory. */
export type LoadedSegment = ReturnType<typeof loadSegment>;

/** Writes a segment into the shared memory, and a segment of the other names of its documents. */
export function loadSegment(target: LoadTarget, packed: Omit<PackedColumns, 'ids'>) {
  const named = unpackNames(packed.otherNames, packed.words);
  const facts = placeFacts(target, packed);
  const documents = packed.facts.length / factsBytes;
  const own = placeDocuments(target, { texts: packed.texts, unusual: named.unusual, documents, facts });
  const { extent } = facts;
  const { length: names } = named.owners;
  const { entry, rooms } = own;
  // The entries whose words are counted: its own, and that of its other names.
  if (names === 0) return { rooms, entry, indexed: [own], extent };
  const { memory, allocator } = target;
  const others = placeDocuments(target, { texts: named.texts, unusual: named.otherUnusual, documents: names });
  const owners = { at: allocator.allocate(2 * names), size: 2 * names };
  new Uint16Array(memory.buffer, owners.at, names).set(named.owners);
  new Uint32Array(memory.buffer, others.at, entrySize / 4)[offsets.owners / 4] = owners.at;
  entry[offsets.others / 4] = others.at;
  new Uint32Array(memory.buffer, own.at, entrySize / 4).set(entry);
  return {
    rooms: [...rooms, ...others.rooms, owners],
    entry,
    indexed: [own, others],
    extent: { ...extent, segmentDocuments: Math.max(extent.segmentDocuments, names) },
  };
}

/** Frees what a segment took. */
export function freeSegment({ allocator, indexer, groups }: LoadTarget, { rooms, indexed }: LoadedSegment): void {
  for (const { at, membership } of indexed) {
    indexer.forget(at);
    groups.leave(membership);
  }
  for (const { at, size } of rooms) allocator.free(at, size);
}

interface PackedTexts {
  texts: Buffer;
  /** The words of each document that its text does not show. Empty if there are none. */
  unusual: Buffer;
  documents: number;
  /** Other names have none. */
  facts?: PlacedFacts;
}

/** Writes texts, the borders of blocks, the signature, the words, and the entry: see the class Segment of wasm/segment.ts. */
function placeDocuments(
  { memory, allocator, scan, indexer, groups }: LoadTarget,
  { texts, unusual, documents, facts }: PackedTexts,
) {
  // The signature has eight bytes per document, and about a third of its bits is set. This holds for segments of any size.
  const places = Math.max(64, 2 * documents);
  // There is a line end before the first document too, as before every other document.
  const unusualAt = 1 + texts.length;
  const layout = (start: number) => {
    const parts = consecutiveParts(start, 4);
    return {
      text: 1 + parts.take(unusualAt + unusual.length),
      starts: parts.take(4 * (blockCount + 1)),
      signature: parts.take(4 * places),
      entryAt: parts.take(entrySize),
      active: parts.take(facts ? 8 * Math.ceil(documents / 64) : 0),
      size: parts.size,
    };
  };
  const { size } = layout(0);
  const room = { at: allocator.allocate(size), size };
  const { entryAt: at, text, starts, signature, active: activeAt } = layout(room.at);
  const bytes = new Uint8Array(memory.buffer, room.at, size);
  bytes.set([10]);
  bytes.set(texts, 1);
  bytes.set(unusual, unusualAt);
  const membership = groups.join(documents);
  const known = {
    ...{ text, length: texts.length, documents, starts, signature, places },
    ...(facts && { ...facts.fields, active: activeAt }),
    ...membership,
  };
  const place = (entry: number[]) => new Uint32Array(memory.buffer, at, entry.length).set(entry);
  place(structures.Segment(known));
  if (facts) scan.markActive(at, columns.status.shift, active);
  scan.sign(at);
  const textBytes = texts.length + unusual.length;
  const words = indexer.index(at, { unusual: unusual.length > 0 ? room.at + unusualAt : 0, textBytes, documents });
  const entry = structures.Segment({ ...known, ...words.fields });
  place(entry);
  return { rooms: [room, words.room, ...(facts ? [facts.room] : [])], entry, at, membership };
}
