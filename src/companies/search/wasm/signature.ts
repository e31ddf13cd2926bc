/** Signatures say which blocks of a bucket may contain a fragment, so that the others are not read. */

import { Bucket, isInWord, lineEnd } from './bucket';
import { addKey, hasKey, shortKey } from './groups';

export const blockCount: u32 = 32;

/** The place of a piece of four bytes in a signature. */
@inline
function placeOf(piece: u32, places: u32): usize {
  return <usize>((<u64>(piece * 0x9e3779b1) * places) >> 32);
}

@inline
export function linesOfBlock(lines: u32): u32 {
  return (lines + blockCount - 1) / blockCount;
}

/** The blocks of a bucket that may contain a fragment: those with all its pieces. None if it must begin a word and doesn't. */
@inline
export function blocksWith(bucket: Bucket, fragment: usize, signed: usize, begins: u32): u32 {
  if (begins !== 0 && signed >= 2 && !hasKey(bucket, shortKey(load<u32>(fragment), signed))) return 0;
  let blocks: u32 = 0xffffffff;
  for (let at: usize = 4; at <= signed && blocks !== 0; at++)
    blocks &= load<u32>(bucket.signature + 4 * placeOf(load<u32>(fragment + at - 4), bucket.places));
  return blocks;
}

/**
 * Cuts the text of a bucket into blocks and writes its signature: each piece of four bytes has a place, and the word at this
 * place has a bit for each block that contains such a piece. Pieces don't cross the end of a line. It must be empty before. The
 * beginnings of words are keys of its group.
 */
export function sign(bucket: Bucket): void {
  const linesEach = linesOfBlock(bucket.lines);
  let block: u32 = 0;
  let lines: u32 = 0;
  let sinceEnd: u32 = 0;
  store<u32>(bucket.starts, 0);
  for (let place: u32 = 0; place < bucket.length; place++) {
    const at = bucket.text + place;
    if (!isInWord(at)) {
      const head = load<u32>(at);
      addKey(bucket, shortKey(head, 2));
      addKey(bucket, shortKey(head, 3));
    }
    if (load<u8>(at) === lineEnd) {
      sinceEnd = 0;
      if (++lines === linesEach) {
        lines = 0;
        store<u32>(bucket.starts + 4 * ++block, place + 1);
      }
    } else if (++sinceEnd >= 4) {
      const word = bucket.signature + 4 * placeOf(load<u32>(at - 3), bucket.places);
      store<u32>(word, load<u32>(word) | ((<u32>1) << block));
    }
  }
  while (block < blockCount) store<u32>(bucket.starts + 4 * ++block, bucket.length);
}
