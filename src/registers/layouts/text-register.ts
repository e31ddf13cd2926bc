import { basename } from 'node:path';
import type { z } from 'zod';
import { Columns, type Reader } from '../declaration/columns.ts';
import { yearFirst } from '../declaration/dates.ts';
import { declared } from '../declaration/declared.ts';
import { complete, type ParsedEntry } from '../declaration/entry.ts';
import type { About, Edition, Register, Snapshot } from '../declaration/register.ts';
import { type CsvFormat, readCsv } from '../files/csv.ts';
import { openFile } from '../files/open-file.ts';
import type { Cell } from '../files/table.ts';

/** Makes a function that turns rows into companies. The columns that it gets by `need` are required. */
export type Layout<Registry = Record<string, unknown>> = (columns: Columns) => (cells: readonly Cell[]) => ParsedEntry<Registry>;

export interface TextFormat extends CsvFormat {
  /** Columns that differ in every edition, such as its date: a record in which only these differ has not changed. */
  passing?: readonly string[];
  /** The column with the day of the edition. */
  dayColumn?: string;
}

/** A register that is published as a text file: plain, gzipped or zipped. */
export function textRegister<Fields extends z.ZodObject>(
  about: About<Fields>,
  format: TextFormat,
  layout: Layout<z.infer<Fields>>,
  editionOf: (file: string) => Edition | undefined = () => undefined,
): Register {
  return {
    ...declared(about),
    open: async (path) => {
      const edition = editionOf(basename(path));
      return { ...(await openText(path, format, layout, about.scheme)), edition };
    },
  };
}

/** Opens a text file, and checks that all required columns are there. */
export async function openText(
  path: string,
  format: TextFormat,
  layout: Layout,
  scheme: string,
): Promise<Snapshot & { columns: readonly string[] }> {
  const file = await openFile(path);
  const { columns, batches } = await readCsv(file.bytes, format);
  // A file that is not read to its end has to be closed too.
  const close = async () => {
    await batches[Symbol.asyncIterator]().return?.();
  };
  const known = new Columns(columns);
  const company = layout(known);
  const latest = format.dayColumn ? new LatestDay(known.maybe(format.dayColumn)) : undefined;
  try {
    known.check();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    columns,
    absent: known.absent,
    batches,
    company: ({ cells }) => {
      latest?.see(cells);
      return complete(company(cells), scheme);
    },
    ...(latest && { day: () => latest.day }),
    ...passingColumns(format.passing),
    progress: () => file.bytesRead() / file.size,
    close,
  };
}

/** Only if some columns are ignored: otherwise comparing all cells is cheaper. */
function passingColumns(passing: readonly string[] = []): Pick<Snapshot, 'isPassing'> {
  return passing.length === 0 ? {} : { isPassing: (column) => passing.includes(column) };
}

/** The latest day in a column. */
export class LatestDay {
  day: string | undefined;
  readonly #read: Reader<string>;
  #last = '';

  constructor(read: Reader<string>) {
    this.#read = read;
  }

  see(cells: readonly Cell[]): void {
    const text = this.#read(cells);
    // Nearly all rows have the same day.
    if (text === this.#last) return;
    this.#last = text;
    const day = yearFirst(text);
    if (day !== null && day > (this.day ?? '')) this.day = day;
  }
}
