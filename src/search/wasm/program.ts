/**
 * Queries by words. A query has interpretations, an interpretation has terms, and a term has elements: neighbouring words of a
 * name in this order. An element lists alternatives for one word of the name. A name matches an interpretation if it has all
 * terms, in any order. words/program.ts writes these structures.
 */

/** A word, or the beginning of one. */
@unmanaged
export class Alternative {
  at: usize;
  length: u32;
  isWhole: u32;
  /** The classes of its first letters, and a mask for those that words must have, see letters.ts. */
  letters: u32;
  letterMask: u32;
  /** If it may be misspelt: how many mistakes, at which places each letter is, and the table of similar words, see fuzzy.ts. */
  edits: u32;
  places: usize;
  letterCount: u32;
  similar: usize;
  /** In one segment: the numbers among which it is, the end exclusive; and those of words that surely begin so, see lookup.ts. */
  first: u32;
  end: u32;
  sure: u32;
  sureEnd: u32;
  /** Which segments of the two groups of the query may have it. */
  members: u64;
  otherMembers: u64;
  /** The same, as a whole word. */
  wholeMembers: u64;
  otherWholeMembers: u64;
}

/** Which numbers of words fit, in one segment: they are looked up when they are needed. */
@unmanaged
export class Element {
  alternatives: usize;
  count: u32;
  /** Room for two ranges for each alternative. */
  ranges: usize;
  /** If it may have mistakes: two bits for each number, see fuzzy.ts. Elements of other queries use the same memory. */
  fuzzy: usize;
  /** How many ranges this segment has. */
  segment: usize;
  rangeCount: u32;
}

/** Neighbouring numbers of words. Quality: 2 are whole words, 1 corrected ones, 0 begin so. */
@unmanaged
export class Numbers {
  first: u16;
  last: u16;
  quality: u32;
}

@unmanaged
export class Term {
  /** The offsets of its elements. */
  elements: usize;
  count: u32;
  /** How rare the typed words are. */
  weight: u32;
}

@unmanaged
export class Interpretation {
  terms: usize;
  count: u32;
  /** The offsets of the elements of all its terms, in the order in which they were typed. */
  elements: usize;
  elementCount: u32;
  /** Of all typed words. */
  weight: u32;
  /** If it is not 0, only these documents can match. */
  within: usize;
  /** Whether the order of the words counts. */
  isOrdered: u32;
  /** The keys of the words that must be neighbours, see segment-groups.ts. */
  pairs: usize;
  pairCount: u32;
  /** The places of the elements, those in the fewest names first, as far as is known. */
  order: usize;
  /** Whether all typed words are legal forms. */
  isForm: u32;
  /** Two words of 64 bits: which segments of the two groups of the query may match. */
  members: usize;
}

/** A group of segments, and which of them may match any interpretation. A query has two: one for names, one for other names. */
@unmanaged
export class SegmentGroup {
  members: u64;
  at: usize;
}

@unmanaged
export class Words {
  interpretations: usize;
  count: u32;
  /** Two fields of bits. */
  candidates: usize;
  fitting: usize;
  /** How well each word of some names fits each element, see scoring.ts; and for each document where its part begins. */
  qualities: usize;
  qualitiesSize: u32;
  rows: usize;
  /** Room for a Visit, see postings.ts. */
  visit: usize;
  /** Room for the states of fuzzy.ts. */
  states: usize;
  /** The groups of the last segment and of the last segment of other names. */
  groups: usize;
  /** Scores that are known, see scoring.ts. */
  scores: usize;
  /** What prefetch.ts has read: without it the reads would be left out. */
  read: u32;
  /** Room for the limits of top-k.ts. */
  limits: usize;
}

@inline
export function interpretationOf(words: Words, index: u32): Interpretation {
  return changetype<Interpretation>(words.interpretations + index * offsetof<Interpretation>());
}

@inline
export function elementOf(interpretation: Interpretation, index: u32): Element {
  return changetype<Element>(load<usize>(interpretation.elements + 4 * <usize>index));
}

@inline
export function alternativeOf(element: Element, index: u32): Alternative {
  return changetype<Alternative>(element.alternatives + index * offsetof<Alternative>());
}

/** An element by its place among all, the rarest first. */
@inline
export function rareElementOf(interpretation: Interpretation, index: u32): Element {
  return elementOf(interpretation, load<u32>(interpretation.order + 4 * <usize>index));
}

/** Two bits for each number of a word, in whole words of 64 bits. */
@inline
export function fuzzyBytesFor(numbers: u32): usize {
  return ((<usize>numbers + 31) >> 5) << 3;
}
