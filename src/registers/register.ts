import type { Company } from '../companies/index.ts';
import type { Batches, Row } from './files/table.ts';

export { type Activity, type Company, type EntityStatus, type Registration, RowProblem } from '../companies/index.ts';

/** What is read from a file: its columns, its rows, and how a row becomes a company. */
export interface Snapshot {
  columns: readonly string[];
  batches: Batches;
  /** Undefined for a row that is none of the register's, such as a count at the end. Throws RowProblem for one that cannot be taken. */
  company(row: Row): Company | undefined;
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
  /** Raised when rows come to mean something else: the next import then goes through every record, even of the same file. */
  revision: number;
  /** Source columns that are about natural persons, as sourceData names them. */
  personal?: readonly string[];
  /** JSON pointers to the fields of a record that are about natural persons, such as /registry/directors. */
  personalFields?: readonly string[];
  /** A national number as this register spells it, however it was typed. Unset: in capitals, without blanks, dots, dashes and slashes. */
  normalizeNumber?(typed: string): string;
  open(path: string): Promise<Snapshot>;
}
