import type { Intake } from '../../intake/index.ts';
import type { Columns, Reader } from '../declaration/columns.ts';
import type { Part } from '../declaration/part.ts';
import { paddedCells, piecesOf } from '../files/bad-row.ts';
import { type BadRow, type Cell, WrongFile } from '../files/table.ts';
import type { PartRow } from './join-table.ts';
import { KeySet } from './key-set.ts';
import type { OpenPart, PartFiles } from './part-source.ts';

type IsPerson = (cells: readonly Cell[]) => boolean;

/** Rows that are not imported. */
export class SkippedRows {
  persons = 0;
  bad: BadRow[] = [];

  /** The text of an unreadable row is not kept, because it may be about a person. */
  reject(file: string, row: Omit<BadRow, 'text'>): void {
    if (this.bad.length >= maxBad) throw new WrongFile(`${file} has over ${maxBad} rows that cannot be read.`);
    this.bad.push({ ...row, problem: `${file}: ${row.problem}`, text: '' });
  }
}

const maxBad = 100_000;
/** No update deletes more rows by their own number. */
const maxDeleted = 2_000_000;

/**
 * Reads the rows of companies from the files of a source. Persons, and rows that belong to no company, are dropped here. An
 * update is applied to stored rows.
 */
export function partReader(stored: Intake['stored'] | undefined) {
  const companies = new KeySet();
  const links = new KeySet();

  async function* inserted({ part, place }: PartFiles, open: OpenPart, isPerson: IsPerson, skipped: SkippedRows) {
    const key = keyOf(part, open.columns);
    const link = part.link?.(open.columns);
    const isMain = part.role === 'companies';
    for await (const batch of open.batches) {
      const taken: PartRow[] = [];
      for (const row of batch) {
        if (!('cells' in row)) skipped.reject(part.file, isMain ? identified(row, key, open.names) : noCompany(row));
        else if (isMain && isPerson(row.cells)) skipped.persons += 1;
        else {
          const { line, cells } = row;
          const one = { key: key(cells), part: place, deletes: false, line, link: link?.(cells), cells };
          if (one.key !== '') taken.push(one);
          else if (isMain)
            skipped.reject(part.file, {
              line,
              problem: 'the national number is missing',
              pieces: piecesOf(JSON.stringify(cells)),
            });
        }
      }
      yield await admitted(part, taken);
    }
  }

  /** Only rows of known companies: known from the main file or, in an update, from the served data. */
  async function admitted(part: Part, rows: PartRow[]): Promise<PartRow[]> {
    if (part.role === 'companies') {
      for (const { key, link } of rows) {
        companies.add(key);
        if (link) links.add(link);
      }
      return rows;
    }
    const keys = part.byLink ? links : companies;
    const served = await stored?.known(rows.filter(({ key }) => !keys.has(key)).map(({ key }) => key));
    return rows.filter(({ key }) => keys.has(key) || served?.has(key));
  }

  async function* deletedByKey({ part, place }: PartFiles, open: OpenPart): AsyncGenerator<PartRow[]> {
    const key = keyOf(part, open.columns);
    open.columns.check();
    for await (const batch of open.batches) {
      const keys = batch.flatMap((row) => ('cells' in row ? [key(row.cells)] : []));
      const served = await stored?.known(keys);
      yield [...new Set(keys)]
        .filter((one) => served?.has(one) || companies.has(one))
        .map((one) => ({ key: one, part: place, deletes: true, line: 0, cells: [] }));
    }
  }

  async function* deletedByNumber({ part, place }: PartFiles, open: OpenPart, column: string): AsyncGenerator<PartRow[]> {
    const own = open.columns.need(column);
    open.columns.check();
    const numbers: string[] = [];
    for await (const batch of open.batches) {
      for (const row of batch) if ('cells' in row) numbers.push(own(row.cells));
      if (numbers.length > maxDeleted) throw new WrongFile(`${open.file.name} has over ${maxDeleted} rows.`);
    }
    if (numbers.length === 0) return;
    const holders = (await stored?.holders(part.name, column, numbers)) ?? [];
    yield holders.map(({ number, value }) => ({ key: number, part: place, deletes: true, line: 0, cells: [value] }));
  }

  return async function* (files: PartFiles, isPerson: IsPerson, skipped: SkippedRows): AsyncGenerator<PartRow[]> {
    const { part, rows, deleted } = files;
    if (rows) yield* inserted(files, rows, isPerson, skipped);
    if (deleted) yield* part.ownNumber ? deletedByNumber(files, deleted, part.ownNumber) : deletedByKey(files, deleted);
  };
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
