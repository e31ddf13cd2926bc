import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { Cell } from '../../../src/registers/files/table.ts';

type Many<T> = Iterable<T> | AsyncIterable<T>;

export interface Sheet {
  name: string;
  rows: Many<readonly Cell[]>;
}

export interface WorkbookOptions {
  /** As Excel does it (the default), or each string in its cell, which holds nothing in memory however many there are. */
  strings?: 'shared' | 'inline';
  date1904?: boolean;
  /** Many small workbooks are written and read faster if they are not compressed. */
  compress?: boolean;
}

/** The content of one part of a zip archive: whole, or in pieces that are only made as they are written. */
export type Part = string | Buffer | (() => Many<string | Buffer>);

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Writes a workbook. Rows are taken one at a time; shared strings are kept until the end, so make huge files `inline`. */
export async function writeWorkbook(path: string, sheets: Sheet[], options: WorkbookOptions = {}): Promise<void> {
  const shared = options.strings === 'inline' ? undefined : new Map<string, number>();
  const names = sheets.map(({ name }) => name);
  const parts: Record<string, Part> = workbookParts(names, { ...options, shared: shared !== undefined });
  sheets.forEach(({ rows }, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = () => sheetXml(rows, shared);
  });
  if (shared) parts['xl/sharedStrings.xml'] = () => sharedStringsXml(shared.keys());
  await writeZip(path, parts, { compress: options.compress ?? true });
}

/** The parts that hold a workbook together, without its sheets and its shared strings. */
export function workbookParts(sheets: string[], { date1904 = false, shared = true } = {}): Record<string, string> {
  const numbered = sheets.map((name, index) => ({ name, number: index + 1 }));
  const sheetRelations = numbered.map(({ number }) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`));
  const list = numbered.map(({ name, number }) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`);
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      shared ? [...sheetRelations, relation('rIdStrings', 'sharedStrings', 'sharedStrings.xml')] : sheetRelations,
    ),
  };
}

export async function writeZip(
  path: string,
  parts: Record<string, Part>,
  options: { compress?: boolean; forceZip64Format?: boolean } = {},
): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'function') {
      zip.addReadStreamLazy(name, options, (give) => give(null, Readable.from(part(), { objectMode: false })));
    } else {
      zip.addBuffer(Buffer.from(part), name, options);
    }
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';

export async function* sheetXml(rows: Many<readonly Cell[]>, shared: Map<string, number> | undefined): AsyncGenerator<string> {
  let xml = sheetStart;
  let line = 0;
  for await (const cells of rows) {
    line += 1;
    xml += `<row r="${line}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${line}`, shared)).join('')}</row>`;
    if (xml.length > 32_768) {
      yield xml;
      xml = '';
    }
  }
  yield xml + sheetEnd;
}

function cellXml(cell: Cell, reference: string, shared: Map<string, number> | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`;
  if (!shared) return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  const index = shared.get(cell) ?? shared.size;
  shared.set(cell, index);
  return `<c r="${reference}" t="s"><v>${index}</v></c>`;
}

function* sharedStringsXml(strings: Iterable<string>): Generator<string> {
  let xml = `${declaration}<sst xmlns="${main}">`;
  for (const string of strings) {
    xml += `<si><t xml:space="preserve">${escapeXml(string)}</t></si>`;
    if (xml.length > 32_768) {
      yield xml;
      xml = '';
    }
  }
  yield `${xml}</sst>`;
}

/** 0 is A, 26 is AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

/** What XML cannot hold is written as Excel does: `_x000D_`, and an underscore that would look like it is escaped itself. */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(unfitForXml, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] as string);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
const unfitForXml = /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g;

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

const relations = (list: string[]): string =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${list.join('')}</Relationships>`;
