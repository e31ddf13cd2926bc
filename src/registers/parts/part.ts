import type pg from 'pg';
import type { OpenFile } from '../files/open-file.ts';

/**
 * A file of a register that is published as several: `companies` has a row (or more) for every company, `rows` has rows that belong to
 * companies, and `list` is a list of codes for all of them.
 */
export interface Part {
  /** As sourceData names its rows. */
  name: string;
  /** As published. What stands behind the stem of the name, such as a date, doesn't matter. */
  file: string;
  role: 'companies' | 'rows' | 'list';
  /** A source without it is imported too, and the summary says that it is missing. */
  optional?: boolean;
}

/** A file that was found for a part: alone, in a folder, or in an archive. */
export interface PartFile {
  name: string;
  /** The file itself, or the archive that it is in. */
  path: string;
  open(): Promise<OpenFile>;
}

/** What an import lends to a register whose files have to be joined. */
export interface Joining {
  files: ReadonlyMap<string, PartFile>;
  /** A connection for the join alone: its temporary tables go when it ends. */
  connect(): Promise<pg.Client>;
}
