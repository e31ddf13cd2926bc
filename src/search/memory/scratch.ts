import { columns } from '../../company/facts.ts';
import { fuzzyBytes, layouts, listBytes, partShift, statesBytes } from '../layout/layout.generated.ts';
import { type Extent, facetRanges } from '../query/extent.ts';
import type { FacetCount } from '../query/query.ts';
import { maxFuzzyWords } from '../query/words/interpretations.ts';
import { consecutiveParts } from './allocator.ts';

/** The number of queries that one pass answers. */
export const slots = 8;
/** Enough for a fragment of 200 characters, and for a number as fifty registers write it, in any alphabet. */
const needleBytes = 96 * 1024;
/** After a needle: the loops read eight bytes at a time. */
export const needleGapBytes = 8;
/** Then comes the structure of the needle, at a multiple of four. */
const needleEndBytes = needleGapBytes + 3 + layouts.Needle.size;
/** Whether the needles of one query fit into its slot. */
export const fitsSlot = (needles: readonly Uint8Array[]): boolean =>
  needles.reduce((bytes, { length }) => bytes + length + needleEndBytes, 0) <= needleBytes;
/** The room of a query by words, see engine/program.ts. */
export const programBytes = 192 * 1024;
/**
 * How well a name of 250 words fits an interpretation of 110 elements, or the names of a segment a short one, see
 * wasm/scoring.ts. Places in it have two bytes.
 */
export const scoringBytes = 48 * 1024;
/** Fields for the documents that have other things than words: numbers, or Chinese, Japanese and Korean text. */
export const withinFields = 4;
/** Days are turned into years by parts of so many days, see wasm/facet-counts.ts. */
export const daysPerPart = 2 ** partShift;
/** The offsets of rows by the number of a country, and room for the rows of so many countries, see engine/facet-counts.ts. */
const countryNumbers = columns.country.mask + 1;
export const formRowsBytes = 4 * countryNumbers;
export const maxCountries = 64;

/** States for the letters of a word, a list of words, and states for four letters, see wasm/fuzzy.ts. */
const fuzzyStatesBytes = statesBytes + listBytes + layouts.Unlike.size + 5 * layouts.States.size;

export type Scratch = ReturnType<typeof scratchAt>;

/** The working memory of one thread: offsets in its own part of the shared memory, and its size in bytes. */
export function scratchAt(start: number, extent: Extent) {
  const { segmentDocuments, activity } = extent;
  const parts = consecutiveParts(start, 16);
  const { take } = parts;
  /** A field with one bit for each document of a segment, or for each of its other names. */
  const takeField = () => take(segmentDocuments / 8 + 8);
  const countsOf = ([name, { size }]: [string, { size: number }]) => [name, take(4 * (size + 1))];
  return {
    bits: takeField(),
    otherBits: takeField(),
    numberBits: takeField(),
    wordBits: takeField(),
    nameBits: takeField(),
    otherNameBits: takeField(),
    /** The score of each document, and of each other name, two bytes each. */
    scores: take(2 * segmentDocuments),
    nameScores: take(2 * segmentDocuments),
    /** For queries by words, see the class Words of wasm/program.ts. */
    candidates: takeField(),
    fitting: takeField(),
    qualities: take(scoringBytes),
    rows: take(4 * segmentDocuments),
    visit: take(layouts.Visit.size),
    states: take(fuzzyStatesBytes),
    /** Which documents have a score, and the class TopK of wasm/top-k.ts. */
    scored: takeField(),
    topK: take(layouts.TopK.size),
    /** The numbers of misspelt words, for each typed word that may be one. */
    fuzzy: Array.from({ length: maxFuzzyWords }, () => take(fuzzyBytes + layouts.Found.size)),
    /** A bit for each kind of a segment, and room for four numbers for each. */
    kindBits: takeField(),
    numbers: take(16 * (segmentDocuments + 1)),
    /** A number for each set of activities. */
    setNumbers: take(4 * (segmentDocuments + 1)),
    /** A list of segments. */
    list: take(4 * Math.max(extent.segments + 1, 16)),
    /** What each query of a pass searches for. */
    slots: Array.from({ length: slots }, () => ({
      needles: take(needleBytes),
      activities: take(2 * (activity + 1)),
      nace: take(2 * (activity + 1)),
      runs: take(extent.run + 1),
      countries: take(countryNumbers),
      program: take(programBytes),
      withins: Array.from({ length: withinFields }, takeField),
    })),
    facetCounts: Object.fromEntries(Object.entries(facetRanges(extent)).map(countsOf)) as Record<FacetCount, number>,
    /** The activity that each activity is counted as. */
    merged: take(4 * (activity + 1)),
    /** See the class YearPart of wasm/facet-counts.ts. */
    years: take(layouts.YearPart.size * (1 + Math.ceil(extent.lastDay / daysPerPart))),
    /** The class of each legal form in each country, and the divisions and sections of each activity. */
    forms: take(formRowsBytes + 4 * (1 + maxCountries) * (extent.legalForm + 1)),
    nace: take(16 * (activity + 1)),
    facetTable: take(layouts.FacetCounts.size),
    size: parts.size,
  };
}
