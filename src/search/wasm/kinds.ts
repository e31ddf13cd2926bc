/**
 * Documents of a segment with the same status, country, legal form and import are of one kind. There are few, so filters and
 * facets look at each kind once. The kinds of a segment are a table with the same columns as documents.
 */

import { Segment, lowest } from './segment';
import { add, clear, count, isMarked, keepNumbers } from './documents';

/** The place of the status in the first word of the facts. */
const statusBits: u32 = 7 << 22;

/**
 * Finds the kinds of some documents as the database has them: three words each, the highest byte first. Writes the first word of
 * each document to `words`, its kind to `kinds`, two bytes each, and the facts of each kind to `table`, as the database would
 * have them. There are more cells than documents, four bytes each. Returns the number of kinds.
 */
export function gatherKinds(
  facts: usize, documents: u32, cells: usize, cellMask: u32, words: usize, kinds: usize, table: usize,
): u32 {
  memory.fill(cells, 0, 4 * <usize>(cellMask + 1));
  let size: u32 = 0;
  for (let document: u32 = 0; document < documents; document++, facts += 12, words += 4, kinds += 2) {
    const first = bswap(load<u32>(facts));
    store<u32>(words, first);
    const status = bswap(first & statusBits);
    const form = load<u32>(facts, 4);
    const run = load<u32>(facts, 8);
    let place = (((status ^ form) * 0x9e3779b1) ^ run) * 0x85ebca6b;
    place ^= place >> 15;
    let number: u32 = 0;
    for (; ; place++) {
      number = load<u32>(cells + 4 * <usize>(place & cellMask));
      if (number === 0) break;
      const known = table + 12 * <usize>(number - 1);
      if (load<u32>(known) === status && load<u32>(known, 4) === form && load<u32>(known, 8) === run) break;
    }
    if (number === 0) {
      const added = table + 12 * <usize>size;
      store<u32>(added, status);
      store<u32>(added, form, 4);
      store<u32>(added, run, 8);
      number = ++size;
      store<u32>(cells + 4 * <usize>(place & cellMask), number);
    }
    store<u16>(kinds, <u16>(number - 1));
  }
  return size;
}

/** Keeps the marked documents whose kind is marked. `members` is room for a byte for each kind. */
export function keepKinds(segment: Segment, bits: usize, marked: usize, members: usize): void {
  const table = changetype<Segment>(segment.kindTable);
  const found = count(table, marked);
  if (found === table.documents) return;
  if (found === 0) return clear(segment, bits);
  for (let kind: u32 = 0; kind < table.documents; kind++) store<u8>(members + kind, <u8>isMarked(marked, kind));
  keepNumbers(segment, bits, segment.kinds, members);
}

/**
 * Each kind has four counts, and documents take turns: documents that follow each other are often of one kind, and would wait
 * until the count of the document before them is written.
 */
const countsEach: usize = 4;

@inline
export function clearKinds(segment: Segment, counts: usize): void {
  memory.fill(counts, 0, 4 * countsEach * <usize>changetype<Segment>(segment.kindTable).documents);
}

@inline
export function addKind(counts: usize, kind: u32, document: usize): void {
  add(counts, <u32>countsEach * kind + <u32>(document & (countsEach - 1)), 1);
}

/** How many documents of a kind were counted. */
@inline
export function documentsOfKind(counts: usize, kind: usize): u32 {
  const at = counts + 4 * countsEach * kind;
  return load<u32>(at) + load<u32>(at, 4) + load<u32>(at, 8) + load<u32>(at, 12);
}

/** Counts the marked documents by kind, for the facet counts. */
export function countKinds(segment: Segment, bits: usize, counts: usize): void {
  clearKinds(segment, counts);
  const kinds = segment.kinds;
  for (let first: usize = 0, end = <usize>segment.documents; first < end; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const document = first + <usize>lowest(left);
      addKind(counts, load<u16>(kinds + 2 * document), document);
    }
}
