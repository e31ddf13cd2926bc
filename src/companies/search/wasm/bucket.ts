/** A bucket of names in memory. */

@unmanaged
export class Bucket {
  text: usize;
  length: u32;
  lines: u32;
  /** The first word of each line, see format/facts.ts; then the second of each, and so on. */
  facts: usize;
  /** Three bytes for each activity, the highest first, line by line. */
  activities: usize;
  activitiesEnd: usize;
  /** Where its 32 blocks begin in the text, and where the last ends. */
  starts: usize;
  /** Followed by one bit for each beginning of a word, and by one for each pair of neighbouring words. */
  signature: usize;
  /** How many words the signature has, and how many bytes the beginnings, and how many the pairs. */
  places: u32;
  /** The words of each line by their numbers, two bytes each, and a line's end after its last one, see vocabulary.ts. */
  words: usize;
  /** At which of these numbers its 32 blocks begin, and where the last ends. */
  wordStarts: usize;
  /** The distinct words, sorted: where each is, counted from the text, and in the lowest byte its length. */
  vocabulary: usize;
  vocabularySize: u32;
  /** The bucket of the other names of its lines, or 0. */
  others: usize;
  /** Of a bucket of other names: the line that each name belongs to, two bytes each. */
  owners: usize;
}

export const lineEnd: u8 = 10;

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
