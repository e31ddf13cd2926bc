import { badRow } from './bad-row.ts';
import { NextOf } from './next-of.ts';
import { type BadRow, type Row, WrongFile } from './table.ts';

/** Far longer than any real record, and small enough to keep in memory. */
export const maxRecordCharacters = 1_000_000;
/** So much of a rejected line is kept to its end, because its number may be there. */
export const maxLineCharacters = 8_000_000;

export const tooLong = `the record is longer than ${maxRecordCharacters.toLocaleString('en')} characters`;
const neverEnds = 'a quoted field never ends';
const moreCells = 'the record has more cells than the';

/** With fewer columns, commas in a text can look like rows. */
const fewestColumns = 6;

const lineFeed = 10;
const carriageReturn = 13;

const countLineBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/**
 * Cuts text that comes in pieces into records. If a record cannot be read, only its first line is rejected, and reading resumes
 * at the next line: a stray quote, which seems to open a field over many rows, rejects only its own row.
 */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #quote: string | null;

  /** The part of the file in memory, and how far it is read; #line is the number of that line in the file. */
  #text = '';
  #at = 0;
  #line = 1;
  #ended = false;

  /** How far the last search for a record went. */
  #reached = 0;
  /** Inside a rejected line whose end has not arrived yet. */
  #skipping = false;
  /** Up to here, a line may be the inside of a rejected record: it is accepted as a row only if its quotes are correct. */
  #doubtfulUntil = 0;
  /** The line of a quoted field that has no end. */
  #unended: number | undefined;
  /** The cells of the record that is being read, or was read last. */
  #cells: string[] = [];
  /** The line behind a rejected line that is too short, and the cells that this one may have to complete it. */
  #rest = { line: 0, cells: 0 };

  readonly #nextLineFeed = new NextOf('\n');
  readonly #nextCarriageReturn = new NextOf('\r');
  readonly #nextNul = new NextOf('\0');
  readonly #nextDelimiter: NextOf;

  constructor(delimiter: string, quote: string | null) {
    this.#delimiter = delimiter;
    this.#quote = quote;
    this.#nextDelimiter = new NextOf(delimiter);
  }

  /** A piece must not end between the two characters of a line break. */
  push(piece: string): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#doubtfulUntil = Math.max(0, this.#doubtfulUntil - this.#at);
    this.#at = 0;
    for (const next of [this.#nextLineFeed, this.#nextCarriageReturn, this.#nextNul, this.#nextDelimiter]) next.forget();
  }

  end(): void {
    this.#ended = true;
  }

  /** The line number after `ahead`, which follows the pushed text. */
  lineAfter(ahead: string): number {
    return this.#line + countLineBreaks(this.#text.slice(this.#at) + ahead);
  }

  /** The next record, or undefined if its end has not arrived yet. Without a width, any number of cells is accepted. */
  next(width?: number): Row | BadRow | undefined {
    if (!this.#findStart()) return undefined;
    const start = this.#at;
    const read = this.#read(width ?? maxRecordCharacters);
    const end = this.#reached;
    if (end - start > maxRecordCharacters) return this.#reject(tooLong, { certain: Array.isArray(read) ? read : this.#cells });
    if (read === undefined) return this.#ended ? this.#reject(neverEnds, { certain: this.#cells }) : undefined;
    if (typeof read === 'string') return this.#reject(read, this.#knownOf(read, width));
    if (width && this.#hasRowsInCell(read, width)) return this.#reject('a quoted field goes on over whole rows', {});
    if (width && read.length < width) {
      // A short last line without an end was cut off, and perhaps many lines after it.
      if (this.#ended && end === this.#text.length && start >= this.#doubtfulUntil)
        throw new WrongFile(`The file is cut off, in line ${this.#line}.`);
      return this.#reject(`the record has ${read.length} cells and the header ${width}`, this.#knownOfShort(read, width));
    }
    const line = this.#line;
    this.#at = end;
    if (this.#lineEnd(start) < end) this.#line += countLineBreaks(this.#text.slice(start, end));
    if (this.#nextNul.from(this.#text, start) < end) {
      const certain = read.map((cell) => (cell.includes('\0') ? '' : cell));
      return badRow({ line, problem: 'the record contains a NUL character', certain }, this.#text.slice(start, end));
    }
    return { line, cells: read };
  }

  #lineEnd(at: number): number {
    return Math.min(this.#nextLineFeed.from(this.#text, at), this.#nextCarriageReturn.from(this.#text, at));
  }

  /** Skips line breaks and empty lines to the beginning of a record; false if there is none yet. */
  #findStart(): boolean {
    if (this.#skipping) {
      this.#at = this.#lineEnd(this.#at);
      this.#skipping = this.#at === this.#text.length;
    }
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== lineFeed && code !== carriageReturn) return this.#at < this.#text.length;
      this.#at += code === carriageReturn && this.#text.charCodeAt(this.#at + 1) === lineFeed ? 2 : 1;
      this.#line++;
    }
  }

  /** The cells of a record, or its problem, or undefined if the text ends before the record does. */
  #read(width: number): string[] | string | undefined {
    const text = this.#text;
    const quote = this.#quote ?? '';
    const quoteCode = this.#quote === null ? -1 : quote.charCodeAt(0);
    const delimiterCode = this.#delimiter.charCodeAt(0);
    const doubtful = this.#quote !== null && this.#at < this.#doubtfulUntil;
    const cells: string[] = [];
    this.#cells = cells;
    let at = this.#at;
    for (;;) {
      if (text.charCodeAt(at) === quoteCode) {
        // Most cells of a wide table are empty: not searching in them makes reading faster by a third.
        let close = text.charCodeAt(at + 1) === quoteCode ? at + 1 : text.indexOf(quote, at + 1);
        const doubled = text.charCodeAt(close + 1) === quoteCode;
        while (close !== -1 && text.charCodeAt(close + 1) === quoteCode) close = text.indexOf(quote, close + 2);
        this.#reached = text.length;
        if (close === -1) return undefined;
        const cell = text.slice(at + 1, close);
        cells.push(doubled ? cell.replaceAll(quote + quote, quote) : cell);
        at = close + 1;
      } else {
        const end = Math.min(this.#nextDelimiter.from(text, at), this.#lineEnd(at));
        const cell = text.slice(at, end);
        this.#reached = end;
        if (doubtful && cell.includes(quote)) return 'there is a quote inside an unquoted field';
        cells.push(cell);
        at = end;
      }
      const code = text.charCodeAt(at);
      if (code === delimiterCode && cells.length < width) {
        at++;
        continue;
      }
      this.#reached = at;
      if (at === text.length) return this.#ended ? cells : undefined;
      if (code === lineFeed || code === carriageReturn) return cells;
      if (code === delimiterCode) return `${moreCells} ${width} of the header`;
      return 'a quoted field continues after its closing quote';
    }
  }

  /** Rejects the line, not the record. Waits for the end of the line, up to a limit. */
  #reject(problem: string, known: Pick<BadRow, 'certain' | 'rows'>): BadRow | undefined {
    const start = this.#at;
    const line = this.#line;
    const end = this.#lineEnd(start);
    const goesOn = end === this.#text.length && !this.#ended;
    if (goesOn && end - start <= maxLineCharacters) return undefined;
    if (problem === neverEnds || this.#unended !== undefined) this.#suspectCut(end);
    this.#doubtfulUntil = Math.max(this.#doubtfulUntil, Math.min(this.#reached, start + maxRecordCharacters));
    this.#at = end;
    this.#skipping = goesOn;
    return badRow({ line, problem, ...known }, this.#text.slice(start, end));
  }

  /** Whether a stray quote opens a field in one row, and another one closes it in the same column of a row further down. */
  #hasRowsInCell(cells: readonly string[], width: number): boolean {
    if (width < fewestColumns || this.#lineEnd(this.#at) >= this.#reached) return false;
    return cells.some((cell) => {
      const breaks = countLineBreaks(cell);
      return breaks > 0 && cell.split(this.#delimiter).length - 1 === breaks * (width - 1);
    });
  }

  /** What is known of a record whose cells cannot be told apart. The last one may be wrong; with too many cells, all may be. */
  #knownOf(problem: string, width = 0): Pick<BadRow, 'certain' | 'rows'> {
    if (!problem.startsWith(moreCells)) return { certain: this.#cells.slice(0, -1) };
    const line = this.#text.slice(this.#at, this.#lineEnd(this.#at));
    // Two rows without a line break between them have one cell less than twice the columns.
    const rows = Math.max(1, Math.floor((line.split(this.#delimiter).length + 1) / width));
    return { rows };
  }

  /** A line break in a cell without quotes makes two short lines of a row: the second is no row of another company. */
  #knownOfShort({ length }: readonly string[], width: number): Pick<BadRow, 'rows'> {
    const isRest = this.#rest.line === this.#line;
    const cells = (isRest ? this.#rest.cells : width) - length + 1;
    this.#rest = { line: this.#line + 1, cells };
    return isRest && cells === 1 ? { rows: 0 } : {};
  }

  /** A quoted field without an end is a stray quote if all lines after it are valid rows; otherwise the file is cut off. */
  #suspectCut(lineEnd: number): void {
    const more = this.#text.slice(lineEnd).trim() !== '';
    if (this.#unended !== undefined || !more) {
      throw new WrongFile(`The file is cut off: the quoted field in line ${this.#unended ?? this.#line} never ends.`);
    }
    this.#unended = this.#line;
  }
}
