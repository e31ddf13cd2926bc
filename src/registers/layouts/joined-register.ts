import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { z } from 'zod';
import type { Columns } from '../declaration/columns.ts';
import { declared } from '../declaration/declared.ts';
import { complete, type Entry } from '../declaration/entry.ts';
import type { Part } from '../declaration/part.ts';
import type { About, Register, Snapshot, SourceRow } from '../declaration/register.ts';
import { naturalPerson, Removed, RowProblem } from '../declaration/register.ts';
import type { CsvFormat } from '../files/csv.ts';
import { type BadRow, type Cell, WrongFile } from '../files/table.ts';
import { type CompanyRows, createJoinTable, joinedCompanies, loadRows, updatedRows } from './join-table.ts';
import { partReader, SkippedRows } from './part-rows.ts';
import { openParts, type PartFiles, type PartSource } from './part-source.ts';

/** The rows of one company in a part. */
type RowsOf = (part: string) => readonly (readonly Cell[])[];

/** How the rows of a company become one record. */
interface JoinedLayout<Registry = Record<string, unknown>> {
  /** The number of the edition, if the files state it; later ones sort after earlier ones. An update follows `since`. */
  edition?: { id: string; since: string } | undefined;
  /** The day of the edition, if the files state it; known when all rows are read. */
  day?(): string | undefined;
  /** Whether a row of the companies is about a natural person. Then no row with that key is read from any file. */
  isPerson?(cells: readonly Cell[]): boolean;
  company(rows: RowsOf): Entry<Registry>;
}

/** Gets the columns of each part and the whole lists. The columns that it reads are required. */
export type Layout<Registry = Record<string, unknown>> = (
  columns: (part: string) => Columns,
  list: (part: string) => readonly string[][],
) => JoinedLayout<Registry>;

interface JoinedRow extends SourceRow {
  key: string;
  kind: 'company' | 'person' | 'removed' | 'too large';
  cells: readonly (readonly (readonly Cell[])[])[];
}

/** Progress: the loaded rows, those of companies among them, and the joined companies. `repeated` is told at the end. */
interface State {
  loaded: number;
  companies: number;
  joined: number;
  repeated: { rows: number; numbers: number; conflicting: number; examples: string[] };
}

/** Of the repeated numbers that are named. */
const maxExamples = 20;

/** Of a row about a person nothing is kept but the count. */
const person: JoinedRow = { line: 0, key: '', kind: 'person', cells: [] };

/** A register that is published as several text files, joined by the number of the company. */
export function joinedRegister<Fields extends z.ZodObject>(
  about: Omit<About<Fields>, 'parts'> & { fields: Fields },
  parts: readonly Part[],
  format: CsvFormat,
  layout: Layout<z.infer<Fields>>,
): Register {
  return {
    ...declared(about),
    parts,
    async open(_path, joining) {
      if (!joining) throw new Error(`The files of ${about.id} cannot be read without a connection to join them.`);
      const source = await openParts(parts, joining, format);
      try {
        const reading = layout(source.columnsOf, source.list);
        source.check();
        const repeated = { rows: 0, numbers: 0, conflicting: 0, examples: [] };
        const state: State = { loaded: 0, companies: 0, joined: 0, repeated };
        const snapshot = snapshotOf(source, reading, { isUpdate: joining.isUpdate, scheme: about.scheme }, state);
        const client = await joining.connect();
        return {
          ...snapshot,
          batches: read(client, source, reading, state),
          close: async () => {
            await source.close();
            await client.end();
          },
        };
      } catch (error) {
        await source.close();
        throw error;
      }
    },
  };
}

function snapshotOf(
  source: PartSource,
  reading: JoinedLayout,
  { isUpdate, scheme }: { isUpdate: boolean; scheme: string },
  state: State,
): Omit<Snapshot<JoinedRow>, 'batches' | 'close'> {
  const { edition } = reading;
  if (isUpdate && !edition) throw new WrongFile('The update does not state its edition.');
  const places = new Map(source.parts.map(({ part }, place) => [part.name, place]));
  const single = [...source.mainPlaces].filter((place) => !source.parts[place]?.part.severalRows);
  return {
    columns: source.columns,
    absent: source.absent(),
    edition: edition && (isUpdate ? edition : { id: edition.id }),
    rows: () => state.loaded,
    repeated: () => state.repeated,
    // Loading the rows takes about as long as reading them again, company by company.
    progress: () => (source.progress() + Math.min(state.joined / (state.companies || 1), 1)) / 2,
    ...passingColumns(source),
    ...(reading.day && { day: () => reading.day?.() }),
    company: ({ key, kind, cells }) => {
      if (kind === 'person') return naturalPerson;
      if (kind === 'removed') return new Removed(key);
      countRepeated(
        state,
        key,
        single.map((place) => cells[place] ?? []),
      );
      if (kind === 'too large') throw new RowProblem('the company has too many rows', key);
      return complete(
        reading.company((part) => cells[places.get(part) ?? -1] ?? []),
        scheme,
      );
    },
  };
}

/** Counts the rows of a company beyond the first one of each file. */
function countRepeated({ repeated }: State, key: string, rows: readonly (readonly (readonly Cell[])[])[]): void {
  const further = rows.flatMap((all) => all.slice(1).map((row) => !isDeepStrictEqual(row, all[0])));
  if (further.length === 0) return;
  repeated.rows += further.length;
  repeated.conflicting += further.includes(true) ? 1 : 0;
  repeated.numbers += 1;
  if (repeated.examples.length < maxExamples) repeated.examples.push(key);
}

/** Only if some columns are ignored: otherwise comparing all cells is cheaper. */
function passingColumns({ parts }: PartSource): Pick<Snapshot<JoinedRow>, 'isPassing'> {
  const passing = new Set(parts.flatMap(({ part }) => (part.passing ?? []).map((column) => `${part.name}/${column}`)));
  return passing.size === 0 ? {} : { isPassing: (column, part) => passing.has(`${part}/${column}`) };
}

/** Sorts the rows of all files by company, then yields one company after the other. */
async function* read(
  client: pg.Client,
  source: PartSource,
  reading: JoinedLayout,
  state: State,
): AsyncGenerator<(JoinedRow | BadRow)[]> {
  await createJoinTable(client);
  const rowsOf = partReader(source.stored);
  // Companies come first: from the other files only rows of known companies are read.
  const isMain = ({ place }: PartFiles) => source.mainPlaces.has(place);
  for (const files of [...source.parts.filter(isMain), ...source.parts.filter((one) => !isMain(one))]) {
    const skipped = new SkippedRows();
    const rows = rowsOf(files, (cells) => reading.isPerson?.(cells) === true, skipped);
    await loadRows(client, rows, (count) => {
      state.loaded += count;
      if (isMain(files)) state.companies += count;
    });
    yield skipped.bad;
    for (; skipped.persons > 0; skipped.persons -= personsAtOnce)
      yield Array<JoinedRow>(Math.min(skipped.persons, personsAtOnce)).fill(person);
  }
  const linked = source.parts.filter(({ part }) => part.byLink).map(({ place }) => place);
  for await (const companies of joinedCompanies(client, linked)) {
    state.joined += companies.length;
    const stored = await source.stored?.of(companies.map(({ key }) => key));
    yield companies.flatMap((one) => joinedRow(source, one, stored?.get(one.key) as JoinedRow['cells'] | undefined));
  }
}

const personsAtOnce = 10_000;

function joinedRow(source: PartSource, company: CompanyRows, stored: JoinedRow['cells'] | undefined): JoinedRow[] {
  const { key, rows, isTooLarge } = company;
  const line = rows.find((row) => source.mainPlaces.has(row.part))?.line ?? 0;
  if (isTooLarge) return [{ line, key, kind: 'too large', cells: [] }];
  const cells = source.stored ? updatedRows(source.parts, company, stored) : fullRows(source.parts.length, company);
  if (cells.some((rows, place) => rows.length > 0 && source.mainPlaces.has(place)))
    return [{ line, key, kind: 'company', cells }];
  return stored ? [{ line, key, kind: 'removed', cells: [] }] : [];
}

function fullRows(count: number, { rows }: CompanyRows): JoinedRow['cells'] {
  const cells: (readonly Cell[])[][] = Array.from({ length: count }, () => []);
  for (const row of rows) cells[row.part]?.push(row.cells);
  return cells;
}
