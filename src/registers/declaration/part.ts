import type pg from 'pg';
import type { Intake } from '../../companies/index.ts';
import type { CsvFormat } from '../files/csv.ts';
import type { OpenFile } from '../files/open-file.ts';
import type { Columns, Reader } from './columns.ts';

/**
 * A file of a register that is published as several: `companies` has a row (or more) for every company, `rows` has rows that
 * belong to companies, and `list` is a list of codes for all of them.
 */
export interface Part {
  /** As sourceData names its rows. */
  name: string;
  /** As published. What stands behind the stem of the name, such as a date, doesn't matter. */
  file: string;
  role: 'companies' | 'rows' | 'list';
  /** A source without it is imported too, and the summary says that it is missing. */
  optional?: boolean;
  /** What a row is joined by; rows without it belong to no company. Lists have none. */
  key?(columns: Columns): Reader<string>;
  /** For companies: what the rows of a part with `byLink` are joined by. */
  link?(columns: Columns): Reader<string>;
  byLink?: boolean;
  /** Set where an update deletes rows by a number of their own: the column with that number. */
  ownNumber?: string;
  /** Columns that every edition writes anew, such as its own date. */
  passing?: readonly string[];
  /** Set where it is written in another way than the other files. */
  format?: CsvFormat;
  /** The columns of a file that comes without its header at times. */
  usualColumns?: readonly string[];
}

/** What an update calls its two files of a part. */
export const updateNames = ({ file }: Part): { deleted: string; inserted: string } => {
  const stem = file.replace(/\.\w+$/, '');
  return { deleted: `${stem}_delete`, inserted: `${stem}_insert` };
};

/** A file that was found for a part: alone, in a folder, or in an archive. */
export interface PartFile {
  name: string;
  /** The file itself, or the archive that it is in. */
  path: string;
  /** The day on which it was packed, where that is told. */
  packedOn?: string | undefined;
  open(): Promise<OpenFile>;
}

/** What an import lends to a register whose files have to be joined. */
export interface Joining {
  files: ReadonlyMap<string, PartFile>;
  isUpdate: boolean;
  /** A connection for the join alone: its temporary tables go when it ends. */
  connect(): Promise<pg.Client>;
  /** What an update is applied to: the rows that are stored with the served records. */
  stored: Intake['stored'];
}
