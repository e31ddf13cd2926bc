import { countCells, layouts } from '../layout/layout.generated.ts';
import type { Allocator, Room } from './allocator.ts';
import type { ScanModule } from './scan-module.ts';

/** What `indexWords` finds: the fields of the class Room of wasm/vocabulary.ts that an entry has, too. */
const offsets = ['vocabulary', 'samples', 'letters', 'heads', 'lists', 'sizes'] as const;
const numbers = ['vocabularySize', 'isWide', 'isLong', 'wordCount', 'initials'] as const;

interface IndexedTexts {
  /** The offset of the words that the texts do not show, document by document, or 0. */
  unusual: number;
  /** Of both texts. */
  textBytes: number;
  documents: number;
}

export type WordIndexer = ReturnType<typeof wordIndexerIn>;

/**
 * Numbers the words of segments, see wasm/vocabulary.ts, and counts how often each occurs in all of them. All threads share the
 * counts, which are at an offset: the first thread makes them.
 */
export function wordIndexerIn(memory: WebAssembly.Memory, allocator: Allocator, scan: ScanModule, known?: number) {
  const counts = known ?? allocator.allocate(4 * countCells);
  if (known === undefined) new Uint32Array(memory.buffer, counts, countCells).fill(0);
  /** Where the words of a segment are found before they have a place of their own. */
  let working: Room = { at: 0, size: 0 };

  /** Frees the room that is only needed while segments are loaded. */
  const release = (): void => {
    if (working.size > 0) allocator.free(working.at, working.size);
    working = { at: 0, size: 0 };
  };
  /** The offset of room for so many bytes, until the next call. */
  const room = (neededBytes: number): number => {
    if (neededBytes > working.size) {
      release();
      const size = Math.ceil(1.25 * neededBytes);
      working = { at: allocator.allocate(size), size };
    }
    return working.at;
  };

  return {
    counts,
    room,
    release,

    /** Indexes the words of a segment, whose entry is at an offset, and gives them a place. */
    index(entry: number, { unusual, textBytes, documents }: IndexedTexts) {
      const at = room(scan.roomForWords(textBytes, documents));
      scan.indexWords(entry, unusual, textBytes, at, counts);
      const found = new Uint32Array(memory.buffer, at, layouts.Room.size / 4);
      const numberIn = (field: keyof typeof layouts.Room.offsets) => found[layouts.Room.offsets[field] / 4] as number;
      const [start, size] = [numberIn('start'), numberIn('size')];
      const own = { at: allocator.allocate(size), size };
      new Uint8Array(memory.buffer).copyWithin(own.at, start, start + size);
      const fields = [
        ...offsets.map((field) => [field, numberIn(field) - start + own.at]),
        ...numbers.map((field) => [field, numberIn(field)]),
      ];
      return { room: own, fields: Object.fromEntries(fields) as Record<(typeof offsets | typeof numbers)[number], number> };
    },

    /** Takes the words of a segment out of the counts, before it is freed. */
    forget: (entry: number): void => scan.forgetWords(entry, counts),
  };
}
