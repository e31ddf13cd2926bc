import type { z } from 'zod';
import type { Company, LayoutColumn, NumberRules, PersonalData, SourceRow } from '../../companies/index.ts';
import type { BadRow, Row } from '../files/table.ts';
import type { DateSource } from './file-date.ts';
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
  /** Distinguishes it from a company, which has a number too. */
  readonly isRemoved = true;
  readonly number: string;

  constructor(number: string) {
    this.number = number;
  }
}

/** A row: a company, a person, a removal, or undefined for a row that is no entry, such as a count at the end. */
export type ParsedRow<Registry = Record<string, unknown>> = Company<Registry> | typeof naturalPerson | Removed | undefined;

/** A column of the source; for a source of several files: one file, whose rows are in one cell. */
export type SourceColumn = LayoutColumn;

/** The edition of a source. Ids are compared as text, so a later one must sort after an earlier one. */
export interface Edition {
  id: string;
  /** Set for an update: the oldest edition that it can be applied to. Unset: the source is the whole register. */
  since?: string;
}

/** An opened source: its columns, its rows, and how a row becomes a company. */
export interface Snapshot<Source extends SourceRow = Row> {
  columns: readonly SourceColumn[];
  /** Rows come in batches, because an await for each row would cost more than reading it. */
  batches: AsyncIterable<readonly (Source | BadRow)[]>;
  /** If the source states it. Every update needs one, and so does every source that an update can be applied to. */
  edition?: Edition | undefined;
  /** The day of the edition, if the content states it; known when all rows are read. */
  day?(): string | undefined;
  /**
   * Set if some columns differ in every edition, such as its date: a record in which only these differ has not changed.
   * `part` is the file that has the column, if there are several.
   */
  isPassing?(column: string, part?: string): boolean;
  /** Converts the remaining cells before they are compared. Unset: they are compared as they are. */
  compared?(cells: readonly unknown[]): readonly unknown[];
  /** The value of an empty cell. Unset: an empty text. */
  emptyCell?: null;
  /** Throws RowProblem for a row that has to be rejected. */
  company(row: Source): ParsedRow;
  /** Set if a company may have several rows: merges them. Rows that are not adjacent in the file are merged a second time. */
  join?(rows: readonly Source[]): Source;
  /** The number of rows read so far, if a company can have several. */
  rows?(): number;
  /** From 0 to 1. */
  progress(): number;
  close(): Promise<void>;
}

/** A national register. Adding one is a file with this value, and its line in registers.ts. */
export interface Register extends NumberRules {
  /** In lower case, as in commands. */
  id: string;
  country: { code: string; name: string; nativeName: string };
  name: string;
  /** The scheme of the national numbers. It is part of every entity's id, so it never changes. */
  scheme: string;
  licence: string;
  /** Where the file is published. An import may state another address. */
  sourceUrl: string;
  /** What `npm run fetch` downloads. Unset if the publisher requires a registration. */
  downloads?: readonly Download[];
  /** Where the day of its file comes from, the most reliable first. A file that is older than the served data is refused. */
  dated: readonly DateSource[];
  /** Raise it when the meaning of rows changes: the next import then processes every record, even of the same file. */
  revision: number;
  /** The meaning of the day in `registeredAt`, for the documentation. */
  registeredAt: string;
  /** Every state of a company, for the documentation. If no column has it: what indicates it. */
  states: readonly NationalState[];
  /** Every field of `registry`, for the contract and the documentation. `activities` is added to it. */
  fields: z.ZodObject;
  /** Whether the file has rows about natural persons. Then the rejects file has no texts, as a bad row may be about a person. */
  hasPersons?: boolean;
  /** Fields that may be about persons, names included: erasures clear them, and changes and snapshots leave them out. */
  persons?: readonly PersonalData[];
  /** Whether it states which activities a company has a licence for: those of the kind `licensed`. */
  hasLicensedActivities?: boolean;
  /**
   * The number from which the id of a company is made, the same for every spelling. Different companies must have different
   * numbers. The publisher's spelling should stay unchanged, or ids would change. Unset: the normalized number.
   */
  idNumber?(number: string): string;
  /** Set if the register is published as several files: the import then accepts a folder, an archive, or a list of files. */
  parts?: readonly Part[];
  /** Set if the file comes in numbered pieces: the pattern of their names, with the edition and the number as groups. */
  pieces?: RegExp;
  /** Opens one file by its path. For several files the import passes what joining them needs. */
  open(path: string, joining?: Joining): Promise<Snapshot<SourceRow>>;
}

/** The declaration of a register. `fields` defines the `registry` of its companies. */
export type About<Fields extends z.ZodObject> = Omit<Register, 'open' | 'fields'> & { fields: Fields };

/** A file that the publisher offers at an address. */
export interface Download {
  url: string;
  /** Set if the address is a page that links to the file: the pattern of its name. Of several, the highest name is used. */
  link?: RegExp;
  /** The name to save it under, if the address doesn't end with one. */
  file?: string;
  /** Its first bytes must have this format. A workbook is a zip. */
  type: 'zip' | 'gzip' | 'text';
}

export const nothingServed =
  'This is an update, and there is no data that it could be applied to: import the full edition first.';
