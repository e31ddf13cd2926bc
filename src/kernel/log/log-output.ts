import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How much may wait for the reader. */
const maxBufferedBytes = 1_000_000;
/** The pause before the next attempt to write, and the time limit of the last attempts. */
const [retryMs, closeMs] = [50, 500];

/** Writes what the reader takes at once, and returns the number of bytes. Throws if the reader takes nothing. */
type Sink = (bytes: Buffer) => number;

/** Writes to standard output. Node makes its pipe non-blocking, so a full one takes nothing. */
export function standardSink(): Sink {
  process.stdout.on('error', () => {});
  return (bytes) => writeSync(1, bytes);
}

/**
 * Writes the log lines without waiting for the reader of the log. Lines that the reader does not take are kept up to a limit, and
 * dropped beyond it. When it reads again, one line reports how many are missing. This is no separate thread: a thread that writes
 * would hang with the reader, and so would the exit.
 */
export class LogOutput {
  readonly #sink: Sink;
  readonly #limitBytes: number;
  #lines: string[] = [];
  #size = 0;
  /** The bytes of lines that are being written and that the reader has not taken yet. */
  #bytes = Buffer.alloc(0);
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(sink: Sink, limitBytes = maxBufferedBytes) {
    this.#sink = sink;
    this.#limitBytes = limitBytes;
  }

  write(line: string): void {
    if (this.#size + this.#bytes.length + line.length > this.#limitBytes) this.#dropped += 1;
    else this.#add(line);
    // All lines of one turn of the event loop go in one write.
    this.#timer ??= setTimeout(() => this.flushSync(), 0);
  }

  /** Writes what the reader takes now. The rest is tried again later. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWritten()) return;
    this.#timer = setTimeout(() => this.flushSync(), retryMs).unref();
  }

  /** Waits a short time for the reader to take the rest. */
  async close(): Promise<void> {
    const over = AbortSignal.timeout(closeMs);
    for (this.flushSync(); this.#timer && !over.aborted; this.flushSync()) await delay(10);
    clearTimeout(this.#timer);
  }

  #isWritten(): boolean {
    try {
      while (this.#bytes.length > 0 || this.#take()) this.#bytes = this.#bytes.subarray(this.#sink(this.#bytes));
      return true;
    } catch {
      return false;
    }
  }

  /** Takes the next lines. The line about missing ones comes after the lines that were written before the gap. */
  #take(): boolean {
    if (this.#lines.length === 0 && this.#dropped > 0) {
      const line = {
        level: 40,
        time: new Date().toISOString(),
        dropped: this.#dropped,
        msg: 'log lines were dropped: the reader was too slow',
      };
      this.#dropped = 0;
      this.#add(`${JSON.stringify(line)}\n`);
    }
    if (this.#lines.length === 0) return false;
    this.#bytes = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#size = 0;
    return true;
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#size += line.length;
  }
}
