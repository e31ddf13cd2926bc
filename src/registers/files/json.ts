import { BracketsDiffer, JsonRecord } from './json-record.ts';
import { type BadRow, type JsonRow, WrongFile } from './table.ts';

/** No wanted member has a longer name. */
const maxNameBytes = 100;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf];
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** What may come next. */
type Expected = 'start' | 'member' | 'record or end' | 'record' | 'rest of record' | 'comma or end' | 'nothing';

/**
 * Cuts the bytes of a JSON file into its records, which are the objects of one large list: the whole file, or a member of the
 * outermost object. Only one record is in memory at a time, and one that is too large or too deep is rejected. Streaming parsers
 * that return single tokens have no such limits, and take many times as long.
 */
class JsonRecords {
  readonly #members: readonly string[];
  readonly #record = new JsonRecord();
  #expected: Expected = 'start';
  #count = 0;
  #at = 0;

  /** Whether the outermost value is an object with the list in it, and whether the list was found. */
  #wrapped = false;
  #found = false;
  /** In such an object, outside the list: the number of open brackets, and the name of the member. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #name: number[] = [];
  #member = '';

  constructor(members: readonly string[]) {
    this.#members = members;
  }

  /** The records that end in this chunk. */
  *push(chunk: Buffer): Generator<JsonRow | BadRow> {
    this.#at = 0;
    while (this.#at < chunk.length) {
      if (this.#expected === 'rest of record') {
        const end = this.#take(chunk);
        this.#at = end ?? chunk.length;
        if (end === undefined) return;
        this.#expected = 'comma or end';
        this.#count++;
        yield this.#record.finish(this.#count);
      } else if (this.#expected === 'member') this.#findList(chunk);
      else this.#between(chunk[this.#at] as number);
    }
  }

  /** Throws if the file is incomplete. */
  end(): void {
    if (this.#expected === 'start') throw new WrongFile('The file is empty.');
    if (this.#expected !== 'nothing') throw new WrongFile(`The file is cut off, ${this.#place()}.`);
  }

  #take(chunk: Buffer): number | undefined {
    try {
      return this.#record.take(chunk, this.#at);
    } catch (error) {
      throw error instanceof BracketsDiffer ? this.#notJson() : error;
    }
  }

  #place(): string {
    if (this.#expected === 'rest of record') return `in record ${this.#count + 1}`;
    return this.#count > 0 ? `after record ${this.#count}` : 'before its first record';
  }

  #notJson(): WrongFile {
    return new WrongFile(`The file is not valid JSON, ${this.#place()}.`);
  }

  #noList(): WrongFile {
    const names = this.#members.map((name) => `"${name}"`).join(' or ');
    return new WrongFile(`This is not the file of this register: it is neither a list nor an object with the list ${names}.`);
  }

  /** Handles one byte outside of all records. */
  #between(byte: number): void {
    const expected = this.#expected;
    if (isSpace(byte) || (expected === 'start' && byteOrderMark.includes(byte))) return void this.#at++;
    if (expected === 'start') {
      if (byte !== openBracket && byte !== openBrace) throw this.#noList();
      this.#wrapped = byte === openBrace;
      this.#expected = this.#wrapped ? 'member' : 'record or end';
    } else if (byte === openBrace && (expected === 'record' || expected === 'record or end')) {
      // The brace belongs to the record.
      this.#expected = 'rest of record';
      return;
    } else if (byte === comma && expected === 'comma or end') this.#expected = 'record';
    else if (byte === closeBracket && (expected === 'comma or end' || expected === 'record or end'))
      this.#expected = this.#wrapped ? 'member' : 'nothing';
    else throw this.#notJson();
    this.#at++;
  }

  /** Skips the members of the outermost object up to the list, or to the end of the object. */
  #findList(chunk: Buffer): void {
    while (this.#at < chunk.length && this.#expected === 'member') {
      const byte = chunk[this.#at++] as number;
      if (this.#inString) this.#readString(byte);
      else if (byte === quote) {
        this.#inString = true;
        this.#name = [];
      } else if (byte === openBracket && this.#depth === 0 && this.#members.includes(this.#member)) {
        this.#found = true;
        this.#expected = 'record or end';
      } else if (byte === openBracket || byte === openBrace) this.#depth++;
      else if (byte === closeBracket || byte === closeBrace) this.#closeMember(byte);
      else if (this.#depth === 0 && byte === colon) this.#member = Buffer.from(this.#name).toString();
      else if (this.#depth === 0 && byte === comma) this.#member = '';
    }
  }

  #closeMember(byte: number): void {
    this.#depth--;
    if (this.#depth >= 0) return;
    if (byte !== closeBrace) throw this.#notJson();
    if (!this.#found) throw this.#noList();
    this.#expected = 'nothing';
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inString = false;
    if (this.#inString && this.#name.length < maxNameBytes) this.#name.push(byte);
  }
}

/**
 * Reads the records of a JSON file: those of its outermost list, or of a list that is a member of its outermost object. An
 * unreadable record is rejected; a problem of the whole file throws WrongFile.
 */
export async function* readJson(
  bytes: AsyncIterable<Buffer>,
  members: readonly string[],
): AsyncGenerator<(JsonRow | BadRow)[], undefined> {
  const records = new JsonRecords(members);
  for await (const chunk of bytes) {
    const batch = [...records.push(chunk)];
    if (batch.length > 0) yield batch;
  }
  records.end();
}
