const pageSize = 65_536;
/** In pages: 16 MB. Pages that are never written to take no memory. */
const growth = 256;
const alignment = 16;
const roundUp = (size: number): number => Math.ceil(size / alignment) * alignment;

interface Gap {
  at: number;
  size: number;
}

/** Allocates room in a WebAssembly memory, first fit. Such a memory can grow but never shrink, so gaps are used first. */
export class Allocator {
  readonly #memory: WebAssembly.Memory;
  /** In the order of their addresses; no two of them touch. */
  readonly #gaps: Gap[] = [];
  #end = alignment;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
  }

  /** In bytes: the end of the highest place that was ever used. */
  get size(): number {
    return this.#end;
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
    const at = this.#end;
    this.#end += size;
    // One page more than needed: the loops may read a little past the end of a text.
    const missing = Math.ceil(this.#end / pageSize) + 1 - this.#memory.buffer.byteLength / pageSize;
    if (missing > 0) this.#memory.grow(Math.max(missing, growth));
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

  /** Merges two gaps that touch. */
  #join(index: number): void {
    const gap = this.#gaps[index];
    const next = this.#gaps[index + 1];
    if (!gap || !next || gap.at + gap.size !== next.at) return;
    gap.size += next.size;
    this.#gaps.splice(index + 1, 1);
  }
}
