import { addressKeyBytes } from '../../company/address-key.ts';
import { bytesPerActivity, factsBytes, wordsPerDocument } from '../../company/facts.ts';
import { layouts, structures } from '../layout/layout.generated.ts';
import { consecutiveParts } from '../memory/allocator.ts';
import type { LoadTarget } from '../memory/load-target.ts';
import { extentOf } from '../query/extent.ts';
import type { PackedColumns } from './packed-documents.ts';

/** A table of kinds has only the first fields of an entry. */
const tableEntryBytes = layouts.Segment.offsets.activities;

/** Where the facts of a segment are before they have a place of their own, and what is found in them. */
function workingRoom(start: number, documents: number, cells: number, activityBytes: number) {
  const parts = consecutiveParts(start, 4);
  return {
    cells: parts.take(8 * cells),
    facts: parts.take(documents * factsBytes),
    activities: parts.take(activityBytes + 1),
    addresses: parts.take(documents * addressKeyBytes),
    words: parts.take(4 * documents),
    kinds: parts.take(2 * documents),
    table: parts.take(documents * factsBytes),
    sets: parts.take(2 * documents),
    found: parts.take((4 * activityBytes) / bytesPerActivity),
    size: parts.size,
  };
}

/** What documents are filtered and counted by, in the shared memory. */
export type PlacedFacts = ReturnType<typeof placeFacts>;

/** Finds the kinds and the sets of activities of the documents of a segment, and writes them with its other facts. */
export function placeFacts(
  { memory, allocator, scan, indexer }: LoadTarget,
  { facts, activities, addresses }: Pick<PackedColumns, 'facts' | 'activities' | 'addresses'>,
) {
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
    const parts = consecutiveParts(start, 4);
    return {
      kindTable: parts.take(tableEntryBytes),
      table: parts.take(kinds * factsBytes),
      facts: parts.take(4 * documents),
      addresses: parts.take(documents * addressKeyBytes),
      activities: parts.take(end - work.found),
      activitiesEnd: parts.take(2 * documents),
      kinds: parts.take(2 * documents),
      size: parts.size,
    };
  };
  const { size } = layout(0);
  const at = allocator.allocate(size);
  const { table, addresses: placedAddresses, size: _, ...fields } = layout(at);
  const bytes = new Uint8Array(memory.buffer);
  const numbers = (start: number, length: number) => new Uint32Array(memory.buffer, start, length);
  const tableEntry = structures.Segment({ documents: kinds, facts: table }).slice(0, tableEntryBytes / 4);
  numbers(fields.kindTable, tableEntry.length).set(tableEntry);
  scan.placeWords(work.table, kinds, wordsPerDocument, table);
  scan.placeWords(work.addresses, documents, wordsPerDocument, placedAddresses);
  bytes.copyWithin(fields.facts, work.words, work.words + 4 * documents);
  bytes.copyWithin(fields.activities, work.found, end);
  bytes.copyWithin(fields.activitiesEnd, work.sets, work.sets + 2 * documents);
  bytes.copyWithin(fields.kinds, work.kinds, work.kinds + 2 * documents);
  const extent = extentOf({
    words: numbers(fields.facts, documents),
    forms: numbers(table + 4 * kinds, kinds),
    runs: numbers(table + 8 * kinds, kinds),
    activities: numbers(fields.activities, (end - work.found) / 4),
  });
  return { fields, room: { at, size }, extent };
}
