/** Letters, digits and line ends of a text, eight bytes at a time. */

import { lineEnd, lowest } from './segment';

const ones: u64 = 0x0101010101010101;
const high: u64 = 0x8080808080808080;

/** The highest bit of each of eight bytes that is neither a Latin letter nor a digit. Bytes beyond ASCII have it, too. */
@inline
export function notLetters(bytes: u64): u64 {
  const low = bytes & ~high;
  const letters = (low + 0x1f * ones) & ~(low + 0x05 * ones);
  const digits = (low + 0x50 * ones) & ~(low + 0x46 * ones);
  return (~(letters | digits) | bytes) & high;
}

/** The end of the document that a place is in. */
@inline
export function endOfLine(at: usize): usize {
  let ends = lineEnds(load<u64>(at));
  while (ends === 0) ends = lineEnds(load<u64>((at += 8)));
  return at + <usize>(lowest(ends) >> 3);
}

/** The highest bit of each of eight bytes that is a line end. The lowest of these bits is right, others may be wrong. */
@inline
function lineEnds(bytes: u64): u64 {
  const different = bytes ^ (<u64>lineEnd * ones);
  return (different - ones) & ~different & high;
}

/** How many bytes the letter or digit at a place has; 0 if there is none. `isInWord` of segment.ts says the same from behind. */
@inline
export function letterSize(at: usize): usize {
  const byte = load<u8>(at);
  if (byte < 0x80) return <usize>(<u8>(byte - 0x61) < 26 || <u8>(byte - 0x30) < 10);
  if (byte < 0xc3) {
    const next = load<u8>(at + 1);
    return byte === 0xc2 && (next === 0xaa || next === 0xb5 || next === 0xba) ? 2 : 0;
  }
  if (byte < 0xe0) return 2;
  if (byte >= 0xf0) return 4;
  return byte === 0xe2 && (load<u8>(at + 1) & 0xfe) === 0x80 ? 0 : 3;
}

/** The end of the word that a place is in. */
@inline
export function endOfWord(at: usize): usize {
  let size: usize = 0;
  do {
    at += size;
    let others = notLetters(load<u64>(at));
    while (others === 0) others = notLetters(load<u64>((at += 8)));
    at += <usize>(lowest(others) >> 3);
    size = load<u8>(at) < 0x80 ? 0 : letterSize(at);
  } while (size !== 0);
  return at;
}
