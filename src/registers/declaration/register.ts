import type { z } from 'zod';
import type { Company } from '../../company/company.ts';
import type { RegisterRules } from '../../company/register.ts';
import type { Intake } from '../../intake/index.ts';
import type { BadRow, Row, SourceRow } from '../files/table.ts';
import type { StoredFields } from './addresses.ts';
import type { DateSource } from './file-date.ts';
import type { Joining, Part } from './part.ts';
import type { NationalState } from './states.ts';

export { type Activity, type Company, type EndKind, RowProblem } from '../../company/company.ts';
export type { SourceRow } from '../files/table.ts';
export type OtherName = ReturnType<NonNullable<RegisterRules['otherNames']>>[number];

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

type IntakeSource = Parameters<Intake['begin']>[0];

type Repetitions = NonNullable<Parameters<Awaited<ReturnType<Intake['begin']>>['finish']>[0]['repeated']>;

/** A column of the source; for a source of several files: one file, whose rows are in one cell. */
export type SourceColumn = IntakeSource['columns'][number];

export type Edition = NonNullable<IntakeSource['edition']>;

/** An opened source: its columns, its rows, and how a row becomes a company. */
export interface Snapshot<Source extends SourceRow = Row> extends IntakeSource {
  /** Rows come in batches, because an await for each row would cost more than reading it. */
  batches: AsyncIterable<readonly (Source | BadRow)[]>;
  /** The day of the edition, if the content states it; known when all rows are read. */
  day?(): string | undefined;
  /** Throws RowProblem for a row that has to be rejected. */
  company(row: Source): ParsedRow;
  /** Set if a company may have several rows: merges them. Rows that are not adjacent in the file are merged a second time. */
  join?(rows: readonly Source[]): Source;
  /** The rows that it joined, though their files should have one row of each company. */
  repeated?(): Repetitions;
  /** The optional columns that this edition lacks. */
  absent?: ReadonlySet<string>;
  /** The number of rows read so far, if a company can have several. */
  rows?(): number;
  /** From 0 to 1. */
  progress(): number;
  close(): Promise<void>;
}

/** A national register. Adding one is a folder with this value in its `register.ts`. */
export interface Register extends RegisterRules {
  /** What `npm run fetch` downloads. Unset if the publisher requires a registration. */
  downloads?: readonly Download[];
  /** Where the day of its file comes from, the most reliable first. A file that is older than the served data is refused. */
  dated: readonly DateSource[];
  /** The meaning of the day in `registeredAt`, for the documentation. */
  registeredAt: string;
  /** Every state of a company, for the documentation. If no column has it: what indicates it. */
  states: readonly NationalState[];
  /** Every field of `registry`, for the contract and the documentation. `activities` is added to it. */
  fields: z.ZodObject;
  /** Whether the file has rows about natural persons. Then the rejects file has no texts, as a bad row may be about a person. */
  hasPersons?: boolean;
  /** Set if the register is published as several files: the import then accepts a folder, an archive, or a list of files. */
  parts?: readonly Part[];
  /** Set if the file comes in numbered pieces: the pattern of their names, with the edition and the number as groups. */
  pieces?: RegExp;
  /** Opens one file by its path. For several files the import passes what joining them needs. */
  open(path: string, joining?: Joining): Promise<Snapshot<SourceRow>>;
}

/** The declaration of a register. `fields` defines the `registry` of its companies. */
export interface About<Fields extends z.ZodObject>
  extends Omit<Register, 'open' | 'fields' | 'dated' | 'otherNames' | 'address' | 'localities'> {
  fields: Fields;
  /** Unset: by a day in its name, the day on which it was packed, or the publisher's when it was downloaded. */
  dated?: Register['dated'];
  /** An earlier reading of the file may lack some fields, and an erasure makes them null. */
  otherNames?(registry: { [Name in keyof z.infer<Fields>]?: z.infer<Fields>[Name] | null }): readonly OtherName[];
  address?(registry: StoredFields<Fields>): ReturnType<NonNullable<Register['address']>>;
  localities?(registry: StoredFields<Fields>): readonly string[];
}

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
