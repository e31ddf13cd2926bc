import { badRow } from './bad-row.ts';
import { maxLineCharacters, maxRecordCharacters, tooLong } from './csv-records.ts';
import { type BadRow, type Row, WrongFile } from './table.ts';

/**
 * Cuts text into records of one line each, in which every field is quoted and quotes inside fields are not escaped:
 * `"1";"Club "Light" of Town"`. Fields end at a quote, the delimiter and a quote. If a field contains these three, its row has a
 * cell too many and is rejected. NUL characters are kept: the register handles them.
 */
export class QuotedLines {
  readonly #delimiter: string;
  readonly #border: string;
  #text = '';
  #at = 0;
  #line = 0;
  #ended = false;
  /** Inside a rejected line whose end has not arrived yet. */
  #skipping = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#border = `"${delimiter}"`;
  }

  push(piece: string): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
  }

  end(): void {
    this.#ended = true;
  }

  lineAfter(ahead: string): number {
    return this.#line + (this.#text.slice(this.#at) + ahead).split('\n').length;
  }

  next(width?: number): Row | BadRow | undefined {
    for (;;) {
      const start = this.#at;
      const lineFeed = this.#text.indexOf('\n', start);
      const end = lineFeed === -1 ? this.#text.length : lineFeed;
      if (lineFeed === -1 && !this.#ended) return this.#waitOrReject(start);
      if (start === this.#text.length) return undefined;
      this.#at = Math.min(end + 1, this.#text.length);
      this.#line++;
      if (this.#skipping) this.#skipping = false;
      else {
        const line = this.#text.slice(start, this.#text[end - 1] === '\r' ? end - 1 : end);
        if (line !== '') return this.#read(line, width, lineFeed === -1);
      }
    }
  }

  /** Waits for the end of a line, up to a limit. */
  #waitOrReject(start: number): BadRow | undefined {
    if (this.#text.length - start <= maxLineCharacters) return undefined;
    const text = this.#text.slice(start);
    this.#at = this.#text.length;
    if (this.#skipping) return undefined;
    this.#skipping = true;
    return badRow({ line: this.#line + 1, problem: tooLong }, text);
  }

  #read(line: string, width: number | undefined, isLast: boolean): Row | BadRow {
    // The header has no quotes.
    if (!width) return { line: this.#line, cells: line.split(this.#delimiter) };
    if (line.length > maxRecordCharacters) return badRow({ line: this.#line, problem: tooLong }, line);
    const isQuoted = line.length > 1 && line.startsWith('"') && line.endsWith('"');
    const cells = isQuoted ? line.slice(1, -1).split(this.#border) : [];
    if (cells.length === width) return { line: this.#line, cells };
    if (isLast && cells.length < width) throw new WrongFile(`The file is cut off, in line ${this.#line}.`);
    const problem = isQuoted ? `the record has ${cells.length} cells and the header ${width}` : 'the record is not in quotes';
    // Two rows without a line break between them have one cell less than twice the columns.
    const rows = Math.max(1, Math.floor((line.split(this.#border).length + 1) / width));
    return badRow({ line: this.#line, problem, rows }, line);
  }
}
