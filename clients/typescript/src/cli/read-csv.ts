/* Reads tables that people save from spreadsheets or paste. The dashboard reads them by this code too. */

export const delimiters = [',', ';', '\t'] as const;
/** Without a delimiter a table has one column. */
export type Delimiter = (typeof delimiters)[number] | '';

/** A row of cells, and the line at which it begins, from 1. */
export interface Row {
  line: number;
  cells: string[];
}

/** Why a table cannot be read. Who reads it says so in its own words. */
export type CsvFault =
  | { kind: 'workbook' }
  | { kind: 'no rows' }
  | { kind: 'open quote'; line: number }
  | { kind: 'long row'; line: number; cells: number; width: number };

export class CsvProblem extends Error {
  readonly fault: CsvFault;

  constructor(fault: CsvFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** The text of a file: UTF-8 or UTF-16, or else Windows-1252, which older spreadsheets write. */
export function textOf(bytes: Uint8Array): string {
  const starts = (...marks: number[]) => marks.every((mark, place) => bytes[place] === mark);
  // Both are archives: .xlsx and .ods begin as ZIP files do, .xls has its own mark.
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0)) throw new CsvProblem({ kind: 'workbook' });
  if (starts(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (starts(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Reads a table. `delimiter` is the one that was chosen, or how it is guessed. Empty rows are left out; all others have as many
 * cells as the first one. A quote that does not enclose a whole cell is a part of it: people paste names such as `"Alpha" Ltd`.
 */
export function readRows(
  text: string,
  delimiter: Delimiter | ((text: string) => Delimiter),
): { delimiter: Delimiter; rows: Row[] } {
  const [, said] = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text) ?? [];
  // Spreadsheets may state the delimiter in a line of its own, which stays as an empty one.
  const plain = text.replace(/^\uFEFF/, '').replace(/^sep=[,;\t](?=\r?\n)/i, '');
  const used = typeof delimiter === 'string' ? delimiter : ((said as Delimiter | undefined) ?? delimiter(plain));
  const rows = [...rowsOf(plain, used)].filter(isFilled);
  const width = rows[0]?.cells.length;
  if (width === undefined) throw new CsvProblem({ kind: 'no rows' });
  const long = rows.find(({ cells }) => cells.slice(width).some((cell) => cell.trim() !== ''));
  if (long) throw new CsvProblem({ kind: 'long row', line: long.line, cells: long.cells.length, width });
  const even = (cells: string[]) => Array.from({ length: width }, (_, place) => cells[place] ?? '');
  return { delimiter: used, rows: rows.map(({ line, cells }) => ({ line, cells: even(cells) })) };
}

const isFilled = ({ cells }: Row): boolean => cells.some((cell) => cell.trim() !== '');

/** The delimiter that cuts the headings into the most cells. */
export const delimiterOfHeadings = (text: string): Delimiter => widest((delimiter) => widths(text, delimiter, 1)[0] ?? 1) || ',';

/** How many rows decide about the delimiter. */
const sampled = 30;

/** The delimiter that cuts the first rows into the most columns. */
export const delimiterOf = (text: string): Delimiter =>
  widest((delimiter) => {
    const [first = 1, ...others] = widths(text, delimiter, sampled);
    // Another row must not have more cells, and most must not have fewer.
    const isCommon = others.every((width) => width <= first);
    return isCommon && 2 * (1 + others.filter((width) => width === first).length) > 1 + others.length ? first : 1;
  });

function widest(widthBy: (delimiter: Delimiter) => number): Delimiter {
  const found = delimiters.map((delimiter) => ({ delimiter, width: widthBy(delimiter) }));
  const best = found.reduce((one, other) => (other.width > one.width ? other : one));
  return best.width > 1 ? best.delimiter : '';
}

/** How many cells each of the first rows has. None if the text cannot be read so. */
function widths(text: string, delimiter: Delimiter, most: number): number[] {
  const found: number[] = [];
  try {
    for (const row of rowsOf(text, delimiter)) {
      if (isFilled(row)) found.push(row.cells.length);
      if (found.length === most) break;
    }
  } catch {
    return [];
  }
  return found;
}

/** The rows of a text, one by one. */
function* rowsOf(text: string, delimiter: Delimiter): Generator<Row> {
  const isEnd = (at: number): boolean => at >= text.length || text[at] === '\n' || text[at] === '\r' || text[at] === delimiter;
  const cellEnd = (from: number): number => {
    let at = from;
    while (!isEnd(at)) at++;
    return at;
  };
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const row: Row = { line, cells: [] };
    for (;;) {
      const quoted = text[at] === '"' ? quotedCell(text, at, isEnd) : undefined;
      if (quoted === 'open') throw new CsvProblem({ kind: 'open quote', line });
      const end = quoted?.end ?? cellEnd(at);
      const raw = text.slice(at, end);
      line += raw.match(/\r\n?|\n/g)?.length ?? 0;
      row.cells.push(quoted?.value ?? raw);
      at = end + 1;
      if (end >= text.length || text[end] !== delimiter) break;
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
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return 'open';
    if (text[quote + 1] === '"') at = quote + 2;
    else if (isEnd(quote + 1)) return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    else return undefined;
  }
}
