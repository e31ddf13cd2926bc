import { columns } from '../../company/facts.ts';
import { fuzzyRoom, layouts, listSize, partShift, statesSize } from '../layout/layout.generated.ts';
import { type Extent, facetRange } from '../query/extent.ts';
import type { FacetCount } from '../query/query.ts';
import { mostFuzzyWords } from '../query/words/interpretations.ts';
import { programRoom, scoringRoom, withinFields } from '../query/words/program.ts';

/** The number of queries that one pass answers. */
export const slots = 8;
/** In bytes: enough for a fragment of 200 characters, and for a number as fifty registers write it, in any alphabet. */
const needleRoom = 32_768;
/** In bytes, between needles: the loops read eight bytes at a time. */
export const needleGap = 8;
/** Whether the needles of one query fit into its slot. */
export const fitsSlot = (needles: readonly Uint8Array[]): boolean =>
  needles.reduce((size, { length }) => size + length + needleGap, 0) <= needleRoom;
/** Days are turned into years by parts of so many days, see wasm/facet-counts.ts. */
export const daysPerPart = 2 ** partShift;
/** In bytes: addresses of rows by the number of a country, and room for the rows of so many countries, see matcher.ts. */
const countryNumbers = columns.country.mask + 1;
export const formRows = 4 * countryNumbers;
export const mostCountries = 64;

/** In bytes: states for the letters of a word, a list of words, and states for four letters, see wasm/fuzzy.ts. */
const statesRoom = statesSize + listSize + layouts.Unlike.size + 5 * layouts.States.size;

const facetNames = [
  'day',
  'year',
  'status',
  'country',
  'legalForm',
  'run',
  'unlicensed',
  'licensed',
  'legalFormGroup',
  'legalFormCode',
  'naceDivision',
  'naceSection',
  'score',
] as const satisfies FacetCount[];

/** The working memory of one thread: addresses in its own part of the shared memory. */
export interface Scratch {
  /** Fields with one bit for each document of a segment. */
  bits: number;
  otherBits: number;
  numberBits: number;
  wordBits: number;
  /** The same for the other names of a segment. */
  nameBits: number;
  otherNameBits: number;
  /** The score of each document, and of each other name, two bytes each. */
  scores: number;
  nameScores: number;
  /** For queries by words, see the class Words of wasm/program.ts. */
  candidates: number;
  fitting: number;
  qualities: number;
  rows: number;
  visit: number;
  states: number;
  /** Which documents have a score, and the class TopK of wasm/top-k.ts. */
  scored: number;
  topK: number;
  /** The numbers of misspelt words, for each typed word that may be one. */
  fuzzy: number[];
  /** A bit for each kind of a segment, and room for four numbers for each. */
  kindBits: number;
  numbers: number;
  /** A number for each set of activities. */
  setNumbers: number;
  /** A list of segments. */
  list: number;
  /** What each query of a pass searches for. */
  slots: {
    needles: number;
    activities: number;
    nace: number;
    runs: number;
    countries: number;
    program: number;
    withins: number[];
  }[];
  facetCounts: Record<FacetCount, number>;
  /** The activity that each activity is counted as. */
  merged: number;
  /** See the class YearPart of wasm/facet-counts.ts. */
  years: number;
  /** The class of each legal form in each country, and the divisions and sections of each activity. */
  forms: number;
  nace: number;
  facetTable: number;
  /** In bytes, in total. */
  size: number;
}

export function scratchAt(start: number, extent: Extent): Scratch {
  let end = start;
  const take = (size: number) => {
    const at = end;
    end += Math.ceil(size / 16) * 16;
    return at;
  };
  const field = extent.segmentDocuments / 8 + 8;
  const bits = take(field);
  const otherBits = take(field);
  const numberBits = take(field);
  const wordBits = take(field);
  const nameBits = take(field);
  const otherNameBits = take(field);
  const scores = take(2 * extent.segmentDocuments);
  const nameScores = take(2 * extent.segmentDocuments);
  const candidates = take(field);
  const fitting = take(field);
  const qualities = take(scoringRoom);
  const rows = take(4 * extent.segmentDocuments);
  const visit = take(layouts.Visit.size);
  const states = take(statesRoom);
  const scored = take(field);
  const topK = take(layouts.TopK.size);
  const fuzzy = Array.from({ length: mostFuzzyWords }, () => take(fuzzyRoom + layouts.Found.size));
  const kindBits = take(field);
  const numbers = take(16 * (extent.segmentDocuments + 1));
  const setNumbers = take(4 * (extent.segmentDocuments + 1));
  const list = take(4 * Math.max(extent.segments + 1, 16));
  const all = Array.from({ length: slots }, () => ({
    needles: take(needleRoom),
    activities: take(2 * (extent.activity + 1)),
    nace: take(2 * (extent.activity + 1)),
    runs: take(extent.run + 1),
    countries: take(countryNumbers),
    program: take(programRoom),
    withins: Array.from({ length: withinFields }, () => take(field)),
  }));
  const facetCounts = {} as Record<FacetCount, number>;
  for (const facetCount of facetNames) facetCounts[facetCount] = take(4 * (facetRange(facetCount, extent).size + 1));
  const merged = take(4 * (extent.activity + 1));
  const years = take(layouts.YearPart.size * (1 + Math.ceil(extent.lastDay / daysPerPart)));
  const forms = take(formRows + 4 * (1 + mostCountries) * (extent.legalForm + 1));
  const nace = take(16 * (extent.activity + 1));
  const facetTable = take(layouts.FacetCounts.size);
  const fields = { bits, otherBits, numberBits, wordBits, nameBits, otherNameBits };
  const ofWords = { scores, nameScores, candidates, fitting, qualities, rows, visit, states, scored, topK, fuzzy };
  return {
    ...fields,
    ...ofWords,
    kindBits,
    numbers,
    setNumbers,
    list,
    slots: all,
    facetCounts,
    merged,
    years,
    forms,
    nace,
    facetTable,
    size: end - start,
  };
}
