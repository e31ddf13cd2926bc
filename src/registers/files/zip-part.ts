import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { WrongFile } from './table.ts';

/** Largest part, unpacked. The largest known has 0.2 GB: ten times that is accepted, and a bomb does not run for hours. */
export const maxUnpackedBytes = 2 * 1024 ** 3;
/** Sheets pack to a tenth, seldom to a hundredth. The limit of deflate is 1:1032, and bombs come close to that. */
const maxRatio = 250;
/** Up to this size any ratio is harmless. */
const ratioFromBytes = 16 * 1024 ** 2;

const chunkBytes = 64 * 1024;

/** One part of a zip archive, to be read once. Reading fails at the end if the size or the checksum is wrong. */
export class ZipPart {
  readonly name: string;
  readonly packedSize: number;
  packedRead = 0;
  readonly #zip: ZipFile;
  readonly #entry: Entry;
  readonly #limit: number;

  constructor(zip: ZipFile, entry: Entry, limit: number) {
    // Keeps messages on one line.
    this.name = entry.fileName.replace(/[^ -~]/g, '?').slice(0, 100);
    this.packedSize = entry.compressedSize;
    this.#zip = zip;
    this.#entry = entry;
    this.#limit = limit;
    if (entry.isEncrypted()) throw new WrongFile('The workbook is locked with a password: save it without one.');
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw damaged(`${this.name} is packed in an unknown way`);
    this.#check(entry.uncompressedSize);
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    let crc = 0;
    let size = 0;
    try {
      const source = await this.#open();
      for await (const chunk of source as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        this.packedRead = 'bytesWritten' in source ? Number(source.bytesWritten) : size;
        this.#check(size);
        yield chunk;
      }
    } catch (error) {
      throw ofTheFile(error) ? damaged(`${this.name} cannot be unpacked`, error) : error;
    }
    if (size !== this.#entry.uncompressedSize || crc !== this.#entry.crc32) throw damaged(`${this.name} is not what was packed`);
  }

  async #open(): Promise<Readable> {
    const packed = await this.#zip.openReadStreamPromise(this.#entry, { decodeFileData: false });
    // The last stream reports the errors of both.
    return this.#entry.compressionMethod === 0 ? packed : pipeline(packed, createInflateRaw({ chunkSize: chunkBytes }), () => {});
  }

  /** A zip bomb may state a wrong size, so the limit is checked for the stated size and for the real one. */
  #check(size: number): void {
    if (size > this.#limit || (size > ratioFromBytes && size > maxRatio * this.packedSize)) {
      throw new WrongFile(
        `The workbook unpacks to too much data: ${this.name} has more than ${size.toLocaleString('en')} bytes.`,
      );
    }
  }
}

export const damaged = (problem: string, cause?: unknown): WrongFile =>
  new WrongFile(`The workbook is damaged: ${problem}.`, { cause });

/** Whether an error is about the content of the file, and not about the disk or the machine. */
export const ofTheFile = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof WrongFile) && !('syscall' in error);
