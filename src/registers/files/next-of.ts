/** Finds the next occurrence of a character and caches it: text without one would otherwise be searched again for every cell. */
export class NextOf {
  readonly #wanted: string;
  #since = 0;
  #found = -1;

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  /** Its place at or after `at`, or the end of the text. */
  from(text: string, at: number): number {
    if (at < this.#since || at > this.#found) {
      const found = text.indexOf(this.#wanted, at);
      this.#since = at;
      this.#found = found === -1 ? text.length : found;
    }
    return this.#found;
  }

  /** Must be called whenever the text changes. */
  forget(): void {
    this.#found = -1;
  }
}
