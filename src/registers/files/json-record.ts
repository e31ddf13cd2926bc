import { isUtf8 } from 'node:buffer';
import { parseLossless } from '../../kernel/lossless-json.ts';
import { excerpt, piecesOf } from './bad-row.ts';
import { type BadRow, type JsonObject, type JsonRow, WrongFile } from './table.ts';

/** Far longer than any real record, and small enough to keep in memory. */
export const maxRecordBytes = 5_000_000;
/** Real records have about ten levels. */
const maxDepth = 64;
/** So much of a record that is too long is kept. Its number is near its beginning. */
const keptBytes = 50_000;

const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The brackets of a record don't match, so its end cannot be found. */
export class BracketsDiffer extends Error {}

/** One record of a JSON file, collected from chunks. Its end is found by counting brackets; then a parser reads it. */
export class JsonRecord {
  #depth = 0;
  readonly #brackets = new Uint8Array(maxDepth);
  #tooDeep = false;
  #inString = false;
  /** The previous chunk ended with a backslash. */
  #escaped = false;
  #pieces: Buffer[] = [];
  #size = 0;

  /** Takes the bytes of the record. Returns the place after its end, or undefined if the chunk ends first. */
  take(chunk: Buffer, start: number): number | undefined {
    const end = this.#findEnd(chunk, start);
    const piece = chunk.subarray(start, end);
    this.#size += piece.length;
    // If it is too long, only its beginning is kept, for the report.
    if (this.#size <= maxRecordBytes) this.#pieces.push(piece);
    else this.#pieces = [beginningOf(this.#pieces.length > 1 ? Buffer.concat(this.#pieces) : (this.#pieces[0] ?? piece))];
    return end;
  }

  /** Returns the record as a row, and resets this for the next record. */
  finish(line: number): JsonRow | BadRow {
    const bytes = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    const problem = this.#problem();
    this.#pieces = [];
    this.#size = 0;
    this.#tooDeep = false;
    this.#inString = false;
    this.#escaped = false;
    if (!problem && !isUtf8(bytes)) throw new WrongFile(`The file is not UTF-8, in record ${line}.`);
    const object = problem ? undefined : parsed(bytes);
    if (object) return { line, cells: object };
    const text = bytes.toString();
    // Where two quotes are missing, all records between them seem to be one.
    const rows = 1 + (text.match(/\}\s*,\s*\{/g)?.length ?? 0);
    return { line, problem: problem ?? 'the record is not valid JSON', text: excerpt(text), pieces: piecesOf(text), rows };
  }

  #problem(): string | undefined {
    if (this.#size > maxRecordBytes) return `the record is longer than ${maxRecordBytes.toLocaleString('en')} bytes`;
    return this.#tooDeep ? `the record is nested deeper than ${maxDepth} levels` : undefined;
  }

  /** The end of the record, or undefined if the chunk ends first. Nearly every byte of the file passes through this loop. */
  #findEnd(chunk: Buffer, start: number): number | undefined {
    const { length } = chunk;
    let inString = this.#inString;
    let at = this.#escaped ? start + 1 : start;
    while (at < length) {
      const byte = chunk[at++];
      if (inString) {
        if (byte === backslash) at++;
        else if (byte === quote) inString = false;
      } else if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) this.#open(byte);
      else if ((byte === closeBrace || byte === closeBracket) && this.#close(byte)) return at;
    }
    this.#inString = inString;
    this.#escaped = at > length;
    return undefined;
  }

  #open(byte: number): void {
    if (this.#depth < maxDepth) this.#brackets[this.#depth] = byte;
    else this.#tooDeep = true;
    this.#depth++;
  }

  /**
   * Whether this bracket ends the record. Brackets must match, or a missing one would merge all following records into one. In
   * ASCII a closing bracket is its opening bracket plus two.
   */
  #close(byte: number): boolean {
    this.#depth--;
    if (this.#depth < maxDepth && this.#brackets[this.#depth] !== byte - 2) throw new BracketsDiffer();
    return this.#depth === 0;
  }
}

/** A copy, so that it doesn't keep the whole chunk in memory. */
const beginningOf = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, keptBytes));

function parsed(bytes: Buffer): JsonObject | undefined {
  try {
    return parseLossless(bytes.toString()) as JsonObject;
  } catch {
    return undefined;
  }
}
