import {
  type CsvFault,
  CsvProblem,
  type Delimiter,
  delimiterOf,
  readRows,
  textOf as textIn,
} from '../../clients/typescript/src/cli/read-csv.ts';
import { counted, number } from '../format.ts';

export type { Delimiter } from '../../clients/typescript/src/cli/read-csv.ts';

/** What cannot be read, in words for people. */
export class Unreadable extends Error {}

const mebibyte = 2 ** 20;
/** In bytes. */
const mostBytes = 20 * mebibyte;

/** The text of a file. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > mostBytes) throw new Unreadable(`The file is larger than ${mostBytes / mebibyte} MB.`);
  return readable(() => textIn(bytes));
}

/** The most rows of a list, besides its headings. */
export const mostRows = 10_000;

export const delimiters: Record<Delimiter, string> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '': 'nothing: one column',
};

export interface Table {
  delimiter: Delimiter;
  /** All with as many cells as the first one. */
  rows: string[][];
  /** The line of the text at which each row begins, from 1. */
  lines: number[];
}

/** Reads a table. A delimiter that is not given is guessed. */
export function readCsv(text: string, chosen?: Delimiter): Table {
  const { delimiter, rows } = readable(() => readRows(text, chosen ?? delimiterOf));
  // A row of headings may come on top. The queries are counted again when it is known.
  if (rows.length > mostRows + 1)
    throw new Unreadable(`It has ${counted(rows.length, 'row')}. A list has at most ${number(mostRows)}: split it.`);
  return { delimiter, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) };
}

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof CsvProblem ? new Unreadable(sentence(error.fault)) : error;
  }
}

function sentence(fault: CsvFault): string {
  if (fault.kind === 'workbook') return 'This is a workbook. Save it as CSV in your spreadsheet program, and drop that file.';
  if (fault.kind === 'no rows') return 'There are no rows in it.';
  if (fault.kind === 'open quote') return `Line ${number(fault.line)}: a quote is opened and not closed.`;
  const { line, cells, width } = fault;
  return (
    `Line ${number(line)} has ${counted(cells, 'cell')}, and the first row has ${number(width)}. ` +
    'A cell that contains the separator must be in quotes.'
  );
}
