import type { KeyRange } from '../../company/address-key.ts';
import type { columns } from '../../company/facts.ts';
import type { ActivityType } from '../../company/values.ts';
import type { FormTable, WantedClass } from './classes/legal-forms.ts';
import type { NaceTable } from './classes/nace.ts';

type ColumnName = keyof typeof columns;

/** The value of a column is between these, both included. */
export interface Range {
  column: ColumnName;
  from: number;
  to: number;
}

/** Bytes that a document must contain. */
export interface Needle {
  bytes: Uint8Array;
  /** Unset: anywhere. Otherwise only at the beginning of a word, or of the whole document. */
  begins?: 'word' | 'document';
}

/** Bytes that a document of a country must contain. Unset: of any country. */
export interface NumberNeedle {
  bytes: Uint8Array;
  country: number | undefined;
}

/** Typed words, normalized, see words/interpretations.ts. A name must have all of them. */
export interface TypedWords {
  typed: readonly string[];
  /** Whether words may be misspelt. */
  isFuzzy: boolean;
  /** For each typed word, whole words that may be meant by it. They are as good as the word itself. */
  meant?: readonly (readonly string[])[];
}

/** How well a name matches typed words is a number of 13 bits, see README.md. */
export const highestScore = 0x1fff;

/** What is searched for, in bytes and numbers. A document fits if it fits everything that is set. */
export interface Query {
  /** The normalized fragment. */
  fragment?: Needle | undefined;
  words?: TypedWords | undefined;
  /** Whether the fragment or the words may be in another name of the record. */
  hasOtherNames?: boolean | undefined;
  /** Whole numbers that the fragment or the words may mean: a document with one of them matches too. */
  meant?: NumberNeedle[] | undefined;
  /** A whole number as some registers write it. The document must have one of these. */
  numbers?: NumberNeedle[] | undefined;
  ranges: Range[];
  /** The record is of one of these countries, by their numbers. */
  countries?: number[] | undefined;
  /** The record fits all ranges of one of these lists. */
  anyOf?: Range[][] | undefined;
  /** The record was last changed by one of these imports. */
  runs?: number[] | undefined;
  /** The record has at least one of these activities; licensed ones have their bit set. */
  activities?: number[] | undefined;
  /** The same: both lists must have one of its activities. */
  nace?: number[] | undefined;
  /** Its legal form is of this class in its country. */
  form?: WantedClass | undefined;
}

export const hasFragmentAlone = (query: Query): boolean => {
  const { words, hasOtherNames, meant, numbers, ranges, countries, anyOf, runs, activities, nace, form } = query;
  const isText = words || hasOtherNames || meant || numbers;
  return !isText && ranges.length === 0 && !countries && !anyOf && !runs && !activities && !nace && !form;
};

/** Whether every document fits. */
export const isEverything = (query: Query): boolean => !query.fragment && hasFragmentAlone(query);

/** What matching documents can be counted by. Only queries by words have scores. */
export type FacetCount = Exclude<ColumnName, KeyRange['column']> | 'year' | ActivityType | ClassFacet | 'score';

/** Counts by what a legal form or an activity is in all countries. */
export type ClassFacet = 'legalFormGroup' | 'legalFormCode' | 'naceDivision' | 'naceSection';

/** A query, and by which values its matches are counted. */
export interface Job {
  query: Query;
  facetCounts: FacetCount[];
  /** If it is set, counting may end as soon as the first segments have so many matches. */
  enough?: number | undefined;
  /** If it is set, only so many of the best matches are counted by their scores. */
  best?: number | undefined;
  /** Whether others than the best matches are left out, as soon as there are enough. */
  isBestAlone?: boolean | undefined;
  /** Activities that are counted as another one, the one with the smaller id. */
  merged?: readonly MergedActivity[] | undefined;
  /** What legal forms and activities are, for the facet counts that count by it. */
  forms?: FormTable | undefined;
  nace?: NaceTable | undefined;
}

type Unset<Fields> = { [Name in keyof Required<Fields>]: undefined };

const noQuery: Unset<Query> = {
  fragment: undefined,
  words: undefined,
  hasOtherNames: undefined,
  meant: undefined,
  numbers: undefined,
  ranges: undefined,
  countries: undefined,
  anyOf: undefined,
  runs: undefined,
  activities: undefined,
  nace: undefined,
  form: undefined,
};
const noJob: Unset<Job> = {
  query: undefined,
  facetCounts: undefined,
  enough: undefined,
  best: undefined,
  isBestAlone: undefined,
  merged: undefined,
  forms: undefined,
  nace: undefined,
};

/** The same with all fields, in one order for all: V8 would compile the loops anew for each new combination. */
export const completeQuery = (query: Query): Query => ({ ...noQuery, ...query });
export const completeJob = (job: Job): Job => ({ ...noJob, ...job });

export interface MergedActivity {
  id: number;
  first: number;
}

/**
 * The number of matches in each segment and, for each facet count, by value: its first count is of the matches without a value.
 */
export interface Answer {
  counts: Uint32Array;
  facetCounts: Uint32Array[];
  /** The highest score in each segment, if scores are counted. */
  best?: Uint16Array | undefined;
}
