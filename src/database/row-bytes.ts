/** PostgreSQL counts days from the first of the year 2000. */
export const firstDay = Date.UTC(2000, 0);
export const millisecondsPerDay = 86_400_000;
/** The OID of PostgreSQL's type integer. */
const integerType = 23;

/** Writes the values of a row in PostgreSQL's binary format. The caller makes sure that there is room for them. */
export class RowBytes {
  #bytes: Buffer;
  #used = 0;

  constructor(room: number) {
    this.#bytes = Buffer.allocUnsafe(room);
  }

  /** Returns what was written, and starts a new buffer of `room` bytes. */
  take(room: number): Buffer {
    const written = this.#bytes.subarray(0, this.#used);
    this.#bytes = Buffer.allocUnsafe(room);
    this.#used = 0;
    return written;
  }

  /** How many bytes were written since the last `take`. */
  get size(): number {
    return this.#used;
  }

  hasRoom(size: number): boolean {
    return this.#used + size <= this.#bytes.length;
  }

  /** Bytes in this format already. */
  raw(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** A row begins with the number of its values. */
  begin(values: number): void {
    this.#used = this.#bytes.writeInt16BE(values, this.#used);
  }

  /** Also JSON. */
  text(text: string | null): void {
    // The size comes before the text, but is known only after the text is written.
    const size = text === null ? 0 : this.#bytes.write(text, this.#used + 4, 'utf8');
    this.#size(text === null ? -1 : size);
    this.#used += size;
  }

  integer(value: number): void {
    this.#size(4);
    this.#used = this.#bytes.writeInt32BE(value, this.#used);
  }

  smallInteger(value: number): void {
    this.#size(2);
    this.#used = this.#bytes.writeInt16BE(value, this.#used);
  }

  boolean(value: boolean): void {
    this.#size(1);
    this.#used = this.#bytes.writeInt8(Number(value), this.#used);
  }

  uuid(text: string | null): void {
    this.hexadecimal(text?.replaceAll('-', '') ?? null);
  }

  /** Bytes. */
  hexadecimal(text: string | null): void {
    this.#size(text === null ? -1 : text.length / 2);
    if (text !== null) this.#used += this.#bytes.write(text, this.#used, 'hex');
  }

  /** A day as in 2026-11-01. */
  day(iso: string | null): void {
    if (iso === null) {
      this.#size(-1);
      return;
    }
    const days = (Date.parse(iso) - firstDay) / millisecondsPerDay;
    if (!Number.isInteger(days)) throw new Error(`This is no day: ${iso}`);
    this.integer(days);
  }

  moment(time: Date): void {
    this.#size(8);
    this.#used = this.#bytes.writeBigInt64BE(BigInt(time.getTime() - firstDay) * 1000n, this.#used);
  }

  integers(list: readonly number[]): void {
    const dimensions = list.length > 0 ? 1 : 0;
    this.#size(12 + dimensions * 8 + list.length * 8);
    this.#words(dimensions, 0, integerType);
    if (dimensions === 0) return;
    this.#words(list.length, 1);
    for (const item of list) this.integer(item);
  }

  #size(size: number): void {
    this.#used = this.#bytes.writeInt32BE(size, this.#used);
  }

  #words(...words: number[]): void {
    for (const word of words) this.#used = this.#bytes.writeInt32BE(word, this.#used);
  }
}
