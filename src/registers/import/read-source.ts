import type pg from 'pg';
import { companyId, type ImportedRows, Personal, Staging, takeScattered } from '../../companies/index.ts';
import { naturalPerson, type Register, Removed, RowProblem, type Snapshot, type SourceRow } from '../declaration/register.ts';
import { type BadRow, WrongFile } from '../files/table.ts';
import type { Rejects } from './rejects.ts';
import { UnknownStates } from './unknown-states.ts';

/** More ids than that are not remembered. So many rejects stop any import, and no update removes as many companies. */
const most = { kept: 100_000, removed: 5_000_000 };

/** What was read of a source so far. */
export class Reading {
  /** Rows of companies, taken or rejected. */
  read = 0;
  /** Rows that were taken, also those whose number comes again. */
  taken = 0;
  persons = 0;
  /** Ids of companies that are in the source, though their rows were rejected: what is served of them stays. */
  readonly kept: string[] = [];
  /** Ids of companies that an update removes. */
  readonly removed: string[] = [];
  /** Numbers that rows of one company spell in different ways, where a company may have several rows. */
  readonly respelt: string[] = [];
  /** National states that no table of the register knows. */
  readonly unknownStates = new UnknownStates();
}

/** Where the rows of a source go. */
interface ReadingParts {
  client: pg.Client;
  /** A connection for new activities and legal forms. */
  side: pg.Client;
  register: Register;
  rejects: Rejects;
  /** Set for a first import. */
  first: ImportedRows | undefined;
  /** Which cells tell whether a record changed; undefined: those of the row. */
  compared: ((cells: SourceRow['cells']) => readonly unknown[]) | undefined;
}

/** Reads a source into the staging table; that of a first import into the table of records, see Staging. */
export async function readSource(snapshot: Snapshot<SourceRow>, parts: ReadingParts, reading: Reading): Promise<void> {
  const { client, register, rejects, compared } = parts;
  const staging = await Staging.open(parts);
  const idOf = (number: string) => companyId(register, number);
  const remove = ({ number }: Removed): undefined => {
    if (!snapshot.edition?.since) throw new WrongFile('Only an update can remove a company.');
    if (reading.removed.length >= most.removed) throw new WrongFile('The update removes more companies than any register has.');
    reading.removed.push(idOf(number));
  };
  const take = (row: SourceRow): Promise<void> | undefined => {
    try {
      const taken = snapshot.company(row);
      if (taken === naturalPerson) reading.persons += 1;
      if (taken === undefined || taken === naturalPerson) return undefined;
      const isRemoved = taken instanceof Removed;
      const wait = isRemoved ? remove(taken) : staging.add(row.line, taken, row.cells, compared?.(row.cells));
      if (!isRemoved) {
        reading.taken += 1;
        reading.unknownStates.add(taken.unknownStates);
      }
      reading.read += 1;
      return wait;
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      if (error.number && reading.kept.length < most.kept) reading.kept.push(idOf(error.number));
      const known = () => JSON.stringify(personal.erasedCells(snapshot.columns, row.cells, { number: '', legalForm: undefined }));
      return refuse(row.line, error.message, register.hasPersons ? '' : known());
    }
  };
  /** Rows that come a second time, joined. */
  const uncount = (row: SourceRow) => {
    const taken = snapshot.company(row);
    if (typeof taken === 'object' && !(taken instanceof Removed)) reading.unknownStates.add(taken.unknownStates, -1);
  };
  const personal = new Personal(register);
  // Nobody can tell which part of a row that cannot be read is about a person.
  const textOf = ({ text }: BadRow) => (register.hasPersons || register.persons ? '' : text);
  const refuse = (line: number, problem: string, text: string) => {
    reading.read += 1;
    return rejects.add(line, problem, text);
  };
  try {
    for await (const batch of snapshot.batches) {
      for (const row of batch) {
        const wait = 'cells' in row ? take(row) : refuse(row.line, row.problem, textOf(row));
        // Millions of rows need no waiting, and a wait for nothing has its price.
        if (wait) await wait;
      }
    }
    await staging.close();
    if (!snapshot.join) return;
    for await (const companies of takeScattered(client)) {
      staging.reopen();
      for (const rows of companies) {
        const spellings = [...new Set(rows.map(({ number }) => number))];
        if (spellings.length > 1) reading.respelt.push(`${spellings[0]} (also ${spellings.slice(1).join(', ')})`);
        reading.read -= rows.length;
        reading.taken -= rows.length;
        for (const row of rows) uncount(row);
        await take(snapshot.join(rows));
      }
      await staging.close();
    }
  } finally {
    await rejects.close();
  }
}
