import type { z } from 'zod';
import type { Company, LayoutColumn, NumberRules, PersonalData, SourceRow } from '../../companies/index.ts';
import type { BadRow, Row } from '../files/table.ts';
import type { DateWay } from './file-date.ts';
import type { Joining, Part } from './part.ts';
import type { NationalState } from './states.ts';

export {
  type Activity,
  type Company,
  type EndKind,
  type EntityStatus,
  type Registration,
  RowProblem,
  type SourceRow,
} from '../../companies/index.ts';

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
export type SourceColumn = LayoutColumn;

/** Which edition of a register a source is. Ids are compared as text, so a later one must sort behind. */
export interface Edition {
  id: string;
  /** Set for an update: the oldest edition that it can be applied to. Without it the source is the whole register. */
  since?: string;
}

/** What is read from a source: its columns, its rows, and how a row becomes a company. */
export interface Snapshot<Source extends SourceRow = Row> {
  columns: readonly SourceColumn[];
  /** Rows come in batches, for an await on each one would cost more than the reading. */
  batches: AsyncIterable<readonly (Source | BadRow)[]>;
  /** Where the source tells it. Every update needs one, and so does what an update can be applied to. */
  edition?: Edition | undefined;
  /** The day of the edition, where the content tells it; known when all rows are read. */
  day?(): string | undefined;
  /**
   * Set where every edition writes columns anew, such as its own date: a record in which only these differ has not changed.
   * `part` is the file of several that the column is in.
   */
  isPassing?(column: string, part?: string): boolean;
  /** What is compared of the cells that count; unset: these. */
  compared?(cells: readonly unknown[]): readonly unknown[];
  /** What an empty cell holds: an empty text unless told. */
  emptyCell?: null;
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
export interface Register extends NumberRules {
  /** In lower case, as the command takes it. */
  id: string;
  country: { code: string; name: string; nativeName: string };
  name: string;
  /** Of the national numbers; part of every entity's id, so it never changes. */
  scheme: string;
  licence: string;
  /** Where the file is published, unless the import is told otherwise. */
  sourceUrl: string;
  /** What `npm run fetch` downloads. Unset where the publisher wants a registration first. */
  downloads?: readonly Download[];
  /** How the day of its file is known, the surest way first: a file that is older than what is served is refused. */
  dated: readonly DateWay[];
  /** Raised when rows come to mean something else: the next import then goes through every record, even of the same file. */
  revision: number;
  /** What the day in `registeredAt` is, for the documentation. */
  registeredAt: string;
  /** Every state of a company that it tells, for the documentation; where no column tells it: what does. */
  states: readonly NationalState[];
  /** Every field of `registry`, for the contract and the documentation. `activities` is added to it. */
  fields: z.ZodObject;
  /** Whether the file has rows about natural persons. The rejects file then has no texts, for a bad row may be about a person. */
  hasPersons?: boolean;
  /** Where persons can be, names included: what an erasure reaches, and what changes and snapshots leave out. */
  persons?: readonly PersonalData[];
  /** Whether it tells which activities a company has a licence for: those of the kind `licensed`. */
  hasLicensedActivities?: boolean;
  /**
   * The number as the id of its company is made of it, however a file spells it. Different companies must stay different. What
   * the publisher writes should stay as it is, or ids would change. Unset: the normalized number.
   */
  idNumber?(number: string): string;
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
