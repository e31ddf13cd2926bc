/** Writes XLSX workbooks of any size: the sheets stream, and the shared strings wait in a temporary file. */
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMember, chunked, zipTo } from './files.ts';

/** A day is a serial number that is shown as a date; a formula has its last result beside it. */
export type SheetCell = string | number | null | { serial: number } | { formula: string; result: string };

export interface Sheet {
  name: string;
  rows: Iterable<readonly SheetCell[]>;
}

export interface WorkbookStyle {
  /** How numbers are spelt: 38709, or as Java does it: 38709.0 and 1.003602023531E12. */
  numbers: 'plain' | 'java';
  /** Whether an empty cell is written without a value, or left out altogether. */
  blanks: 'written' | 'absent';
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The styles of the cells, by their places in the style sheet. */
const generalStyle = 0;
const dateStyle = 1;

export async function writeWorkbook(path: string, sheets: readonly Sheet[], style: WorkbookStyle): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workbook-'));
  const strings = new SharedStrings(join(folder, 'strings.xml'));
  try {
    await zipTo(path, (zip) => {
      const part = (name: string, xml: string) => addMember(zip, name, () => [declaration + xml]);
      part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
      part('xl/_rels/workbook.xml.rels', relationships(workbookParts(sheets)));
      part('xl/workbook.xml', workbookXml(sheets));
      part('xl/styles.xml', stylesXml);
      for (const [place, { rows }] of sheets.entries())
        addMember(zip, `xl/worksheets/sheet${place + 1}.xml`, () => chunked(sheetXml(rows, strings, style)));
      part('[Content_Types].xml', contentTypesXml(sheets));
      addMember(zip, 'xl/sharedStrings.xml', () => strings.xml());
    });
  } finally {
    strings.close();
    await rm(folder, { recursive: true });
  }
}

/** Only so many strings are remembered to be used again: memory stays the same however many there are. */
const remembered = 20_000;

class SharedStrings {
  readonly #path: string;
  readonly #file: number;
  readonly #places = new Map<string, number>();
  #waiting = '';
  #count = 0;
  #uses = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w');
  }

  /** The place of a string in the table. */
  place(text: string): number {
    this.#uses++;
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    if (this.#places.size < remembered) this.#places.set(text, this.#count);
    this.#waiting += `<si><t xml:space="preserve">${escaped(text)}</t></si>`;
    if (this.#waiting.length > 128 * 1024) this.#flush();
    return this.#count++;
  }

  /** The whole table, when every sheet has been written. */
  async *xml(): AsyncGenerator<string | Buffer> {
    this.#flush();
    yield `${declaration}<sst xmlns="${main}" count="${this.#uses}" uniqueCount="${this.#count}">`;
    yield* createReadStream(this.#path, { highWaterMark: 128 * 1024 });
    yield '</sst>';
  }

  close(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#waiting);
    this.#waiting = '';
  }
}

function* sheetXml(rows: Iterable<readonly SheetCell[]>, strings: SharedStrings, style: WorkbookStyle): Generator<string> {
  yield `${declaration}<worksheet xmlns="${main}" xmlns:r="${relations}"><sheetFormatPr defaultRowHeight="12.75"/><sheetData>`;
  let row = 0;
  for (const cells of rows) {
    row++;
    let xml = `<row r="${row}">`;
    for (let column = 0; column < cells.length; column++)
      xml += cellXml(`${String.fromCharCode(65 + column)}${row}`, cells[column] ?? null, strings, style);
    yield `${xml}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(reference: string, cell: SheetCell, strings: SharedStrings, { numbers, blanks }: WorkbookStyle): string {
  const number = (value: number) => (numbers === 'java' ? javaNumber(value) : `${value}`);
  if (cell === null) return blanks === 'written' ? `<c r="${reference}" s="${generalStyle}"/>` : '';
  if (typeof cell === 'string') return `<c r="${reference}" s="${generalStyle}" t="s"><v>${strings.place(cell)}</v></c>`;
  if (typeof cell === 'number') return `<c r="${reference}" s="${generalStyle}" t="n"><v>${number(cell)}</v></c>`;
  if ('serial' in cell) return `<c r="${reference}" s="${dateStyle}" t="n"><v>${number(cell.serial)}</v></c>`;
  return `<c r="${reference}" s="${generalStyle}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.result)}</v></c>`;
}

/** A whole number as Java prints a double: 38709.0, and from ten million on 1.003602023531E12. */
export function javaNumber(value: number): string {
  if (value < 10_000_000) return `${value}.0`;
  const [mantissa, exponent] = value.toExponential().split('e+') as [string, string];
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent}`;
}

const special = /[&<>"]/;

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function workbookParts(sheets: readonly Sheet[]): [kind: string, target: string][] {
  return [
    ...sheets.map((_, place): [string, string] => ['worksheet', `worksheets/sheet${place + 1}.xml`]),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ];
}

function relationships(parts: readonly [kind: string, target: string][]): string {
  const each = parts.map(
    ([kind, target], place) => `<Relationship Id="rId${place + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

function workbookXml(sheets: readonly Sheet[]): string {
  const each = sheets.map(({ name }, place) => `<sheet name="${escaped(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`);
  return `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="false"/><sheets>${each.join('')}</sheets></workbook>`;
}

const stylesXml =
  `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="10"/><name val="Times New Roman"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

function contentTypesXml(sheets: readonly Sheet[]): string {
  const overrides: [part: string, kind: string][] = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...sheets.map((_, place): [string, string] => [`/xl/worksheets/sheet${place + 1}.xml`, 'worksheet']),
    ['/xl/sharedStrings.xml', 'sharedStrings'],
  ];
  const each = overrides.map(([part, kind]) => `<Override PartName="${part}" ContentType="${documents}.${kind}+xml"/>`);
  return (
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ` +
    `ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${each.join('')}</Types>`
  );
}
