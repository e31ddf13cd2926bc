import { type CsvFault, CsvProblem, delimiterOfHeadings, readRows, textOf } from './read-csv.ts';
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

/** Reads a table with headings. */
export function readTable(bytes: Uint8Array): Table {
  try {
    const { delimiter, rows } = readRows(textOf(bytes), delimiterOfHeadings);
    const [headings = [], ...others] = rows.map(({ cells }) => cells);
    return { delimiter, headings: headings.map((cell) => cell.trim()), rows: others };
  } catch (error) {
    throw error instanceof CsvProblem ? new UsageError(sentence(error.fault)) : error;
  }
}

function sentence(fault: CsvFault): string {
  if (fault.kind === 'workbook') return 'This is a workbook: save it as CSV in your spreadsheet program, and give that file.';
  if (fault.kind === 'no rows') return 'There are no rows in the file.';
  if (fault.kind === 'open quote') return `Line ${fault.line}: a quote is opened and not closed.`;
  const { line, cells, width } = fault;
  return `Line ${line} has ${cells} cells, and the headings are ${width}: a cell that contains the separator must be in quotes.`;
}
