import type { Cell, JsonObject } from '../../companies/index.ts';

export { type Cell, type JsonObject, type JsonValue, WrongFile } from '../../companies/index.ts';

/** What the readers of national files have in common: a file becomes a stream of rows, whatever its format. */

export interface Row {
  /** Where it stands in the file, for a person who looks it up: the line of a text file, the row number of a sheet. */
  line: number;
  cells: readonly Cell[];
}

export interface JsonRow {
  /** Its place in the list, from 1. */
  line: number;
  cells: JsonObject;
}

/** A row that could not even be read: it is rejected alone, and the rest goes on. */
export interface BadRow {
  line: number;
  problem: string;
  /** The row as the file has it, cut at a sensible length. */
  text: string;
}

/** Rows come in batches, for an await on each one would cost more than the reading. */
export type Batches = AsyncIterable<readonly (Row | BadRow)[]>;
