/** A segment of names in memory. */

@unmanaged
export class Segment {
  text: usize;
  length: u32;
  documents: u32;
  /** The first word of each document, see company/facts.ts; then each word of the key of its address. */
  facts: usize;
  /** The activities of its sets, four bytes each; at their end the set of each document, two bytes each, see activities.ts. */
  activities: usize;
  activitiesEnd: usize;
  /** Where its 32 blocks begin in the text, and where the last ends. */
  starts: usize;
  signature: usize;
  /** How many words the signature has. */
  places: u32;
  /** The group that it belongs to, the number of rows of the group, and its place in it, see segment-groups.ts. */
  group: usize;
  rows: u32;
  member: u32;
  /** The distinct words, sorted: where each is in the text, its length, and whether it occurs once, see vocabulary.ts. */
  vocabulary: usize;
  vocabularySize: u32;
  /** The first four bytes of every 16th of these words, as a number that sorts as they do. */
  samples: usize;
  /** The classes of the first letters of each of these words, two bytes each, see letters.ts. */
  letters: usize;
  /** For each of these words: the place where it occurs, or the beginning of its list of places, see postings.ts. */
  heads: usize;
  lists: usize;
  /** Whether a place has four bytes instead of two. */
  isWide: u32;
  /** Whether a document has more than 32 words. */
  isLong: u32;
  /** How many words each document has, a byte each, and all documents together. */
  sizes: usize;
  wordCount: u32;
  /** The first letters of all names: a bit for the lowest five bits of each. */
  initials: u32;
  /** The segment of the other names of its documents, or 0. */
  others: usize;
  /** Of a segment of other names: the document that each name belongs to, two bytes each. */
  owners: usize;
  /** One bit for each document: whether the company is active. Other names have none. */
  active: usize;
  /**
   * The kind of each document, two bytes each, and the table of kinds: a segment that has documents and facts alone, see
   * kinds.ts.
   */
  kinds: usize;
  kindTable: usize;
}

export const lineEnd: u8 = 10;

/**
 * The place of the lowest bit that is set: there is one. On ARM, V8 calls a function for `ctz`, which takes ten times as long.
 */
@inline
export function lowest(bits: u64): u32 {
  return 63 - <u32>clz(bits & -bits);
}

/** In the vocabulary: where the word begins, counted from the text; in the lowest byte its length; the highest bit for a list. */
export const hasList: u32 = 0x80000000;

@inline
export function wordAt(segment: Segment, number: u32): usize {
  return segment.text + <usize>((load<u32>(segment.vocabulary + 4 * <usize>number) & ~hasList) >> 8);
}

/** In bytes. */
@inline
export function wordLength(segment: Segment, number: u32): u32 {
  return load<u8>(segment.vocabulary + 4 * <usize>number);
}

@inline
export function occursOnce(segment: Segment, number: u32): bool {
  return load<i32>(segment.vocabulary + 4 * <usize>number) >= 0;
}

/**
 * Whether a letter or digit comes before a place. Beyond ASCII everything counts as a letter except the signs of Latin-1 and
 * Unicode's general punctuation: quotation marks, dashes and blanks.
 */
@inline
export function isInWord(place: usize): bool {
  const byte = load<u8>(place - 1);
  if (byte < 0x80) return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
  const before = load<u8>(place - 2);
  if (before === 0xc2) return byte === 0xaa || byte === 0xb5 || byte === 0xba;
  return load<u8>(place - 3) !== 0xe2 || (before & 0xfe) !== 0x80;
}

@inline
export function bits64(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u32>i8x16.bitmask(a) | ((<u32>i8x16.bitmask(b)) << 16);
  const high = <u32>i8x16.bitmask(c) | ((<u32>i8x16.bitmask(d)) << 16);
  return <u64>low | ((<u64>high) << 32);
}
