import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';
import { WrongFile } from './table.ts';
import { findDataFile, listDataFiles } from './zip-directory.ts';

export interface OpenFile {
  /** The name of the data file: of the one inside, if it is packed. */
  name: string;
  /** The size of the given file in bytes, perhaps packed; and how many of them are read so far. */
  size: number;
  bytesRead(): number;
  /** The unpacked data, to be read once. Damage is reported at its end at the latest. */
  bytes: AsyncIterable<Buffer>;
}

/** In bytes of unpacked data. The ratio of unpacked to packed is checked from `ratioFrom` bytes on. */
export interface UnpackLimits {
  size: number;
  ratio: number;
  ratioFrom: number;
}

/**
 * The largest known register has 2 GB: 50 GB leave room to grow. Registers pack 5:1, a table of mostly empty cells perhaps
 * 100:1; only endless repetition comes near 1032:1, the limit of deflate.
 */
const defaultLimits: UnpackLimits = { size: 50e9, ratio: 300, ratioFrom: 100e6 };

/** Large, because each chunk costs turns of the event loop. */
const chunkSize = 256 * 1024;

const gzipMagic = '1f8b';
/** A zip with entries, one without any, and one of several parts. */
const zipMagic = ['504b0304', '504b0506', '504b0708'];

/** Which bytes of the file are read (the end is exclusive), how they are unpacked, and what a zip states about the result. */
interface Content {
  name: string;
  start: number;
  end: number;
  packing: 'none' | 'gzip' | 'deflate';
  packedOn?: string | undefined;
  expected?: { size: number; crc32: number };
}

/** Opens a file that is plain, gzipped, or a zip with one data file in it. Its first bytes decide, not its name. */
export async function openFile(path: string, limits: Partial<UnpackLimits> = {}): Promise<OpenFile> {
  const { size, contents } = await inspect(path, async (file, size) => [await findDataFile(file, size, path)]);
  return openContent(path, size, contents[0] as Content, limits);
}

/** The data files at a path, to be opened one by one: all files of a zip, or the file itself. */
export async function dataFilesAt(path: string) {
  const { contents } = await inspect(path, (file, size) => listDataFiles(file, size, path));
  return contents.map((content) => ({
    name: content.name,
    /** The day on which it was packed, if it was and if that is known. */
    packedOn: content.packedOn,
    open: (): OpenFile => {
      const file = openContent(path, content.end, content, {});
      return { ...file, size: content.end - content.start, bytesRead: () => Math.max(0, file.bytesRead() - content.start) };
    },
  }));
}

function openContent(path: string, size: number, content: Content, limits: Partial<UnpackLimits>): OpenFile {
  let bytesRead = () => 0;
  async function* read() {
    const { start, end } = content;
    if (start === end) throw emptyFile(path);
    const source = createReadStream(path, { start, end: end - 1, highWaterMark: chunkSize });
    bytesRead = () => start + source.bytesRead;
    yield* unpack(path, source, content, { ...defaultLimits, ...limits });
    bytesRead = () => size;
  }
  return { name: content.name, size, bytesRead: () => bytesRead(), bytes: read() };
}

/** SHA-256 of the given file, in hexadecimal. */
export async function fileSha256(path: string): Promise<string> {
  await sizeOf(path);
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize })) hash.update(chunk);
  } catch (error) {
    throw unreadable(path, error);
  }
  return hash.digest('hex');
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch((error) => Promise.reject(unreadable(path, error)));
  if (stats.isDirectory()) throw new WrongFile(`${path} is a directory, not a file.`);
  // Opening a pipe would wait until another process writes to it.
  if (!stats.isFile()) throw new WrongFile(`${path} is not a regular file.`);
  if (stats.size === 0) throw emptyFile(path);
  return stats.size;
}

type ListZip = (file: FileHandle, size: number) => Promise<Content[]>;

async function inspect(path: string, listZip: ListZip): Promise<{ size: number; contents: Content[] }> {
  const size = await sizeOf(path);
  const file = await open(path).catch((error) => Promise.reject(unreadable(path, error)));
  try {
    const plain: Content = { name: basename(path), start: 0, end: size, packing: 'none' };
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const magic = buffer.toString('hex', 0, 4);
    if (zipMagic.includes(magic)) return { size, contents: await listZip(file, size) };
    if (!magic.startsWith(gzipMagic)) return { size, contents: [plain] };
    // The name inside a gzip file is optional and often out of date.
    const seconds = buffer.readUInt32LE(4);
    const packedOn = seconds === 0 ? undefined : new Date(seconds * 1000).toISOString().slice(0, 10);
    return { size, contents: [{ ...plain, name: plain.name.replace(/\.gz$/i, ''), packing: 'gzip', packedOn }] };
  } finally {
    await file.close();
  }
}

async function* unpack(path: string, source: ReadStream, content: Content, limits: UnpackLimits): AsyncGenerator<Buffer> {
  const { packing, expected } = content;
  const unpacker =
    packing === 'none' ? undefined : packing === 'gzip' ? createGunzip({ chunkSize }) : createInflateRaw({ chunkSize });
  // Every error reaches the last stream, which is the one that is read.
  if (unpacker) pipeline(source, unpacker, () => {});
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of (unpacker ?? source) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (expected) checksum = crc32(chunk, checksum);
      if (unpacker && isBomb(size, unpacker.bytesWritten, limits)) {
        throw new WrongFile(`${path} unpacks to far more data than a register has: it is refused as a zip bomb.`);
      }
      if (expected && size > expected.size) throw wrongChecksum(path);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  if (size === 0) throw emptyFile(path);
  if (expected && (expected.size !== size || expected.crc32 !== checksum)) throw wrongChecksum(path);
}

const isBomb = (unpacked: number, packed: number, limits: UnpackLimits): boolean =>
  unpacked > limits.size || (unpacked > limits.ratioFrom && unpacked > packed * limits.ratio);

const wrongChecksum = (path: string): WrongFile =>
  new WrongFile(`${path} is damaged: its data does not have the size or the checksum that the zip file states.`);

const emptyFile = (path: string): WrongFile => new WrongFile(`${path} is empty.`);

function unreadable(path: string, error: unknown): WrongFile {
  if (error instanceof WrongFile) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const wrong = (problem: string) => new WrongFile(`${path} ${problem}.`, { cause: error });
  if (code === 'ENOENT') return wrong('does not exist');
  if (code === 'EISDIR') return wrong('is a directory, not a file');
  if (code === 'EACCES' || code === 'EPERM') return wrong('may not be read by this user');
  if (code === 'Z_BUF_ERROR') return wrong('is cut off: its packed data ends too early');
  if (code.startsWith('Z_')) return wrong('is damaged: its data cannot be unpacked');
  return wrong(`cannot be read: ${message}`);
}
