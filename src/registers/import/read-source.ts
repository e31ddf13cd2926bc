import type { Company, Register, Snapshot, SourceRow } from '../declaration/register.ts';
import { naturalPerson, Removed, RowProblem } from '../declaration/register.ts';
import { paddedCells, piecesOf } from '../files/bad-row.ts';
import type { BadRow } from '../files/table.ts';
import type { Delivery } from './import-job.ts';
import type { Rejects } from './rejects.ts';

/** The limit keeps a file with something else in the column from filling the memory. */
const maxUnknown = { texts: 50, characters: 100 };

/** Counts national states or legal forms that are in no table. */
class UnknownTexts {
  readonly #rows = new Map<string, number>();

  /** `rows` is negative to take back rows that were counted before. */
  add(texts: readonly string[] | undefined, rows = 1): void {
    for (const text of texts ?? []) {
      const name = [...text].slice(0, maxUnknown.characters).join('');
      const known = this.#rows.get(name);
      if (known === undefined && this.#rows.size >= maxUnknown.texts) continue;
      this.#rows.set(name, (known ?? 0) + rows);
    }
  }

  /** The most frequent first. */
  get list(): { text: string; rows: number }[] {
    const all = [...this.#rows].map(([text, rows]) => ({ text, rows }));
    return all.filter(({ rows }) => rows > 0).sort((one, other) => other.rows - one.rows);
  }
}

/** The counts of the rows that were read so far. */
export class ReadCounts {
  /** Rows of companies, taken or rejected. */
  read = 0;
  persons = 0;
  /** Numbers that have different spellings in the rows of one company, if a company may have several rows. */
  readonly respelt: string[] = [];
  /** National states that are in no table of the register. */
  readonly unknownStates = new UnknownTexts();
  /** National legal forms that the table of the register lacks. */
  readonly unknownForms = new UnknownTexts();

  /** Counts what no table has of a company. `rows` is negative to take it back. */
  countUnknown({ legalForms }: Register, { unknownStates, legalForm }: Company, rows = 1): void {
    this.unknownStates.add(unknownStates, rows);
    if (legalForm !== null && legalForms && !legalForms.of(legalForm)) this.unknownForms.add([legalForm], rows);
  }
}

/** Delivers the companies of a source, and rejects invalid rows. */
export async function readSource(
  snapshot: Snapshot<SourceRow>,
  { register, delivery, rejects }: { register: Register; delivery: Delivery; rejects: Rejects },
  reading: ReadCounts,
): Promise<void> {
  const take = (row: SourceRow): Promise<void> | undefined => {
    try {
      const taken = snapshot.company(row);
      if (taken === naturalPerson) reading.persons += 1;
      if (taken === undefined || taken === naturalPerson) return undefined;
      const wait = taken instanceof Removed ? delivery.remove(taken.number) : delivery.add(row, taken);
      if (!(taken instanceof Removed)) reading.countUnknown(register, taken);
      reading.read += 1;
      return wait ?? undefined;
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      if (error.number) delivery.keep(error.number);
      else if (!isHeader(row, snapshot)) delivery.doubt(piecesOf(JSON.stringify(row.cells)));
      return refuse(row.line, error.message, register.hasPersons ? '' : JSON.stringify(delivery.shownCells(row.cells)));
    }
  };
  /** Takes back what is unknown of a scattered row, because the joined row counts them again. */
  const uncount = (row: SourceRow) => {
    const taken = snapshot.company(row);
    if (typeof taken === 'object' && !(taken instanceof Removed)) reading.countUnknown(register, taken, -1);
  };
  /** The company of an unreadable row must not be removed because of it. */
  const keep = (row: BadRow) => {
    const { number = certainNumber(row, snapshot), pieces, rows = 1 } = row;
    if (number) delivery.keep(number);
    delivery.doubt(pieces, number ? rows - 1 : rows);
  };
  // In an unreadable row the parts about a person cannot be found, so none of its text is written.
  const textOf = ({ text }: BadRow) => (register.hasPersons || register.persons ? '' : text);
  const refuse = (line: number, problem: string, text: string) => {
    reading.read += 1;
    return rejects.add(line, problem, text);
  };
  try {
    for await (const batch of snapshot.batches) {
      for (const row of batch) {
        if (!('cells' in row)) keep(row);
        const wait = 'cells' in row ? take(row) : refuse(row.line, row.problem, textOf(row));
        // Most rows return no promise, and a needless await for each of millions of rows would be slow.
        if (wait) await wait;
      }
    }
    if (!snapshot.join) return;
    for await (const companies of delivery.scattered()) {
      for (const rows of companies as (SourceRow & { number: string })[][]) {
        const spellings = [...new Set(rows.map(({ number }) => number))];
        if (spellings.length > 1) reading.respelt.push(`${spellings[0]} (also ${spellings.slice(1).join(', ')})`);
        reading.read -= rows.length;
        for (const row of rows) uncount(row);
        await take(snapshot.join(rows));
      }
    }
  } finally {
    await rejects.close();
  }
}

/** The number of an unreadable row, if the cells that are certain have it. */
function certainNumber({ line, certain }: BadRow, { columns, company }: Snapshot<SourceRow>): string | undefined {
  if (!certain) return undefined;
  try {
    const taken = company({ line, cells: paddedCells(certain, columns.length) });
    return typeof taken === 'object' && !(taken instanceof Removed) ? (taken.key ?? taken.number) : undefined;
  } catch (error) {
    if (error instanceof RowProblem) return error.number;
    throw error;
  }
}

/** Whether a row is the header again, as where two files were put together. It is rejected, but it is no company. */
const isHeader = ({ cells }: SourceRow, { columns }: Snapshot<SourceRow>): boolean =>
  Array.isArray(cells) && columns.length > 0 && columns.every((name, place) => typeof name !== 'string' || cells[place] === name);
