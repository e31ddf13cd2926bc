import type { OutputStream } from './shell.ts';
import { number } from './text.ts';

const width = 24;
/** In milliseconds. */
const pause = 100;

/** A bar on a terminal, which shows how far something is. Elsewhere it shows nothing. */
export class Progress {
  readonly #stream: OutputStream;
  readonly #shows: (value: number) => string;
  readonly #isShown: boolean;
  #drawn = 0;

  constructor(stream: OutputStream, isQuiet: boolean, shows: (value: number) => string = number) {
    this.#stream = stream;
    this.#shows = shows;
    this.#isShown = stream.isTTY === true && !isQuiet;
  }

  at(done: number, total: number): void {
    if (!this.#isShown || (done < total && Date.now() - this.#drawn < pause)) return;
    this.#drawn = Date.now();
    const part = total > 0 ? Math.min(1, done / total) : 1;
    const bar = '#'.repeat(Math.round(part * width)).padEnd(width, '-');
    this.#stream.write(
      `\r[${bar}] ${String(Math.floor(part * 100)).padStart(3)}% ${this.#shows(done)} of ${this.#shows(total)}\x1b[K`,
    );
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.#isShown && this.#drawn > 0) this.#stream.write('\r\x1b[K');
    this.#drawn = 0;
  }
}
