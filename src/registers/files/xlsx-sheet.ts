import { piecesOf } from './bad-row.ts';
import type { BadRow, Batches, Cell, Row } from './table.ts';
import { BadCell, cellValue, columnOf, detached, maxColumns, type Strings, tooLong } from './xlsx-cell.ts';
import { Outline, TextRuns } from './xlsx-text.ts';
import { type Attributes, readXml, type XmlHandler } from './xml.ts';
import { damaged } from './zip-part.ts';

const maxRows = 1_048_576;
/** A row with more characters is rejected; the largest real rows have some ten thousand. */
const maxRowCharacters = 2_000_000;

const batchRows = 1_000;
/** A batch ends early at this weight (characters, and eight for each cell), so that no rows can fill the memory. */
const batchWeight = 4_000_000;

/** The part of a bad row that is shown. */
const shownCharacters = 500;

/** The rows of one sheet, from the bytes of its part. Rows without a value are left out, as the format also allows. */
export async function* readSheet(part: string, bytes: AsyncIterable<Uint8Array>, strings: Strings): Batches {
  const reader = new SheetReader(part, strings);
  for await (const _ of readXml(part, bytes, reader)) yield reader.take();
  const rest = reader.take();
  if (rest.length > 0) yield rest;
}

class SheetReader implements XmlHandler {
  readonly #part: string;
  readonly #strings: Strings;
  readonly #outline = new Outline({
    '': ['worksheet'],
    worksheet: ['sheetData'],
    sheetData: ['row'],
    row: ['c'],
    c: ['v', 'is'],
    is: ['t', 'r'],
    r: ['t'],
  });
  readonly #text = new TextRuns();
  #batch: (Row | BadRow)[] = [];
  #weight = 0;
  #line = 0;
  #cells: Cell[] = [];
  #rowText = 0;
  #problem: string | undefined;
  #column = -1;
  #type = 'n';
  #hasValue = false;

  constructor(part: string, strings: Strings) {
    this.#part = part;
    this.#strings = strings;
  }

  get full(): boolean {
    return this.#batch.length >= batchRows || this.#weight >= batchWeight;
  }

  take(): (Row | BadRow)[] {
    const batch = this.#batch;
    this.#batch = [];
    this.#weight = 0;
    return batch;
  }

  open(name: string, attributes: Attributes): void {
    if (!this.#outline.enter(name)) {
      if (this.#outline.foreignRoot) throw damaged(`${this.#part} is no sheet of cells`);
      return;
    }
    if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c') this.#openCell(attributes['r'], attributes['t']);
    else if (name === 'v' || name === 't') this.#text.begin();
    if (name === 'v' || name === 'is') this.#hasValue = true;
  }

  text(text: string, cut: boolean): void {
    this.#text.add(text, cut);
  }

  close(name: string): void {
    if (!this.#outline.leave()) return;
    if (name === 'v' || name === 't') this.#text.end();
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #openRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : /^\d+$/.test(number) ? Number(number) : 0;
    if (line <= this.#line || line > maxRows) throw damaged(`${this.#part} has an invalid row number after row ${this.#line}`);
    this.#line = line;
    this.#column = -1;
    this.#cells = [];
    this.#rowText = 0;
    this.#problem = undefined;
  }

  #openCell(reference: string | undefined, type = 'n'): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference, this.#line);
    if (this.#column === -1) this.#problem ??= new BadCell('a cell has the invalid reference', reference).problem;
    if (this.#column >= maxColumns) this.#problem ??= 'a cell has no place in the row';
    this.#type = type;
    this.#hasValue = false;
    this.#text.clear();
  }

  #closeCell(): void {
    const hasPlace = this.#column >= 0 && this.#column < maxColumns;
    // The cells behind a bad one are read too, because the number of the row may be among them.
    if (!this.#hasValue || !hasPlace || this.#rowText > maxRowCharacters) return;
    const value = this.#text.tooLong ? tooLong : cellValue(this.#type, this.#text.value, this.#strings);
    if (value === null) return;
    if (value instanceof BadCell) {
      this.#problem ??= value.problem;
      return;
    }
    if (typeof value === 'string') this.#rowText += value.length;
    if (this.#rowText > maxRowCharacters) this.#problem ??= 'the row has too much text';
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = value;
  }

  #closeRow(): void {
    const line = this.#line;
    if (this.#problem !== undefined) {
      const shown = this.#cells.map((cell) => String(cell ?? '').slice(0, shownCharacters)).join('\t');
      this.#batch.push({
        line,
        problem: this.#problem,
        text: detached(shown.slice(0, shownCharacters)),
        pieces: piecesOf(shown),
      });
    } else if (this.#cells.length > 0) {
      this.#batch.push({ line, cells: this.#cells });
      this.#weight += this.#rowText + 8 * this.#cells.length;
    }
  }
}
