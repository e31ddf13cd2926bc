import type { Cell, JsonObject } from '../../companies/index.ts';

export { type Cell, type JsonObject, type JsonValue, WrongFile } from '../../companies/index.ts';

/** All readers of national files turn a file of any format into a stream of these rows. */

export interface Row {
  /** Its place in the file, for people: the line of a text file, the row number of a sheet. */
  line: number;
  cells: readonly Cell[];
}

export interface JsonRow {
  /** Its place in the list, from 1. */
  line: number;
  cells: JsonObject;
}

/** A row that could not be read: only this row is rejected. */
export interface BadRow {
  line: number;
  problem: string;
  /** The row as it is in the file, shortened. */
  text: string;
}

/** Rows come in batches, because an await for each row would cost more than reading it. */
export type Batches = AsyncIterable<readonly (Row | BadRow)[]>;
