import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The rows that were not taken: line, reason and text, as CSV. The file is made with the first of them. */
export class Rejects {
  readonly path: string;
  count = 0;
  #stream: WriteStream | undefined;

  constructor(path: string) {
    this.path = path;
  }

  async add(line: number, reason: string, text: string): Promise<void> {
    this.count += 1;
    if (!this.#stream) {
      await mkdir(dirname(this.path), { recursive: true });
      this.#stream = createWriteStream(this.path);
      await once(this.#stream, 'open');
      this.#stream.write('line,reason,text\r\n');
    }
    if (!this.#stream.write(`${line},${quoted(reason)},${quoted(text)}\r\n`)) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    if (!this.#stream) return;
    this.#stream.end();
    await once(this.#stream, 'close');
  }
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
