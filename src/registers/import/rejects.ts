import { once } from 'node:events';
import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { access, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';

/** The rows that were not taken: line, reason and text, as CSV for a spreadsheet. The file is made with the first of them. */
export class Rejects {
  path: string;
  count = 0;
  #stream: WriteStream | undefined;
  #failure: Error | undefined;

  constructor(path: string) {
    this.path = path;
  }

  async add(line: number, reason: string, text: string): Promise<void> {
    this.count += 1;
    if (!this.#stream) {
      this.path = await writable(this.path);
      this.#stream = createWriteStream(this.path);
      // What goes wrong is told to whoever writes next; without a listener it would end the process.
      this.#stream.on('error', (error) => {
        this.#failure = error;
      });
      await once(this.#stream, 'open');
      this.#stream.write('line,reason,text\r\n');
    }
    if (this.#failure) throw this.#failure;
    if (!this.#stream.write(`${line},${quoted(reason)},${quoted(text)}\r\n`)) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    if (!this.#stream) return;
    if (this.#failure) throw this.#failure;
    this.#stream.end();
    await finished(this.#stream);
  }
}

/** The path, or where its folder cannot be written, as in a container, one among the temporary files. */
async function writable(path: string): Promise<string> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await access(dirname(path), constants.W_OK);
    return path;
  } catch {
    return join(await mkdtemp(join(tmpdir(), 'company-registry-')), basename(path));
  }
}

/**
 * A spreadsheet takes a cell that begins with such a sign, or with its wide form, for a formula; some split a row at semicolons
 * and tabs, too. With an apostrophe before it, it is text. An apostrophe gets one as well, so that
 * docs/operators/importing.md can say how to take away what was added.
 */
const harmless = (text: string) => text.replaceAll(/(?<=^|[;\t\r\n])(?=['=+\-@＝＋－＠\t\r\n])/g, "'");

const quoted = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`;
