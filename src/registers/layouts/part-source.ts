import type { Intake } from '../../intake/index.ts';
import { Columns } from '../declaration/columns.ts';
import { type Joining, type Part, type PartFile, updateNames } from '../declaration/part.ts';
import { nothingServed, type SourceColumn } from '../declaration/register.ts';
import { type CsvFormat, readCsv } from '../files/csv.ts';
import type { OpenFile } from '../files/open-file.ts';
import { type Batches, WrongFile } from '../files/table.ts';

/** An opened part: its rows, and in an update the rows that it deletes. */
export interface PartFiles {
  part: Part;
  /** Its place among the parts. */
  place: number;
  /** The names of its columns. */
  names: readonly string[];
  rows: OpenPart | undefined;
  deleted: OpenPart | undefined;
}

export type PartSource = Awaited<ReturnType<typeof openParts>>;

/** Opens the files of a source. Headers and lists are read, rows are not. */
export async function openParts(parts: readonly Part[], joining: Joining, format: CsvFormat) {
  const opened: OpenPart[] = [];
  const close = async () => {
    for (const one of opened) await one.close();
  };
  const open = async (part: Part, key: string): Promise<OpenPart | undefined> => {
    const file = joining.files.get(key);
    if (!file) return undefined;
    const one = await openPart(part, file, format);
    opened.push(one);
    return one;
  };
  try {
    const lists = new Map<string, readonly string[][]>();
    const columns = new Map<string, Columns>();
    const files: Files[] = [];
    for (const part of parts) {
      const { deleted, inserted } = updateNames(part);
      const rows = await open(part, joining.isUpdate && part.role !== 'list' ? inserted : part.name);
      if (part.role !== 'list') files.push({ part, rows, deleted: await open(part, deleted) });
      else if (rows) {
        lists.set(part.name, await readList(rows));
        columns.set(part.name, rows.columns);
      }
    }
    const stored = joining.isUpdate ? joining.stored : undefined;
    const known = stored ? storedParts(await servedColumns(stored), files) : fullParts(files);
    for (const { part, names } of known) columns.set(part.name, new Columns(names));
    /** A missing part has no columns, and none of them is required. */
    const columnsOf = (part: string): Columns => columns.get(part) ?? new Columns([]);
    return {
      /** The parts with rows of companies, in the order of the columns. */
      parts: known,
      /** The places of the parts in which every company has a row. */
      mainPlaces: new Set(known.filter(({ part }) => part.role === 'companies').map(({ place }) => place)),
      /** Set for an update: the stored rows that it is applied to. */
      stored,
      columns: known.map(({ part, names }): SourceColumn => ({ part: part.name, columns: names })),
      columnsOf,
      list: (part: string): readonly string[][] => lists.get(part) ?? [],
      /** The optional columns that the files lack, each after its part. */
      absent: () => new Set([...columns].flatMap(([part, { absent }]) => [...absent].map((name) => `${part}/${name}`))),
      /** Throws if required columns are missing. */
      check(): void {
        for (const { part } of known) part.key?.(columnsOf(part.name));
        for (const { part } of opened) {
          try {
            columnsOf(part.name).check();
          } catch (error) {
            throw ofFile(part.file, error);
          }
        }
      },
      progress: () => sumOf(opened, (file) => file.bytesRead()) / (sumOf(opened, (file) => file.size) || 1),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const sumOf = (opened: readonly OpenPart[], count: (file: OpenFile) => number): number =>
  opened.reduce((sum, { file }) => sum + count(file), 0);

/** A problem of a file, with its name. */
const ofFile = (name: string, error: unknown): unknown =>
  error instanceof WrongFile ? new WrongFile(`${name}: ${error.message}`, { cause: error }) : error;

type Files = Omit<PartFiles, 'place' | 'names'>;

const fullParts = (files: readonly Files[]): PartFiles[] =>
  files.flatMap((one) => (one.rows ? [{ ...one, names: one.rows.names }] : [])).map((one, place) => ({ ...one, place }));

async function servedColumns(stored: Intake['stored']): Promise<readonly SourceColumn[]> {
  const columns = await stored.columns();
  if (!columns) throw new WrongFile(nothingServed);
  return columns;
}

/** The parts of the served records. The columns of an update must be the same as theirs. */
function storedParts(columns: readonly SourceColumn[], files: readonly Files[]): PartFiles[] {
  const parts = columns.flatMap((column, place) => {
    const one = typeof column === 'string' ? undefined : files.find(({ part }) => part.name === column.part);
    return one && typeof column !== 'string' ? [{ ...one, names: column.columns, place }] : [];
  });
  for (const { part, rows } of files) {
    const names = parts.find((one) => one.part === part)?.names;
    if (rows && rows.names.join('\n') !== names?.join('\n'))
      throw new WrongFile(`${part.file} of the update has other columns than the served data: import the full edition.`);
  }
  return parts;
}

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
const maxListRows = 500_000;

async function openPart(part: Part, found: PartFile, format: CsvFormat): Promise<OpenPart> {
  const file = await found.open();
  const { columns: header, batches } = await readCsv(file.bytes, part.format ?? format).catch((error) => {
    throw ofFile(found.name, error);
  });
  const hasHeader = !part.usualColumns || header.some((name) => part.usualColumns?.includes(name.trim()));
  const names = hasHeader ? header : (part.usualColumns as readonly string[]);
  async function* rows() {
    // If the header is missing, `header` is the first row.
    if (!hasHeader) yield [{ line: 1, cells: header }];
    try {
      yield* batches;
    } catch (error) {
      throw ofFile(found.name, error);
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
async function readList({ part, batches }: OpenPart): Promise<string[][]> {
  const list: string[][] = [];
  for await (const batch of batches) {
    for (const row of batch) if ('cells' in row) list.push(row.cells.map(String));
    if (list.length > maxListRows) throw new WrongFile(`${part.file} has over ${maxListRows} rows: it is no list of codes.`);
  }
  return list;
}
