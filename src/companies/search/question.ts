import type { columns } from '../format/facts.ts';

type ColumnName = keyof typeof columns;

/** The value of a column lies between these, both included. */
export interface Range {
  column: ColumnName;
  from: number;
  to: number;
}

/** Bytes that a line must contain. */
export interface Needle {
  bytes: Uint8Array;
  /** Unset: anywhere. Otherwise only at the beginning of a word, or of the whole line. */
  begins?: 'word' | 'line';
}

/** What is searched for, in bytes and numbers. A line fits if it fits everything that is set. */
export interface Question {
  /** The folded fragment. */
  fragment?: Needle | undefined;
  /** The exact national number, as each of some countries spells it. */
  numbers?: { bytes: Uint8Array; country: number }[] | undefined;
  ranges: Range[];
  /** The record was last changed by one of these imports. */
  runs?: number[] | undefined;
  /** The record has at least one of these activities; licensed ones have their bit set. */
  activities?: number[] | undefined;
}

export const hasFragmentAlone = ({ numbers, ranges, runs, activities }: Question): boolean =>
  !numbers && ranges.length === 0 && !runs && !activities;

/** Whether every line fits. */
export const isEverything = (question: Question): boolean => !question.fragment && hasFragmentAlone(question);

/** What matching lines can be counted by. */
export type Tally = ColumnName | 'unlicensed' | 'licensed';

/** A question, and by which values its matches are counted. */
export interface Job {
  question: Question;
  tallies: Tally[];
}

/** The number of matches in each bucket and, for each tally, by value: its first count is of the matches without a value. */
export interface Answer {
  counts: Uint32Array;
  tallies: Uint32Array[];
}
