const pageBytes = 65_536;
/** 2 MB. Pages that are never written to take no memory. */
const minGrowthPages = 32;
const roundUp = (size: number, alignment = 16): number => Math.ceil(size / alignment) * alignment;

/** Gives away consecutive parts of the memory, from an offset on. */
export function consecutiveParts(start: number, alignment: number) {
  let end = start;
  return {
    take(bytes: number): number {
      const at = end;
      end += roundUp(bytes, alignment);
      return at;
    },
    get size(): number {
      return end - start;
    },
  };
}

/** A part of the memory: its offset, and its size in bytes. */
export interface Room {
  at: number;
  size: number;
}

/**
 * Allocates room in a WebAssembly memory, first fit. Such a memory can grow but never shrink, so gaps are used first. Every
 * thread may have an allocator of its own, because each uses only what it has added to the memory.
 */
export class Allocator {
  readonly #memory: WebAssembly.Memory;
  /** Sorted by their offsets; no two of them touch. */
  readonly #gaps: Room[] = [];
  /** The end of what is used of the newest part of the memory, and of what can be used. */
  #end = 0;
  #limit = 0;
  #size = 0;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** All bytes that were ever used. */
  get size(): number {
    return this.#size;
  }

  allocate(wanted: number): number {
    const size = roundUp(wanted);
    const index = this.#gaps.findIndex((gap) => gap.size >= size);
    const gap = this.#gaps[index];
    if (gap) {
      const { at } = gap;
      gap.at += size;
      gap.size -= size;
      if (gap.size === 0) this.#gaps.splice(index, 1);
      return at;
    }
    if (this.#end + size > this.#limit) this.#grow(size);
    const at = this.#end;
    this.#end += size;
    this.#size += size;
    return at;
  }

  free(at: number, wanted: number): void {
    const size = roundUp(wanted);
    let index = this.#gaps.findIndex((gap) => gap.at > at);
    if (index < 0) index = this.#gaps.length;
    this.#gaps.splice(index, 0, { at, size });
    this.#join(index);
    this.#join(index - 1);
  }

  /** Gives up everything: another allocator adopts what is free and what is used. */
  handOver(): { gaps: Room[]; size: number } {
    this.#leaveRest();
    return { gaps: this.#gaps.splice(0), size: this.#size };
  }

  adopt({ gaps, size }: { gaps: readonly Room[]; size: number }): void {
    for (const gap of gaps) this.free(gap.at, gap.size);
    this.#size += size;
  }

  #grow(size: number): void {
    const pages = Math.max(minGrowthPages, Math.ceil(size / pageBytes) + 1);
    const at = this.#memory.grow(pages) * pageBytes;
    // One page is left: the loops may read a little past the end of a text.
    if (at !== this.#limit + pageBytes) {
      this.#leaveRest();
      this.#end = at;
    }
    this.#limit = at + (pages - 1) * pageBytes;
  }

  /** What is left of the newest part becomes a gap. */
  #leaveRest(): void {
    const rest = this.#limit - this.#end;
    if (rest > 0) this.free(this.#end, rest);
    this.#size += rest;
    this.#limit = this.#end;
  }

  /** Merges two gaps that touch. */
  #join(index: number): void {
    const gap = this.#gaps[index];
    const next = this.#gaps[index + 1];
    if (!gap || !next || gap.at + gap.size !== next.at) return;
    gap.size += next.size;
    this.#gaps.splice(index + 1, 1);
  }
}
