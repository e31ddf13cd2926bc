import type { EntityStatus } from '../companies/facts.ts';
import type { BadRow, JsonObject, Row } from './files/table.ts';
import type { Joining, Part } from './parts/part.ts';

export type { EntityStatus };

export interface Activity {
  kind: 'unlicensed' | 'licensed';
  /** The classification that the code belongs to. */
  scheme: string;
  code: string | null;
  label: string | null;
}

export interface Registration {
  scheme: string;
  number: string;
  /** In the words of the register. */
  status: string | null;
  validFrom: string | null;
  validTo: string | null;
}

/** What a register knows of a company, normalized. The row itself is kept beside it, whole. */
export interface Company {
  /** The national number, as text: leading zeros and letters matter. */
  number: string;
  /** What the id is made of, for registers in which the number may be missing, or stand for two companies. Unset: the number. */
  key?: string;
  name: string;
  status: EntityStatus;
  legalForm: string | null;
  /** ISO dates, here and everywhere. */
  registeredAt: string | null;
  /** National fields, typed, named in camelCase English. */
  registry: Record<string, unknown>;
  activities: readonly Activity[];
  registrations: readonly Registration[];
}

/** A row about a natural person. Nothing of it is stored or logged; it is only counted. */
export const naturalPerson = Symbol('natural person');

/** In an update: the register no longer has this company. */
export class Removed {
  readonly number: string;

  constructor(number: string) {
    this.number = number;
  }
}

/** What a row is, where it is not a company: a person, a removal, or nothing of the register's, such as a count at the end. */
export type Taken = Company | typeof naturalPerson | Removed | undefined;

/** A record of the source: a row of a table, all rows of a company, or an object of a JSON file. */
export interface SourceRow {
  line: number;
  /** As they are stored, in the order of the columns; an object is stored as it is. */
  cells: readonly unknown[] | JsonObject;
}

/** A column of the source; for a source of several files: a file of it, whose rows stand in one cell. */
export type SourceColumn = string | { part: string; columns: readonly string[] };

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
  /** The cells without what every edition writes anew, such as its own date: a record in which only that differs has not changed. */
  lasting?(cells: Source['cells']): readonly unknown[];
  /** Throws RowProblem for a row that cannot be taken. */
  company(row: Source): Taken;
  /** Set where a company may have several rows: makes one of them. Rows that stand apart in the file come here a second time. */
  join?(rows: readonly Source[]): Source;
  /** From 0 to 1, as the reading goes on. */
  progress(): number;
  close(): Promise<void>;
}

/** A national register. Adding one is a file with this value, and its line in registers.ts. */
export interface Register {
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
  /** Raised when rows come to mean something else: the next import then goes through every record, even of the same file. */
  revision: number;
  /** Whether the file has rows about natural persons. The rejects file then has no texts, for a bad row may be about a person. */
  hasPersons?: boolean;
  /** Source columns that are about natural persons, as sourceData names them; of several files: the file, or `file/column`. */
  personal?: readonly string[];
  /** JSON pointers to the fields of a record that are about natural persons, such as /registry/directors. */
  personalFields?: readonly string[];
  /** A national number as this register spells it, however it was typed. Unset: in capitals, without blanks, dots, dashes and slashes. */
  normalizeNumber?(typed: string): string;
  /** Set where the register is published as several files: the import then takes a folder, an archive, or all of them by name. */
  parts?: readonly Part[];
  /** Set where the file comes in numbered pieces: what their names look like, with the edition and the number as groups. */
  pieces?: RegExp;
  /** The path of its one file. For several files the import lends what joining them needs. */
  open(path: string, joining?: Joining): Promise<Snapshot<SourceRow>>;
}

/** A file that the publisher offers at an address. */
export interface Download {
  url: string;
  /** Set where the address is a page that links to the file: which links to look for. Of several, the one with the highest name is taken. */
  link?: RegExp;
  /** The name to save it under, where the address doesn't end with one. */
  file?: string;
  /** What its first bytes must look like; a workbook is a zip. */
  type: 'zip' | 'gzip' | 'text';
}

/** This row cannot be taken; the others can. */
export class RowProblem extends Error {
  /** Where it can be told: the company is there, though its row is bad, so what is served of it stays. */
  readonly number: string | undefined;

  constructor(message: string, number?: string) {
    super(message);
    this.name = 'RowProblem';
    this.number = number;
  }
}
