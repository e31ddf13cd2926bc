import type pg from 'pg';
import type { Intake } from '../../intake/index.ts';
import type { CsvFormat } from '../files/csv.ts';
import type { OpenFile } from '../files/open-file.ts';
import type { Columns, Reader } from './columns.ts';

/**
 * A file of a register that is published as several: `companies` has a row (or more) for every company, `rows` has rows that
 * belong to companies, and `list` is a list of codes for all of them.
 */
export interface Part {
  /** The name of its rows in sourceData. */
  name: string;
  /** As published. The end of the name, such as a date, is ignored. */
  file: string;
  role: 'companies' | 'rows' | 'list';
  /** A source without it can be imported too, and the summary says that it is missing. */
  optional?: boolean;
  /** The key by which a row is joined; rows without it belong to no company. Lists have none. */
  key?(columns: Columns): Reader<string>;
  /** Only for companies: the key by which the rows of a part with `byLink` are joined. */
  link?(columns: Columns): Reader<string>;
  byLink?: boolean;
  /** Only for companies: each may have several rows, as for its names. Otherwise a further row is reported as a repetition. */
  severalRows?: boolean;
  /** Set if an update deletes rows by their own number: the column with that number. */
  ownNumber?: string;
  /** Columns that differ in every edition, such as its date. */
  passing?: readonly string[];
  /** Set if its format differs from the other files. */
  format?: CsvFormat;
  /** The columns of a file whose header is sometimes missing. */
  usualColumns?: readonly string[];
}

/** The names of the two files that an update has for a part. */
export const updateNames = ({ file }: Part): { deleted: string; inserted: string } => {
  const stem = file.replace(/\.\w+$/, '');
  return { deleted: `${stem}_delete`, inserted: `${stem}_insert` };
};

/** A file that was found for a part: alone, in a folder, or in an archive. */
export interface PartFile {
  name: string;
  /** The file itself, or the archive that it is in. */
  path: string;
  /** The day on which it was packed, if known. */
  packedOn?: string | undefined;
  open(): Promise<OpenFile>;
}

/** What a register needs from the import to join its files. */
export interface Joining {
  files: ReadonlyMap<string, PartFile>;
  isUpdate: boolean;
  /** A separate connection for the join: its temporary tables disappear when it ends. */
  connect(): Promise<pg.Client>;
  /** The rows that an update is applied to: those stored with the served records. */
  stored: Intake['stored'];
}
