import type { ValueReader } from './copy-out.ts';

/** A row that was sent. It is valid until the next one is looked for. */
export type SentRow = Pick<SentRows, 'value' | 'hasBytes'>;

/**
 * The rows of a COPY in binary format, as long as their bytes are in memory. What was sent need not be asked for again: the
 * database returns the keys of rows, and the other values are found here.
 */
export class SentRows {
  readonly #pieces: readonly Buffer[];
  readonly #key: number;
  #piece = 0;
  #at = 0;
  /** Of the current row: where each value begins and ends. The end of NULL is before its beginning. */
  #bytes: Buffer = Buffer.alloc(0);
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** A piece has whole rows. `key` is the column that rows are found by. */
  constructor(pieces: readonly Buffer[], key: number) {
    this.#pieces = pieces;
    this.#key = key;
  }

  /** Finds the row with a key. This is fast if rows are asked for in the order in which they were sent. */
  find(key: Buffer): SentRow {
    for (let round = 0; round < 2; ) {
      if (!this.#next()) round += 1;
      else if (this.hasBytes(this.#key, key)) return this;
    }
    throw new Error(`The database returned the row ${key.toString('hex')}, which was not sent.`);
  }

  /** The value of a column in the row that was found; null for NULL. */
  value(column: number, reader: ValueReader): unknown {
    const [from, to] = [this.#starts[column] as number, this.#ends[column] as number];
    return to < from ? null : reader(this.#bytes, from, to);
  }

  /** Whether the value of a column has these bytes. */
  hasBytes(column: number, bytes: Buffer | null): boolean {
    const [from, to] = [this.#starts[column] as number, this.#ends[column] as number];
    if (bytes === null) return to < from;
    return to - from === bytes.length && this.#bytes.compare(bytes, 0, bytes.length, from, to) === 0;
  }

  /** Goes to the next row; after the last one, before the first. */
  #next(): boolean {
    let bytes = this.#pieces[this.#piece];
    // A COPY ends with a count of -1.
    while (bytes && (this.#at >= bytes.length || bytes.readInt16BE(this.#at) < 0)) {
      this.#at = 0;
      bytes = this.#pieces[++this.#piece];
    }
    if (!bytes) {
      this.#piece = 0;
      return false;
    }
    this.#bytes = bytes;
    const count = bytes.readInt16BE(this.#at);
    let at = this.#at + 2;
    for (let column = 0; column < count; column++) {
      const size = bytes.readInt32BE(at);
      at += 4;
      this.#starts[column] = at;
      this.#ends[column] = at + size;
      at += Math.max(size, 0);
    }
    this.#at = at;
    return true;
  }
}
