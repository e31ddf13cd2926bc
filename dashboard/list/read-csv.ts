import { counted, number } from '../format.ts';
import { Unreadable } from './text.ts';

/** The most rows of a list, besides its headings. */
export const mostRows = 10_000;

export const delimiters = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '': 'nothing: one column' } as const;
export type Delimiter = keyof typeof delimiters;

export interface Table {
  delimiter: Delimiter;
  /** All with as many cells as the first one. */
  rows: string[][];
  /** The line of the text at which each row begins, from 1. */
  lines: number[];
}

/** A row of cells and the line at which it begins. */
interface Row {
  line: number;
  cells: string[];
}

/**
 * Reads a table. A delimiter that is not given is guessed. Empty rows are left out. A quote that does not enclose a whole cell is
 * a part of it: people paste names such as `"Alpha" Ltd`.
 */
export function readCsv(text: string, chosen?: Delimiter): Table {
  const [, said] = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text) ?? [];
  // Spreadsheets may state the delimiter in a line of its own, which stays as an empty one.
  const plain = text.replace(/^\uFEFF/, '').replace(/^sep=[,;\t](?=\r?\n)/i, '');
  const delimiter = chosen ?? (said as Delimiter | undefined) ?? delimiterOf(plain);
  const rows = [...rowsOf(plain, delimiter)].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = rows;
  if (!first) throw new Unreadable('There are no rows in it.');
  // A row of headings may come on top. The questions are counted again when it is known.
  if (rows.length > mostRows + 1)
    throw new Unreadable(`It has ${counted(rows.length, 'row')}. A list has at most ${number(mostRows)}: split it.`);
  const width = first.cells.length;
  const tooLong = rows.find(({ cells }) => cells.slice(width).some((cell) => cell.trim() !== ''));
  if (tooLong)
    throw new Unreadable(
      `Line ${number(tooLong.line)} has ${counted(tooLong.cells.length, 'cell')}, and the first row has ${number(width)}. ` +
        'A cell that contains the separator must be in quotes.',
    );
  return {
    delimiter,
    rows: rows.map(({ cells }) => Array.from({ length: width }, (_, place) => cells[place] ?? '')),
    lines: rows.map(({ line }) => line),
  };
}

/** How many rows decide about the delimiter. */
const sampled = 30;

/** The delimiter that cuts the first rows into the most columns. */
export function delimiterOf(text: string): Delimiter {
  const widths = ([',', ';', '\t'] as const).map((delimiter) => ({ delimiter, width: commonWidth(text, delimiter) }));
  const best = widths.reduce((one, other) => (other.width > one.width ? other : one));
  return best.width > 1 ? best.delimiter : '';
}

/** How many cells the first row has. 1 if another row has more, most rows have fewer, or the text cannot be read so. */
function commonWidth(text: string, delimiter: Delimiter): number {
  const widths: number[] = [];
  try {
    for (const { cells } of rowsOf(text, delimiter)) {
      if (cells.some((cell) => cell.trim() !== '')) widths.push(cells.length);
      if (widths.length === sampled) break;
    }
  } catch {
    return 1;
  }
  const [first = 1] = widths;
  const isCommon =
    widths.every((width) => width <= first) && 2 * widths.filter((width) => width === first).length > widths.length;
  return isCommon ? first : 1;
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
      if (quoted === 'open') throw new Unreadable(`Line ${number(line)}: a quote is opened and not closed.`);
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
