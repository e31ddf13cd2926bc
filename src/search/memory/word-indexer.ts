import { countCells, layouts } from '../layout/layout.generated.ts';
import type { Field } from '../layout/structure.ts';
import type { Allocator, Room } from './allocator.ts';
import type { ScanModule } from './scan-module.ts';

/** What `indexWords` finds: the fields of the class Room of wasm/vocabulary.ts that an entry has, too. */
const addresses = ['vocabulary', 'samples', 'letters', 'heads', 'lists', 'sizes'] as const;
const numbers = ['vocabularySize', 'isWide', 'isLong', 'wordCount', 'initials'] as const;
type IndexedFields = Record<(typeof addresses | typeof numbers)[number], number>;

interface IndexedTexts {
  /** The address of the words that the texts do not show, document by document, or 0. */
  unusual: number;
  /** In bytes, of both. */
  textLength: number;
  documents: number;
}

/** Numbers the words of segments, see wasm/vocabulary.ts, and counts how often each occurs in all of them. */
export class WordIndexer {
  /** The address of the counts. */
  readonly counts: number;
  readonly #memory: WebAssembly.Memory;
  readonly #allocator: Allocator;
  readonly #scan: ScanModule;
  /** Where the words of a segment are found before they have a place of their own. */
  #room: Room = { at: 0, size: 0 };

  /** All threads share the counts: the first one makes them. */
  constructor(memory: WebAssembly.Memory, allocator: Allocator, scan: ScanModule, counts?: number) {
    this.#memory = memory;
    this.#allocator = allocator;
    this.#scan = scan;
    this.counts = counts ?? allocator.allocate(4 * countCells);
    if (counts === undefined) new Uint32Array(memory.buffer, this.counts, countCells).fill(0);
  }

  /** Indexes the words of a segment, whose entry is at an address, and gives them a place. */
  index(entry: number, { unusual, textLength, documents }: IndexedTexts): { room: Room; fields: IndexedFields } {
    const room = this.room(this.#scan.roomForWords(textLength, documents));
    this.#scan.indexWords(entry, unusual, textLength, room, this.counts);
    const found = new Uint32Array(this.#memory.buffer, room, layouts.Room.size / 4);
    const numberOf = (field: Field<'Room'>) => found[layouts.Room.offsets[field] / 4] as number;
    const [start, size] = [numberOf('start'), numberOf('size')];
    const at = this.#allocator.allocate(size);
    new Uint8Array(this.#memory.buffer).copyWithin(at, start, start + size);
    const fields = {} as IndexedFields;
    for (const field of addresses) fields[field] = numberOf(field) - start + at;
    for (const field of numbers) fields[field] = numberOf(field);
    return { room: { at, size }, fields };
  }

  /** The address of room for so many bytes, until the next call. */
  room(needed: number): number {
    if (needed > this.#room.size) {
      this.release();
      const size = Math.ceil(1.25 * needed);
      this.#room = { at: this.#allocator.allocate(size), size };
    }
    return this.#room.at;
  }

  /** Takes the words of a segment out of the counts, before it is freed. */
  forget(entry: number): void {
    this.#scan.forgetWords(entry, this.counts);
  }

  /** Frees the room that is only needed while segments are loaded. */
  release(): void {
    if (this.#room.size > 0) this.#allocator.free(this.#room.at, this.#room.size);
    this.#room = { at: 0, size: 0 };
  }
}
