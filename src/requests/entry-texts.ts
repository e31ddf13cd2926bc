import { maxLogged } from './limits.ts';

/** More than most requests take. */
const firstCapacityBytes = 512;
const [opening, comma, closing] = [...Buffer.from('[,]')] as [number, number, number];

/**
 * The entries of one account as a JSON list, outside of the heap of V8: as objects they would live until the next write, and the
 * garbage collector would copy each of them twice.
 */
export class EntryTexts {
  #bytes = Buffer.allocUnsafe(firstCapacityBytes);
  /** Where each entry ends, with its comma. */
  #ends: number[] = [];

  constructor() {
    this.#bytes[0] = opening;
  }

  get size(): number {
    return this.#ends.length;
  }

  /** Adds an entry, and returns how many more there are. Only the newest are needed, so a busy account takes bounded memory. */
  add(json: string): number {
    const start = this.#ends.at(-1) ?? 1;
    // A UTF-16 unit takes at most three bytes.
    if (start + json.length * 3 >= this.#bytes.length) this.#grow(start + json.length * 3 + 1);
    const end = start + this.#bytes.write(json, start);
    this.#bytes[end] = comma;
    this.#ends.push(end + 1);
    return this.size < 2 * maxLogged ? 1 : 1 - this.#dropOldest();
  }

  /** The list of the newest entries. */
  list(): Buffer {
    const end = this.#ends.at(-1);
    if (end === undefined) return Buffer.from('[]');
    const start = (this.#ends.at(-maxLogged - 1) ?? 1) - 1;
    this.#bytes[start] = opening;
    this.#bytes[end - 1] = closing;
    return this.#bytes.subarray(start, end);
  }

  #dropOldest(): number {
    const dropped = this.#ends.splice(0, maxLogged);
    const moved = (dropped.at(-1) ?? 1) - 1;
    this.#bytes.copyWithin(1, moved + 1, this.#ends.at(-1));
    this.#ends = this.#ends.map((end) => end - moved);
    return dropped.length;
  }

  #grow(minBytes: number): void {
    const bytes = Buffer.allocUnsafe(Math.max(minBytes, 2 * this.#bytes.length));
    this.#bytes.copy(bytes);
    this.#bytes = bytes;
  }
}
