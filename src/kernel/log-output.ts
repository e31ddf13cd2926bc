import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { wallClock } from './clock.ts';

/** In bytes: how much may wait for the reader. */
const mostWaiting = 1_000_000;
/** In milliseconds: the wait before a blocked reader is tried again, and how long it is tried at the end. */
const pace = { again: 50, atEnd: 500 };

/** Writes what the reader takes at once and tells how many bytes that is. Throws if it takes nothing. */
type Sink = (bytes: Buffer) => number;

/** Writes to standard output. Node makes its pipe non-blocking, so a full one takes nothing. */
export function standardSink(): Sink {
  process.stdout.on('error', () => {});
  return (bytes) => writeSync(1, bytes);
}

/**
 * Writes the log lines. Nobody waits for the reader of the log: lines that it does not take are kept up to a limit, and dropped
 * beyond it. When it reads again, a line tells how many are missing. A thread that writes would hang with the reader, and the
 * exit with it.
 */
export class LogOutput {
  readonly #sink: Sink;
  readonly #most: number;
  #lines: string[] = [];
  #size = 0;
  /** The bytes of lines that are being written and that the reader has not taken yet. */
  #bytes = Buffer.alloc(0);
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(sink: Sink, most = mostWaiting) {
    this.#sink = sink;
    this.#most = most;
  }

  write(line: string): void {
    if (this.#size + this.#bytes.length + line.length > this.#most) this.#dropped += 1;
    else this.#add(line);
    // All lines of one turn of the event loop go in one write.
    this.#timer ??= setTimeout(() => this.flushSync(), 0);
  }

  /** Writes what the reader takes now. The rest is tried again later. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWritten()) return;
    this.#timer = setTimeout(() => this.flushSync(), pace.again).unref();
  }

  /** Gives the reader a moment to take the rest, at the end. */
  async close(): Promise<void> {
    const over = AbortSignal.timeout(pace.atEnd);
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
        time: wallClock().toISOString(),
        dropped: this.#dropped,
        msg: 'nobody read the log: lines are missing',
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
