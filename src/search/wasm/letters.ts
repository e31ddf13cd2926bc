/**
 * The letters of words. The first eight of a word are two bytes: each letter is of one of four classes, and has two bits, the
 * first one the lowest. After the end of a word they are 0. So words are compared without reading their text.
 */

/** The class of each of the 26 Latin letters: frequent letters, and those that take each other's place, are in different ones. */
const classes: u64 = 0xcfa68d5330b24;

/** In letters. */
export const comparedLetters: u32 = 8;

@inline
export function classOf(code: u32): u32 {
  const letter = code - 0x61;
  return letter < 26 ? <u32>(classes >> (2 * <u64>letter)) & 3 : code & 3;
}

@inline
export function codeAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte < 0x80) return byte;
  const second = <u32>load<u8>(at + 1) & 0x3f;
  if (byte < 0xe0) return ((byte & 0x1f) << 6) | second;
  const third = <u32>load<u8>(at + 2) & 0x3f;
  if (byte < 0xf0) return ((byte & 0xf) << 12) | (second << 6) | third;
  return ((byte & 7) << 18) | (second << 12) | (third << 6) | (<u32>load<u8>(at + 3) & 0x3f);
}

/** In bytes. */
@inline
export function sizeOf(code: u32): u32 {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** The classes of the first letters of a word. */
export function lettersOf(at: usize, length: usize): u32 {
  let letters: u32 = 0;
  const end = at + length;
  for (let shift: u32 = 0; at < end && shift < 2 * comparedLetters; shift += 2) {
    const code = codeAt(at);
    letters |= classOf(code) << shift;
    at += sizeOf(code);
  }
  return letters;
}

/** The same from its first eight bytes as a number, see `headOf` of sort.ts. Most words have no letters beyond ASCII. */
@inline
export function lettersOfHead(head: u64, at: usize, length: usize): u32 {
  if ((head & 0x8080808080808080) !== 0) return lettersOf(at, length);
  let letters: u32 = 0;
  for (let shift: u32 = 0; head !== 0; shift += 2, head <<= 8) letters |= classOf(<u32>(head >> 56)) << shift;
  return letters;
}
