import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import { WrongFile } from './table.ts';

/** A workbook has some dozens of parts, one with many pictures some thousands. */
const maxParts = 20_000;
/** Largest part, unpacked. The largest known has 0.2 GB: ten times that is accepted, and a bomb does not run for hours. */
const maxUnpackedBytes = 2 * 1024 ** 3;
/** Sheets pack to a tenth, seldom to a hundredth. The limit of deflate is 1:1032, and bombs come close to that. */
const maxRatio = 250;
/** Up to this size any ratio is harmless. */
const ratioFromBytes = 16 * 1024 ** 2;

const chunkBytes = 64 * 1024;

export type Package = Awaited<ReturnType<typeof openPackage>>;

/** Opens the zip archive of a workbook. Names of parts are compared without case, as the format requires. */
export async function openPackage(path: string) {
  await checkStart(path);
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch((error) => {
    throw ofTheFile(error) ? damaged('it is cut off, or no zip archive', error) : error;
  });
  // Reads report their own errors. A late error from closing is ignored.
  zip.on('error', () => {});
  const entries = new Map<string, yauzl.Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw damaged(`it has ${JSON.stringify(entry.fileName)} twice`);
      if (entries.size === maxParts) throw damaged('it has too many parts');
      entries.set(name, entry);
    }
  } catch (error) {
    zip.close();
    throw ofTheFile(error) ? damaged('its zip archive has no valid directory', error) : error;
  }
  return {
    has: (name: string): boolean => entries.has(name.toLowerCase()),
    part(name: string, maxBytes = maxUnpackedBytes): ZipPart {
      const entry = entries.get(name.toLowerCase());
      if (!entry) throw damaged(`it has no part ${JSON.stringify(name)}`);
      return zipPart(zip, entry, maxBytes);
    },
    close: () => zip.close(),
  };
}

export type ZipPart = ReturnType<typeof zipPart>;

/** One part of a zip archive, to be read once. Reading fails at the end if the size or the checksum is wrong. */
function zipPart(zip: yauzl.ZipFile, entry: yauzl.Entry, maxBytes: number) {
  // Keeps messages on one line.
  const name = entry.fileName.replace(/[^ -~]/g, '?').slice(0, 100);
  const packedBytes = entry.compressedSize;
  const isPacked = entry.compressionMethod === 8;
  /** A zip bomb may state a wrong size, so the limit is checked for the stated size and for the real one. */
  const check = (size: number): void => {
    if (size <= maxBytes && (size <= ratioFromBytes || size <= maxRatio * packedBytes)) return;
    throw new WrongFile(`The workbook unpacks to too much data: ${name} has more than ${size.toLocaleString('en')} bytes.`);
  };
  if (entry.isEncrypted()) throw new WrongFile('The workbook is locked with a password: save it without one.');
  if (!isPacked && entry.compressionMethod !== 0) throw damaged(`${name} is packed in an unknown way`);
  check(entry.uncompressedSize);

  let packedBytesRead = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let crc = 0;
    let size = 0;
    try {
      const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
      // The last stream reports the errors of both.
      const source = isPacked ? pipeline(packed, createInflateRaw({ chunkSize: chunkBytes }), () => {}) : packed;
      for await (const chunk of source as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        packedBytesRead = 'bytesWritten' in source ? Number(source.bytesWritten) : size;
        check(size);
        yield chunk;
      }
    } catch (error) {
      throw ofTheFile(error) ? damaged(`${name} cannot be unpacked`, error) : error;
    }
    if (size !== entry.uncompressedSize || crc !== entry.crc32) throw damaged(`${name} is not what was packed`);
  }
  return { name, packedBytes, packedBytesRead: () => packedBytesRead, bytes };
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

export const damaged = (problem: string, cause?: unknown): WrongFile =>
  new WrongFile(`The workbook is damaged: ${problem}.`, { cause });

/** Whether an error is about the content of the file, and not about the disk or the machine. */
const ofTheFile = (error: unknown): boolean => error instanceof Error && !(error instanceof WrongFile) && !('syscall' in error);
