import { columns, factsBytes } from '../../company/facts.ts';
import { statuses } from '../../company/values.ts';
import { blockCount, layouts } from '../layout/layout.generated.ts';
import { entrySize, structures } from '../layout/structure.ts';
import type { Room } from '../memory/allocator.ts';
import type { Membership } from '../memory/groups.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import type { Extent } from '../query/extent.ts';
import { type PlacedFacts, placeFacts } from './load-facts.ts';
import type { PackedParts } from './packed-documents.ts';
import { unpackNames } from './packed-names.ts';

/** A segment in the shared memory. */
export interface LoadedSegment {
  rooms: Room[];
  /** Its entry in the directory, see the class Segment of wasm/segment.ts. */
  entry: number[];
  /** The addresses of the entries whose words are counted, and their groups: its own, and that of its other names. */
  indexed: Indexed[];
  extent: Extent;
}

export interface Indexed {
  at: number;
  membership: Membership;
}

export type SegmentParts = Omit<PackedParts, 'ids'>;

const active = statuses.indexOf('active');
const { offsets } = layouts.Segment;
const roundUp = (size: number) => Math.ceil(size / 4) * 4;

/** Writes a segment into the shared memory, and a segment of the other names of its documents. */
export function loadSegment(target: LoadTarget, parts: SegmentParts): LoadedSegment {
  const { texts, otherNames, words } = parts;
  const named = unpackNames(otherNames, words);
  const facts = placeFacts(target, parts);
  const own = placeDocuments(target, { texts, unusual: named.unusual, documents: parts.facts.length / factsBytes, facts });
  const { extent } = facts;
  if (named.owners.length === 0) return { ...own, indexed: [own], extent };
  const { memory, allocator } = target;
  const others = placeDocuments(target, {
    texts: named.texts,
    unusual: named.otherUnusual,
    documents: named.owners.length,
  });
  const owners = { at: allocator.allocate(2 * named.owners.length), size: 2 * named.owners.length };
  new Uint16Array(memory.buffer, owners.at, named.owners.length).set(named.owners);
  new Uint32Array(memory.buffer, others.at, entrySize / 4)[offsets.owners / 4] = owners.at;
  own.entry[offsets.others / 4] = others.at;
  new Uint32Array(memory.buffer, own.at, entrySize / 4).set(own.entry);
  return {
    rooms: [...own.rooms, ...others.rooms, owners],
    entry: own.entry,
    indexed: [own, others],
    extent: { ...extent, segmentDocuments: Math.max(extent.segmentDocuments, named.owners.length) },
  };
}

interface PackedTexts {
  texts: Buffer;
  /** The words of each document that its text does not show. Empty if there are none. */
  unusual: Buffer;
  documents: number;
  /** Other names have none. */
  facts?: PlacedFacts;
}

/** Writes texts, the borders of blocks, the signature, the words, and the entry. */
function placeDocuments(
  { memory, allocator, scan, indexer, groups }: LoadTarget,
  { texts, unusual, documents, facts }: PackedTexts,
): Indexed & { rooms: Room[]; entry: number[] } {
  // The signature has eight bytes per document, and about a third of its bits is set. This holds for segments of any size.
  const places = Math.max(64, 2 * documents);
  // There is a line end before the first document too, as before every other document.
  const unusualAt = 1 + texts.length;
  const startsAt = roundUp(unusualAt + unusual.length);
  const signatureAt = startsAt + 4 * (blockCount + 1);
  const entryAt = signatureAt + 4 * places;
  const activeAt = entryAt + entrySize;
  const size = activeAt + (facts ? 8 * Math.ceil(documents / 64) : 0);
  const at = allocator.allocate(size);
  const bytes = new Uint8Array(memory.buffer, at, size);
  bytes.set([10]);
  bytes.set(texts, 1);
  bytes.set(unusual, unusualAt);
  const membership = groups.join(documents);
  const known = {
    text: at + 1,
    length: texts.length,
    documents,
    ...(facts && { ...facts.fields, active: at + activeAt }),
    starts: at + startsAt,
    signature: at + signatureAt,
    places,
    ...membership,
  };
  const place = (entry: number[]) => new Uint32Array(memory.buffer, at + entryAt, entry.length).set(entry);
  place(structures.Segment(known));
  if (facts) scan.markActive(at + entryAt, columns.status.shift, active);
  scan.sign(at + entryAt);
  const textLength = texts.length + unusual.length;
  const words = indexer.index(at + entryAt, { unusual: unusual.length > 0 ? at + unusualAt : 0, textLength, documents });
  const entry = structures.Segment({ ...known, ...words.fields });
  place(entry);
  return { rooms: [{ at, size }, words.room, ...(facts ? [facts.room] : [])], entry, at: at + entryAt, membership };
}
