import { Columns } from '../declaration/columns.ts';
import type { Part, PartFile } from '../declaration/part.ts';
import { type CsvFormat, readCsv } from '../files/csv.ts';
import type { OpenFile } from '../files/open-file.ts';
import { type Batches, WrongFile } from '../files/table.ts';

/** A file of a part. Its header has been read, its rows have not. */
export interface OpenPart {
  part: Part;
  file: OpenFile;
  names: readonly string[];
  columns: Columns;
  batches: Batches;
  close(): Promise<void>;
}

/** No list of codes has more rows. */
const longestList = 500_000;

export async function openPart(part: Part, found: PartFile, format: CsvFormat): Promise<OpenPart> {
  const file = await found.open();
  const { columns: header, batches } = await readCsv(file.bytes, part.format ?? format).catch((error) => {
    throw error instanceof WrongFile ? new WrongFile(`${found.name}: ${error.message}`, { cause: error }) : error;
  });
  const hasHeader = !part.usualColumns || header.some((name) => part.usualColumns?.includes(name.trim()));
  const names = hasHeader ? header : (part.usualColumns as readonly string[]);
  async function* rows() {
    // If the header is missing, `header` is the first row.
    if (!hasHeader) yield [{ line: 1, cells: header }];
    try {
      yield* batches;
    } catch (error) {
      if (error instanceof WrongFile) throw new WrongFile(`${found.name}: ${error.message}`, { cause: error });
      throw error;
    }
  }
  if (!hasHeader && header.length !== names.length)
    throw new WrongFile(`${found.name} has neither its header nor the ${names.length} columns that it usually has.`);
  return {
    part,
    file,
    names,
    columns: new Columns(names),
    batches: rows(),
    close: async () => {
      await batches[Symbol.asyncIterator]().return?.();
    },
  };
}

/** A whole list of codes. An unreadable row is left out: then only a label is missing. */
export async function readList({ part, batches }: OpenPart): Promise<string[][]> {
  const list: string[][] = [];
  for await (const batch of batches) {
    for (const row of batch) if ('cells' in row) list.push(row.cells.map(String));
    if (list.length > longestList) throw new WrongFile(`${part.file} has over ${longestList} rows: it is no list of codes.`);
  }
  return list;
}
