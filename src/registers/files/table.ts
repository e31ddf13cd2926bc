import { Refusal } from '../../kernel/errors.ts';

/* What the readers of national files have in common: a file becomes a stream of rows, whatever its format. */

/** The file as a whole cannot be imported. The message is one line, for the person who runs the import. */
export class WrongFile extends Refusal {}

/** A cell as the file has it. CSV knows text alone; a workbook also numbers, booleans and empty cells (null). */
export type Cell = string | number | boolean | null;

/** A record of a JSON file, exactly as it is there. */
export type JsonObject = { readonly [name: string]: JsonValue };
export type JsonValue = Cell | readonly JsonValue[] | JsonObject;

/** A row of any source: its cells in the order of the columns, or a JSON object as it is. */
export interface SourceRow {
  line: number;
  cells: readonly unknown[] | JsonObject;
}

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
