import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { WrongFile } from './table.ts';

interface ZippedFile {
  name: string;
  /** Where its packed bytes are in the zip file; the end is exclusive. */
  start: number;
  end: number;
  packing: 'none' | 'deflate';
  /** The day in the archive, by the clock of the machine that packed it. */
  packedOn: string | undefined;
  /** The size and checksum of the unpacked data, as the directory states them. */
  expected: { size: number; crc32: number };
}

const stored = 0;
const deflated = 8;

/** The largest register has nine files. An archive with far more is something else. */
const maxFiles = 1_000;

/** The one data file in a zip. */
export async function findDataFile(file: FileHandle, size: number, path: string): Promise<ZippedFile> {
  const [found, second] = await listDataFiles(file, size, path);
  if (!found) throw new WrongFile(`${path} is a zip file without any data file in it.`);
  if (!second) return found;
  const names = [found, second].map(({ name }) => JSON.stringify(name)).join(', ');
  throw new WrongFile(`${path} is a zip file with several files in it (${names}, …), but it should hold one.`);
}

/** The data files in a zip: without signatures, directories and hidden files. */
export async function listDataFiles(file: FileHandle, size: number, path: string): Promise<ZippedFile[]> {
  try {
    const zip = await fromRandomAccessReaderPromise(new FileReader(file), size, { autoClose: false });
    const found: ZippedFile[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!isData(entry.fileName)) continue;
      if (found.length >= maxFiles) throw new WrongFile(`${path} is a zip file with over ${maxFiles} files in it.`);
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      found.push(zippedFile(entry, fileDataStart, path));
    }
    return found;
  } catch (error) {
    if (error instanceof WrongFile) throw error;
    if (error instanceof Error && /encrypt/.test(error.message)) throw encrypted(path, error);
    throw new WrongFile(`${path} is a zip file that is damaged or cut off.`, { cause: error });
  }
}

function zippedFile(entry: Entry, start: number, path: string): ZippedFile {
  const { compressionMethod: method, compressedSize, uncompressedSize, crc32 } = entry;
  if (entry.isEncrypted()) throw encrypted(path);
  if (method !== stored && method !== deflated) {
    throw new WrongFile(`${path} is a zip file packed in a rare way (method ${method}): unpack it, or pack it with deflate.`);
  }
  const packing = method === stored ? 'none' : 'deflate';
  return {
    name: basename(entry.fileName),
    start,
    end: start + compressedSize,
    packing,
    packedOn: dayOf(entry.getLastModDate({ timezone: 'UTC' })),
    expected: { size: uncompressedSize, crc32 },
  };
}

/** Packers without a time write the first day of the format. */
function dayOf(moment: Date): string | undefined {
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() <= 1980) return undefined;
  return moment.toISOString().slice(0, 10);
}

/** Does not close the file, and reports an impossible position by the callback, where the library's own reader would throw. */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    this.#file
      .read(buffer, offset, length, position)
      .then(({ bytesRead }) => callback(bytesRead < length ? new Error('unexpected end of file') : null), callback);
  }
}

const isData = (name: string): boolean =>
  !/\/$|\.asc$/i.test(name) && !name.split('/').includes('__MACOSX') && !basename(name).startsWith('.');

const encrypted = (path: string, cause?: unknown): WrongFile =>
  new WrongFile(`${path} is an encrypted zip file: decrypt it first.`, { cause });
