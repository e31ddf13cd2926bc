import type { Allocator } from './allocator.ts';
import type { ScanModule } from './scan-module.ts';

/** Counts of words share so many cells, see wasm/vocabulary.ts. */
const countCells = 0x40000;

/** What `indexWords` finds, in the order of the class Room of wasm/vocabulary.ts and of an entry. */
const wordFields = [
  'address',
  'number',
  'address',
  'address',
  'address',
  'address',
  'number',
  'number',
  'address',
  'number',
  'number',
] as const;

interface IndexedTexts {
  /** The address of the words that the texts do not show, line by line, or 0. */
  unusual: number;
  /** In bytes, of both. */
  textLength: number;
  lines: number;
}

/** Numbers the words of buckets, see wasm/vocabulary.ts, and counts how often each occurs in all of them. */
export class WordIndexer {
  /** The address of the counts. */
  readonly counts: number;
  readonly #memory: WebAssembly.Memory;
  readonly #allocator: Allocator;
  readonly #scan: ScanModule;
  /** Where the words of a bucket are found before they have a place of their own. */
  #room = { at: 0, size: 0 };

  /** All threads share the counts: the first one makes them. */
  constructor(memory: WebAssembly.Memory, allocator: Allocator, scan: ScanModule, counts?: number) {
    this.#memory = memory;
    this.#allocator = allocator;
    this.#scan = scan;
    this.counts = counts ?? allocator.allocate(4 * countCells);
    if (counts === undefined) new Uint32Array(memory.buffer, this.counts, countCells).fill(0);
  }

  /** Indexes the words of a bucket, whose entry is at an address, and gives them a place. */
  index(entry: number, { unusual, textLength, lines }: IndexedTexts): { room: { at: number; size: number }; fields: number[] } {
    const room = this.room(this.#scan.roomForWords(textLength, lines));
    this.#scan.indexWords(entry, unusual, textLength, room, this.counts);
    const [start = 0, size = 0, ...fields] = new Uint32Array(this.#memory.buffer, room, 2 + wordFields.length);
    const at = this.#allocator.allocate(size);
    new Uint8Array(this.#memory.buffer).copyWithin(at, start, start + size);
    return {
      room: { at, size },
      fields: fields.map((field, index) => (wordFields[index] === 'address' ? field - start + at : field)),
    };
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

  /** Takes the words of a bucket out of the counts, before it is freed. */
  forget(entry: number): void {
    this.#scan.forgetWords(entry, this.counts);
  }

  /** Frees the room that is only needed while buckets are loaded. */
  release(): void {
    if (this.#room.size > 0) this.#allocator.free(this.#room.at, this.#room.size);
    this.#room = { at: 0, size: 0 };
  }
}
