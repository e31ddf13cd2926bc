import { once } from 'node:events';
import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { access, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';

/** Writes the rejected rows as CSV for a spreadsheet: line, reason and text. The first one creates the file. */
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
      // The next write reports the error. Without a listener the error would end the process.
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

/** The path, or a path in the temporary folder if its own folder is not writable, as in a container. */
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
 * A spreadsheet reads a cell that begins with such a sign, or with its wide form, as a formula; some also split a row at
 * semicolons and tabs. An apostrophe in front makes it text. A cell that begins with an apostrophe gets another one, so that the
 * added ones can be removed again, see docs/operators/importing.md.
 */
const harmless = (text: string) => text.replaceAll(/(?<=^|[;\t\r\n])(?=['=+\-@＝＋－＠\t\r\n])/g, "'");

const quoted = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`;
