import { open } from 'node:fs/promises';
import yauzl from 'yauzl';
import { WrongFile } from './table.ts';
import { damaged, maxUnpackedBytes, ofTheFile, ZipPart } from './zip-part.ts';

/** A workbook has some dozens of parts, one with many pictures some thousands. */
const maxParts = 20_000;

/** The zip archive of a workbook. Names of parts are compared without case, as the format requires. */
export class Package {
  readonly #zip: yauzl.ZipFile;
  readonly #entries = new Map<string, yauzl.Entry>();

  private constructor(zip: yauzl.ZipFile) {
    this.#zip = zip;
  }

  static async open(path: string): Promise<Package> {
    await checkStart(path);
    const zip = await yauzl.openPromise(path, { autoClose: false }).catch((error) => {
      throw ofTheFile(error) ? damaged('it is cut off, or no zip archive', error) : error;
    });
    // Reads report their own errors. A late error from closing is ignored.
    zip.on('error', () => {});
    const archive = new Package(zip);
    try {
      await archive.#list();
      return archive;
    } catch (error) {
      zip.close();
      throw ofTheFile(error) ? damaged('its zip archive has no valid directory', error) : error;
    }
  }

  async #list(): Promise<void> {
    for await (const entry of this.#zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (this.#entries.has(name)) throw damaged(`it has ${JSON.stringify(entry.fileName)} twice`);
      if (this.#entries.size === maxParts) throw damaged('it has too many parts');
      this.#entries.set(name, entry);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  part(name: string, limit = maxUnpackedBytes): ZipPart {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw damaged(`it has no part ${JSON.stringify(name)}`);
    return new ZipPart(this.#zip, entry, limit);
  }

  close(): void {
    this.#zip.close();
  }
}

/** Reports files that are no XLSX workbook in clear words, before the zip reader complains about signatures. */
async function checkStart(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new WrongFile(`The workbook cannot be opened: ${reason}.`, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.toString('hex', 0, bytesRead);
    if (start === 'd0cf11e0') {
      throw new WrongFile('The file is an old .xls workbook or is locked with a password: save it as .xlsx without one.');
    }
    if (!start.startsWith('504b')) throw new WrongFile('The file is no XLSX workbook: it is not a zip archive.');
  } finally {
    await file.close();
  }
}
