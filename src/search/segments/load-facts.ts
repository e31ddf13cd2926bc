import { addressKeyBytes } from '../../company/address-key.ts';
import { activityBytes, factsBytes, wordsPerDocument } from '../../company/facts.ts';
import { layouts } from '../layout/layout.generated.ts';
import { type Field, structures } from '../layout/structure.ts';
import type { Room } from '../memory/allocator.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { type Extent, extentOf } from '../query/extent.ts';
import type { PackedParts } from './packed-documents.ts';

/** What documents are filtered and counted by, in the shared memory. */
export interface PlacedFacts {
  room: Room;
  fields: Record<Extract<Field<'Segment'>, 'facts' | 'activities' | 'activitiesEnd' | 'kinds' | 'kindTable'>, number>;
  extent: Extent;
}

/** In bytes: a table of kinds has only the first fields of an entry. */
const tableEntrySize = layouts.Segment.offsets.activities;

/** Gives away consecutive parts of the memory. */
function parts(start: number): { take(size: number): number; readonly size: number } {
  let end = start;
  return {
    take(size) {
      const at = end;
      end += Math.ceil(size / 4) * 4;
      return at;
    },
    get size() {
      return end - start;
    },
  };
}

interface WorkingRoom {
  cells: number;
  facts: number;
  activities: number;
  addresses: number;
  words: number;
  kinds: number;
  table: number;
  sets: number;
  found: number;
  size: number;
}

/** Where the facts of a segment are before they have a place of their own, and what is found in them. */
function workingRoom(start: number, documents: number, cells: number, activities: number): WorkingRoom {
  const room = parts(start);
  return {
    cells: room.take(8 * cells),
    facts: room.take(documents * factsBytes),
    activities: room.take(activities + 1),
    addresses: room.take(documents * addressKeyBytes),
    words: room.take(4 * documents),
    kinds: room.take(2 * documents),
    table: room.take(documents * factsBytes),
    sets: room.take(2 * documents),
    found: room.take((4 * activities) / activityBytes),
    size: room.size,
  };
}

/** Finds the kinds and the sets of activities of the documents of a segment, and writes them with its other facts. */
export function placeFacts(
  { memory, allocator, scan, indexer }: LoadTarget,
  { facts, activities, addresses }: Pick<PackedParts, 'facts' | 'activities' | 'addresses'>,
): PlacedFacts {
  const documents = facts.length / factsBytes;
  const cells = 2 ** Math.ceil(Math.log2(2 * documents + 1));
  const { size: needed } = workingRoom(0, documents, cells, activities.length);
  const work = workingRoom(indexer.room(needed), documents, cells, activities.length);
  const written = new Uint8Array(memory.buffer);
  written.set(facts, work.facts);
  written.set(activities, work.activities);
  written.set(addresses, work.addresses);
  written.fill(0, work.addresses + addresses.length, work.words);
  const kinds = scan.gatherKinds(work.facts, documents, work.cells, cells - 1, work.words, work.kinds, work.table);
  const end = scan.gatherSets(work.facts, factsBytes, documents, work.activities, work.cells, cells - 1, work.sets, work.found);
  const layout = (start: number) => {
    const room = parts(start);
    return {
      kindTable: room.take(tableEntrySize),
      table: room.take(kinds * factsBytes),
      facts: room.take(4 * documents),
      addresses: room.take(documents * addressKeyBytes),
      activities: room.take(end - work.found),
      activitiesEnd: room.take(2 * documents),
      kinds: room.take(2 * documents),
      size: room.size,
    };
  };
  const { size } = layout(0);
  const at = allocator.allocate(size);
  const placed = layout(at);
  const bytes = new Uint8Array(memory.buffer);
  const numbers = (start: number, length: number) => new Uint32Array(memory.buffer, start, length);
  numbers(placed.kindTable, tableEntrySize / 4).set(
    structures.Segment({ documents: kinds, facts: placed.table }).slice(0, tableEntrySize / 4),
  );
  scan.placeWords(work.table, kinds, wordsPerDocument, placed.table);
  scan.placeWords(work.addresses, documents, wordsPerDocument, placed.addresses);
  bytes.copyWithin(placed.facts, work.words, work.words + 4 * documents);
  bytes.copyWithin(placed.activities, work.found, end);
  bytes.copyWithin(placed.activitiesEnd, work.sets, work.sets + 2 * documents);
  bytes.copyWithin(placed.kinds, work.kinds, work.kinds + 2 * documents);
  const extent = extentOf({
    words: numbers(placed.facts, documents),
    forms: numbers(placed.table + 4 * kinds, kinds),
    runs: numbers(placed.table + 8 * kinds, kinds),
    activities: numbers(placed.activities, (end - work.found) / 4),
  });
  const { facts: words, activities: sets, activitiesEnd, kinds: ofDocuments, kindTable } = placed;
  const fields = { facts: words, activities: sets, activitiesEnd, kinds: ofDocuments, kindTable };
  return { fields, room: { at, size }, extent };
}
