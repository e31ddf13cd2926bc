import type { Intake } from '../../intake/index.ts';
import { Columns } from '../declaration/columns.ts';
import { type Joining, type Part, updateNames } from '../declaration/part.ts';
import { nothingServed, type SourceColumn } from '../declaration/register.ts';
import type { CsvFormat } from '../files/csv.ts';
import { WrongFile } from '../files/table.ts';
import { type OpenPart, openPart, readList } from './open-part.ts';
import type { PartFiles } from './part-rows.ts';

/** The opened files of a source. Headers and lists have been read, rows have not. */
export class PartSource {
  /** The parts with rows of companies, in the order of the columns. */
  readonly parts: readonly PartFiles[];
  /** The places of the parts in which every company has a row. */
  readonly mainPlaces: ReadonlySet<number>;
  /** Set for an update: the stored rows that it is applied to. */
  readonly stored: Intake['stored'] | undefined;
  readonly #opened: readonly OpenPart[];
  readonly #columns: ReadonlyMap<string, Columns>;
  readonly #lists: ReadonlyMap<string, readonly string[][]>;

  private constructor(
    parts: readonly PartFiles[],
    stored: Intake['stored'] | undefined,
    opened: readonly OpenPart[],
    lists: ReadonlyMap<OpenPart, readonly string[][]>,
  ) {
    this.parts = parts;
    this.mainPlaces = new Set(parts.filter(({ part }) => part.role === 'companies').map(({ place }) => place));
    this.stored = stored;
    this.#opened = opened;
    this.#lists = new Map([...lists].map(([{ part }, rows]) => [part.name, rows]));
    this.#columns = new Map([
      ...[...lists.keys()].map(({ part, columns }) => [part.name, columns] as const),
      ...parts.map(({ part, names }) => [part.name, new Columns(names)] as const),
    ]);
  }

  static async open(parts: readonly Part[], joining: Joining, format: CsvFormat): Promise<PartSource> {
    const opened: OpenPart[] = [];
    const open = async (part: Part, key: string): Promise<OpenPart | undefined> => {
      const file = joining.files.get(key);
      if (!file) return undefined;
      const one = await openPart(part, file, format);
      opened.push(one);
      return one;
    };
    try {
      const lists = new Map<OpenPart, readonly string[][]>();
      const files: Omit<PartFiles, 'place' | 'names'>[] = [];
      for (const part of parts) {
        const { deleted, inserted } = updateNames(part);
        const rows = await open(part, joining.isUpdate && part.role !== 'list' ? inserted : part.name);
        if (part.role !== 'list') files.push({ part, rows, deleted: await open(part, deleted) });
        else if (rows) lists.set(rows, await readList(rows));
      }
      const stored = joining.isUpdate ? joining.stored : undefined;
      const known = stored ? storedParts(await servedColumns(stored), files) : fullParts(files);
      return new PartSource(known, stored, opened, lists);
    } catch (error) {
      for (const one of opened) await one.close();
      throw error;
    }
  }

  get columns(): SourceColumn[] {
    return this.parts.map(({ part, names }) => ({ part: part.name, columns: names }));
  }

  list(part: string): readonly string[][] {
    return this.#lists.get(part) ?? [];
  }

  /** A missing part has no columns, and none of them is required. */
  columnsOf(part: string): Columns {
    return this.#columns.get(part) ?? new Columns([]);
  }

  /** The optional columns that the files lack, each after its part. */
  get absent(): Set<string> {
    return new Set(
      this.#opened.flatMap(({ part }) => [...this.columnsOf(part.name).absent].map((name) => `${part.name}/${name}`)),
    );
  }

  /** Throws if required columns are missing. */
  check(): void {
    for (const { part } of this.parts) part.key?.(this.columnsOf(part.name));
    for (const { part } of this.#opened) {
      try {
        this.columnsOf(part.name).check();
      } catch (error) {
        throw error instanceof WrongFile ? new WrongFile(`${part.file}: ${error.message}`, { cause: error }) : error;
      }
    }
  }

  progress(): number {
    let read = 0;
    let size = 0;
    for (const { file } of this.#opened) {
      read += file.bytesRead();
      size += file.size;
    }
    return read / (size || 1);
  }

  async close(): Promise<void> {
    for (const one of this.#opened) await one.close();
  }
}

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
