import { readSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrongFile } from './table.ts';
import { damaged, type ZipPart } from './xlsx-package.ts';
import { Outline, TextRuns } from './xlsx-text.ts';
import { maxText, readXml, type XmlHandler } from './xml.ts';

/** The largest known workbook has 1.1 million; each needs four bytes of memory. */
const maxStrings = 16_000_000;

const pageLength = 65_536;
const blockSize = 16_384;
/** The most blocks in memory, 16 MB: cells mostly use strings in the order of the file, and a few strings very often. */
const maxBlocks = 1_024;
const writeSize = 262_144;

/**
 * The strings that the cells of a workbook refer to by number. A million of them as JavaScript strings would need several
 * hundred megabytes, so they are written to a temporary file; only the end of each one is in memory.
 */
export class SharedStrings {
  readonly #folder: string;
  readonly #file: FileHandle;
  readonly #ends: Uint32Array[] = [];
  readonly #tooLong = new Set<number>();
  /** Each block has one place in the cache, its number modulo the places, so a lookup is one comparison. */
  #cache = Buffer.alloc(0);
  #cached = new Int32Array(0);
  #count = 0;
  #size = 0;

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async load(part: ZipPart): Promise<SharedStrings> {
    const folder = await mkdtemp(join(tmpdir(), 'shared-strings-'));
    const strings = new SharedStrings(folder, await open(join(folder, 'strings'), 'wx+', 0o600));
    try {
      // The open file stays usable after its name is removed, so a crash leaves nothing behind. If the system forbids that,
      // close() removes it.
      await rm(folder, { recursive: true, force: true }).catch(() => {});
      await strings.#read(part);
      return strings;
    } catch (error) {
      await strings.close();
      throw error;
    }
  }

  async #read(part: ZipPart): Promise<void> {
    const pending = Buffer.allocUnsafeSlow(writeSize + 3 * maxText);
    let filled = 0;
    const reader = new SharedStringsReader((text) => {
      filled += pending.write(text ?? '', filled);
      this.#add(this.#size + filled, text === undefined);
      return filled >= writeSize;
    });
    const flush = async (): Promise<void> => {
      for (let written = 0; written < filled; ) {
        written += (await this.#file.write(pending, written, filled - written, this.#size + written)).bytesWritten;
      }
      this.#size += filled;
      filled = 0;
      reader.full = false;
    };
    for await (const _ of readXml(part.name, part.bytes(), reader)) await flush();
    await flush();
    const blocks = Math.min(Math.floor(this.#size / blockSize) + 1, maxBlocks);
    this.#cache = Buffer.allocUnsafeSlow(blockSize * blocks);
    this.#cached = new Int32Array(blocks).fill(-1);
  }

  #add(end: number, tooLong: boolean): void {
    if (this.#count === maxStrings) throw damaged('it has too many shared strings');
    if (tooLong) this.#tooLong.add(this.#count);
    if (this.#count % pageLength === 0) this.#ends.push(new Uint32Array(pageLength));
    (this.#ends.at(-1) as Uint32Array)[this.#count % pageLength] = end;
    this.#count += 1;
  }

  /** Undefined if the string is too long. It reads synchronously, because nearly always the string is in memory. */
  get(index: number): string | undefined {
    if (!(index < this.#count))
      throw new WrongFile(`The workbook is damaged: a cell refers to shared string ${index} of ${this.#count}.`);
    if (this.#tooLong.has(index)) return undefined;
    const start = index === 0 ? 0 : this.#end(index - 1);
    const end = this.#end(index);
    const block = Math.floor(start / blockSize);
    if (end > (block + 1) * blockSize) {
      const own = Buffer.allocUnsafe(end - start);
      readSync(this.#file.fd, own, 0, own.length, start);
      return own.toString('utf8');
    }
    const slot = block % this.#cached.length;
    const place = slot * blockSize;
    if (this.#cached[slot] !== block) {
      readSync(this.#file.fd, this.#cache, place, blockSize, block * blockSize);
      this.#cached[slot] = block;
    }
    const from = place + (start % blockSize);
    return this.#cache.toString('utf8', from, from + end - start);
  }

  #end(index: number): number {
    return (this.#ends[Math.floor(index / pageLength)] as Uint32Array)[index % pageLength] as number;
  }

  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
  }
}

class SharedStringsReader implements XmlHandler {
  full = false;
  readonly #outline = new Outline({ '': ['sst'], sst: ['si'], si: ['t', 'r'], r: ['t'] });
  readonly #text = new TextRuns();
  /** Takes a string, or undefined for one that is too long. Returns true when it is full. */
  readonly #take: (text: string | undefined) => boolean;

  constructor(take: (text: string | undefined) => boolean) {
    this.#take = take;
  }

  open(name: string): void {
    if (!this.#outline.enter(name)) return;
    if (name === 'si') this.#text.clear();
    else if (name === 't') this.#text.begin();
  }

  text(text: string, cut: boolean): void {
    this.#text.add(text, cut);
  }

  close(name: string): void {
    if (!this.#outline.leave()) return;
    if (name === 't') this.#text.end();
    else if (name === 'si') this.full = this.#take(this.#text.tooLong ? undefined : this.#text.value);
  }
}
