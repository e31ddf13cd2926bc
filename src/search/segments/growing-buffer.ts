/** A buffer that grows at its end, and from whose beginning bytes are taken. */
export class GrowingBuffer {
  #buffer = Buffer.allocUnsafe(64 * 1024);
  length = 0;

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** The lowest byte first. */
  addNumber(value: number, bytes: 1 | 2 | 4): void {
    this.#reserve(bytes);
    this.length = this.#buffer.writeUIntLE(value, this.length, bytes);
  }

  take(length = this.length): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, length));
    this.#buffer.copyWithin(0, length, this.length);
    this.length -= length;
    return taken;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + more));
    larger.set(this.#buffer.subarray(0, this.length));
    this.#buffer = larger;
  }
}
