import type { Intake } from '../../intake/index.ts';
import type { Columns, Reader } from '../declaration/columns.ts';
import type { Part } from '../declaration/part.ts';
import { paddedCells, piecesOf } from '../files/bad-row.ts';
import { type BadRow, type Cell, WrongFile } from '../files/table.ts';
import type { PartRow } from './join-table.ts';
import { KeySet } from './key-set.ts';
import type { OpenPart } from './open-part.ts';

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

/** Rows that are not imported. */
export class SkippedRows {
  persons = 0;
  bad: BadRow[] = [];

  /** The text of an unreadable row is not kept, because it may be about a person. */
  reject(file: string, row: Omit<BadRow, 'text'>): void {
    if (this.bad.length >= mostBad) throw new WrongFile(`${file} has over ${mostBad} rows that cannot be read.`);
    this.bad.push({ ...row, problem: `${file}: ${row.problem}`, text: '' });
  }
}

const mostBad = 100_000;
/** No update deletes more rows by their own number. */
const mostDeleted = 2_000_000;

/** Reads the rows of companies from the files of a source. Persons, and rows that belong to no company, are dropped here. */
export class PartRows {
  readonly #stored: Intake['stored'] | undefined;
  readonly #companies = new KeySet();
  readonly #links = new KeySet();

  /** For an update: the stored rows that it is applied to. */
  constructor(stored: Intake['stored'] | undefined) {
    this.#stored = stored;
  }

  async *of(files: PartFiles, isPerson: (cells: readonly Cell[]) => boolean, skipped: SkippedRows): AsyncGenerator<PartRow[]> {
    const { part, rows, deleted } = files;
    if (rows) yield* this.#inserted(files, rows, isPerson, skipped);
    if (deleted) yield* part.ownNumber ? this.#deletedByNumber(files, deleted, part.ownNumber) : this.#deleted(files, deleted);
  }

  async *#inserted(
    { part, place }: PartFiles,
    open: OpenPart,
    isPerson: (cells: readonly Cell[]) => boolean,
    skipped: SkippedRows,
  ): AsyncGenerator<PartRow[]> {
    const key = keyOf(part, open.columns);
    const link = part.link?.(open.columns);
    const isMain = part.role === 'companies';
    for await (const batch of open.batches) {
      const taken: PartRow[] = [];
      for (const row of batch) {
        if (!('cells' in row)) skipped.reject(part.file, isMain ? identified(row, key, open.names) : noCompany(row));
        else if (isMain && isPerson(row.cells)) skipped.persons += 1;
        else {
          const one = {
            key: key(row.cells),
            part: place,
            deletes: false,
            line: row.line,
            link: link?.(row.cells),
            cells: row.cells,
          };
          if (one.key !== '') taken.push(one);
          else if (isMain)
            skipped.reject(part.file, {
              line: row.line,
              problem: 'the national number is missing',
              pieces: piecesOf(JSON.stringify(row.cells)),
            });
        }
      }
      yield await this.#admitted(part, taken);
    }
  }

  /** Only rows of known companies: known from the main file or, in an update, from the served data. */
  async #admitted(part: Part, rows: PartRow[]): Promise<PartRow[]> {
    if (part.role === 'companies') {
      for (const { key, link } of rows) {
        this.#companies.add(key);
        if (link) this.#links.add(link);
      }
      return rows;
    }
    const keys = part.byLink ? this.#links : this.#companies;
    const served = await this.#stored?.known(rows.filter(({ key }) => !keys.has(key)).map(({ key }) => key));
    return rows.filter(({ key }) => keys.has(key) || served?.has(key));
  }

  async *#deleted({ part, place }: PartFiles, open: OpenPart): AsyncGenerator<PartRow[]> {
    const key = keyOf(part, open.columns);
    open.columns.check();
    for await (const batch of open.batches) {
      const keys = batch.flatMap((row) => ('cells' in row ? [key(row.cells)] : []));
      const served = await this.#stored?.known(keys);
      yield [...new Set(keys)]
        .filter((one) => served?.has(one) || this.#companies.has(one))
        .map((one) => ({ key: one, part: place, deletes: true, line: 0, cells: [] }));
    }
  }

  async *#deletedByNumber({ part, place }: PartFiles, open: OpenPart, column: string): AsyncGenerator<PartRow[]> {
    const own = open.columns.need(column);
    open.columns.check();
    const numbers: string[] = [];
    for await (const batch of open.batches) {
      for (const row of batch) if ('cells' in row) numbers.push(own(row.cells));
      if (numbers.length > mostDeleted) throw new WrongFile(`${open.file.name} has over ${mostDeleted} rows.`);
    }
    if (numbers.length === 0) return;
    const holders = (await this.#stored?.holders(part.name, column, numbers)) ?? [];
    yield holders.map(({ number, value }) => ({ key: number, part: place, deletes: true, line: 0, cells: [value] }));
  }
}

/** A row of another file removes no company. */
const noCompany = ({ line, problem }: BadRow): BadRow => ({ line, problem, text: '', pieces: [], rows: 0 });

/** A row that cannot be read, with its number if the cells that are certain have it. */
function identified({ line, problem, pieces, rows, certain }: BadRow, key: Reader<string>, names: readonly string[]): BadRow {
  const number = certain ? key(paddedCells(certain, names.length)) || undefined : undefined;
  return { line, problem, text: '', pieces, rows, number };
}

function keyOf(part: Part, columns: Columns): Reader<string> {
  if (!part.key) throw new Error(`The part ${part.name} has no key.`);
  return part.key(columns);
}
