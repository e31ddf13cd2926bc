import type { z } from 'zod';
import type { Company, IntakeSource, RegisterRules } from '../../companies/index.ts';
import type { BadRow, Row, SourceRow } from '../files/table.ts';
import type { DateWay } from './file-date.ts';
import type { Joining, Part } from './part.ts';
import type { NationalState } from './states.ts';

export { type Company, RowProblem } from '../../companies/index.ts';
export type { SourceRow } from '../files/table.ts';
export type Activity = Company['activities'][number];
export type Registration = Company['registrations'][number];
export type EntityStatus = Company['status'];
export type EndKind = NonNullable<Company['endKind']>;

/** A row about a natural person. Nothing of it is stored or logged; it is only counted. */
export const naturalPerson = Symbol('natural person');

/** In an update: the register no longer has this company. */
export class Removed {
  /** Tells it from a company, which has a number too. */
  readonly isRemoved = true;
  readonly number: string;

  constructor(number: string) {
    this.number = number;
  }
}

/** What a row is, where it is not a company: a person, a removal, or nothing of the register's, such as a count at the end. */
export type Taken<Registry = Record<string, unknown>> = Company<Registry> | typeof naturalPerson | Removed | undefined;

/** A column of the source; for a source of several files: a file of it, whose rows stand in one cell. */
export type SourceColumn = IntakeSource['columns'][number];

export type Edition = NonNullable<IntakeSource['edition']>;

/** What is read from a source: its columns, its rows, and how a row becomes a company. */
export interface Snapshot<Source extends SourceRow = Row> extends IntakeSource {
  /** Rows come in batches, for an await on each one would cost more than the reading. */
  batches: AsyncIterable<readonly (Source | BadRow)[]>;
  /** The day of the edition, where the content tells it; known when all rows are read. */
  day?(): string | undefined;
  /** Throws RowProblem for a row that cannot be taken. */
  company(row: Source): Taken;
  /** Set where a company may have several rows: makes one of them. Rows that stand apart in the file come here a second time. */
  join?(rows: readonly Source[]): Source;
  /** Rows that were read so far, where those are not one for each company. */
  rows?(): number;
  /** From 0 to 1, as the reading goes on. */
  progress(): number;
  close(): Promise<void>;
}

/** A national register. Adding one is a file with this value, and its line in registers.ts. */
export interface Register extends RegisterRules {
  /** What `npm run fetch` downloads. Unset where the publisher wants a registration first. */
  downloads?: readonly Download[];
  /** How the day of its file is known, the surest way first: a file that is older than what is served is refused. */
  dated: readonly DateWay[];
  /** What the day in `registeredAt` is, for the documentation. */
  registeredAt: string;
  /** Every state of a company that it tells, for the documentation; where no column tells it: what does. */
  states: readonly NationalState[];
  /** Every field of `registry`, for the contract and the documentation. `activities` is added to it. */
  fields: z.ZodObject;
  /** Whether the file has rows about natural persons. The rejects file then has no texts, for a bad row may be about a person. */
  hasPersons?: boolean;
  /** Set where the register is published as several files: the import then takes a folder, an archive, or all of them by name. */
  parts?: readonly Part[];
  /** Set where the file comes in numbered pieces: what their names look like, with the edition and the number as groups. */
  pieces?: RegExp;
  /** The path of its one file. For several files the import lends what joining them needs. */
  open(path: string, joining?: Joining): Promise<Snapshot<SourceRow>>;
}

/** What a register says of itself. The `registry` of its companies is what its fields say. */
export type About<Fields extends z.ZodObject> = Omit<Register, 'open' | 'fields'> & { fields: Fields };

/** A file that the publisher offers at an address. */
export interface Download {
  url: string;
  /** Set where the address is a page that links to the file: what its name looks like. Of several, the highest name is taken. */
  link?: RegExp;
  /** The name to save it under, where the address doesn't end with one. */
  file?: string;
  /** What its first bytes must look like; a workbook is a zip. */
  type: 'zip' | 'gzip' | 'text';
}

export const nothingServed =
  'This is an update, and nothing is served that it could be applied to: import the full edition first.';
