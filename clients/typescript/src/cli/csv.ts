import { UsageError } from './shell.ts';

/** A number with a sign, such as that of a telephone. */
const signedNumber = /^[+-]\d[\d .,]*$/;

/** A cell of a table (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe. */
export function cellOf(value: string | number | boolean | null | undefined, delimiter = ','): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) && !signedNumber.test(value) ? `'${value}` : value;
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface Table {
  delimiter: string;
  headings: string[];
  /** All with as many cells as there are headings. Empty rows are left out. */
  rows: string[][];
}

/** The text of a file: UTF-8 or UTF-16, or else Windows-1252, which older spreadsheets write. */
export function textOf(bytes: Uint8Array): string {
  const starts = (...marks: number[]) => marks.every((mark, place) => bytes[place] === mark);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0))
    throw new UsageError('This is a workbook: save it as CSV in your spreadsheet program, and give that file.');
  if (starts(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (starts(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a table with headings. The delimiter is the one that cuts the headings into the most cells. */
export function readTable(source: string): Table {
  const [, said] = /^sep=([,;\t])\r?\n/i.exec(source) ?? [];
  const text = said ? source.slice(source.indexOf('\n') + 1) : source;
  const delimiter = said ?? widest(text);
  const [headings, ...rows] = [...rowsOf(text, delimiter)].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!headings) throw new UsageError('There are no rows in the file.');
  const width = headings.cells.length;
  const wrong = rows.find(({ cells }) => cells.slice(width).some((cell) => cell.trim() !== ''));
  if (wrong)
    throw new UsageError(
      `Line ${wrong.line} has ${wrong.cells.length} cells, and the headings are ${width}: a cell that contains the separator must be in quotes.`,
    );
  return {
    delimiter,
    headings: headings.cells.map((cell) => cell.trim()),
    rows: rows.map(({ cells }) => Array.from({ length: width }, (_, place) => cells[place] ?? '')),
  };
}

function widest(text: string): string {
  const widths = [',', ';', '\t'].map((delimiter) => {
    const [first] = rowsOf(text.slice(0, 10_000), delimiter, true);
    return { delimiter, width: first?.cells.length ?? 0 };
  });
  return widths.reduce((one, other) => (other.width > one.width ? other : one)).delimiter;
}

/** The rows, one by one. A quote that does not enclose a whole cell is a part of it. */
function* rowsOf(text: string, delimiter: string, isPart = false): Generator<{ line: number; cells: string[] }> {
  const isEnd = (at: number) => at >= text.length || text[at] === '\n' || text[at] === '\r' || text[at] === delimiter;
  let [at, line] = [0, 1];
  while (at < text.length) {
    const row = { line, cells: [] as string[] };
    for (;;) {
      const quoted = text[at] === '"' ? quotedCell(text, at, isEnd) : undefined;
      if (quoted === 'open' && !isPart) throw new UsageError(`Line ${line}: a quote is opened and not closed.`);
      let end = typeof quoted === 'object' ? quoted.end : at;
      if (typeof quoted !== 'object') while (!isEnd(end)) end++;
      const raw = text.slice(at, end);
      line += raw.match(/\r\n?|\n/g)?.length ?? 0;
      row.cells.push(typeof quoted === 'object' ? quoted.value : raw);
      at = end + 1;
      if (text[end] !== delimiter) break;
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at++;
    line++;
    yield row;
  }
}

/** A cell in quotes. Undefined: the quotes do not enclose the whole cell. `open`: the closing quote is missing. */
function quotedCell(
  text: string,
  start: number,
  isEnd: (at: number) => boolean,
): { value: string; end: number } | 'open' | undefined {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return 'open';
    if (text[at + 1] === '"') continue;
    return isEnd(at + 1) ? { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 } : undefined;
  }
}
