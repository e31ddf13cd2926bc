import type { columns } from '../format/facts.ts';

export type ColumnName = keyof typeof columns;

/** The value of a column lies between these, or is one of them. */
export interface Range {
  column: ColumnName;
  from: number;
  to: number;
}

/** Bytes that a line must hold. */
export interface Needle {
  bytes: Uint8Array;
  /** Only where it begins a word, or the whole line. */
  begins?: 'word' | 'line';
}

/** What is looked for, in bytes and numbers: everything that is given must fit. */
export interface Question {
  /** The folded fragment. */
  fragment?: Needle | undefined;
  /** The exact national number, as it is spelt in each of some countries. */
  numbers?: { bytes: Uint8Array; country: number }[] | undefined;
  ranges: Range[];
  /** Imports, by number: the record was last changed by one of them. */
  runs?: number[] | undefined;
  /** Any of these, the licensed ones with their bit. */
  activities?: number[] | undefined;
}

export type Tally = ColumnName | 'unlicensed' | 'licensed';

/** A question, and what is wanted to know of the lines that fit. */
export interface Job {
  question: Question;
  /** Their number in each bucket, once for each part; a part has ranges of its own, and none in most cases. */
  parts: Range[][];
  /** Their number by value. */
  tallies: Tally[];
}

/** By bucket, part after part, and by value: the first count of a tally is of those below its base. */
export interface Answer {
  counts: Uint32Array;
  tallies: Uint32Array[];
}
