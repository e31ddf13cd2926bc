import { Refusal } from '../../kernel/errors.ts';

/* All readers of national files turn a file of any format into a stream of these rows. */

/** The file as a whole cannot be imported. The message has one line. */
export class WrongFile extends Refusal {}

/** A cell as in the file. CSV has only text; a workbook also has numbers, booleans and empty cells (null). */
export type Cell = string | number | boolean | null;

/** A record of a JSON file, unchanged. */
export type JsonObject = { readonly [name: string]: JsonValue };
export type JsonValue = Cell | readonly JsonValue[] | JsonObject;

/** A row of any source: its cells in the order of the columns, or an unchanged JSON object. */
export interface SourceRow {
  line: number;
  cells: readonly unknown[] | JsonObject;
}

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
  /** The texts in it that may be its number. They are looked up, and never stored. */
  pieces: readonly string[];
  /** Its first cells, if they are surely cells of these columns. */
  certain?: readonly Cell[] | undefined;
  /** Its number, if it is certain. */
  number?: string | undefined;
  /** How many companies it may be the row of. Unset: one. */
  rows?: number | undefined;
}

/** Rows come in batches, because an await for each row would cost more than reading it. */
export type Batches = AsyncIterable<readonly (Row | BadRow)[]>;
