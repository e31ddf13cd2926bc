/** Signatures say which blocks of a bucket may contain a fragment, so that the others are not read. */

import { Bucket, isInWord, lineEnd } from './bucket';

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

/** The place of the bit for a beginning of a word: its first two or three bytes. */
@inline
function beginningOf(bucket: Bucket, piece: u32): usize {
  return placeOf(piece, bucket.places << 3);
}

@inline
function hasBeginning(bucket: Bucket, fragment: usize, signed: usize): bool {
  const bit = beginningOf(bucket, load<u32>(fragment) & (signed === 2 ? 0xffff : 0xffffff));
  return ((<u32>load<u8>(bucket.signature + 4 * <usize>bucket.places + (bit >> 3)) >> (<u32>bit & 7)) & 1) !== 0;
}

@inline
function addBeginning(bucket: Bucket, piece: u32): void {
  const bit = beginningOf(bucket, piece);
  const at = bucket.signature + 4 * <usize>bucket.places + (bit >> 3);
  store<u8>(at, load<u8>(at) | <u8>((<u32>1) << (<u32>bit & 7)));
}

/** Adds a piece of a word that the text of its line does not show. */
@inline
export function addPiece(bucket: Bucket, piece: u32, block: u32): void {
  const word = bucket.signature + 4 * placeOf(piece, bucket.places);
  store<u32>(word, load<u32>(word) | ((<u32>1) << block));
}

/** A whole word of one or two bytes has a beginning of its own, with a byte after it that no text has there. */
@inline
export function addShortWord(bucket: Bucket, bytes: u32, length: usize): void {
  addBeginning(bucket, length === 1 ? bytes & 0xff : bytes | 0x800000);
}

/** Whether a bucket may have a whole word of one or two bytes. */
@inline
export function hasShortWord(bucket: Bucket, bytes: u32, length: usize): bool {
  const bit = beginningOf(bucket, length === 1 ? bytes & 0xff : bytes | 0x800000);
  return ((<u32>load<u8>(bucket.signature + 4 * <usize>bucket.places + (bit >> 3)) >> (<u32>bit & 7)) & 1) !== 0;
}

/** A word, by its hash, and the first three bytes of the next one, which are zeros after its end. */
@inline
export function pairOf(hash: u64, nextHead: u64): u32 {
  return <u32>(hash >> 32) ^ (<u32>(nextHead >> 40) * 0x85ebca6b);
}

@inline
function pairBit(bucket: Bucket, pair: u32): usize {
  return 8 * 5 * <usize>bucket.places + placeOf(pair, bucket.places << 3);
}

@inline
export function addPair(bucket: Bucket, pair: u32): void {
  const bit = pairBit(bucket, pair);
  const at = bucket.signature + (bit >> 3);
  store<u8>(at, load<u8>(at) | <u8>((<u32>1) << (<u32>bit & 7)));
}

/** Whether a bucket may have two such words as neighbours. */
@inline
export function hasPair(bucket: Bucket, pair: u32): bool {
  const bit = pairBit(bucket, pair);
  return ((<u32>load<u8>(bucket.signature + (bit >> 3)) >> (<u32>bit & 7)) & 1) !== 0;
}

/** Adds the beginning of a word that the text of its line does not show. */
@inline
export function addHead(bucket: Bucket, head: u32): void {
  addBeginning(bucket, head & 0xffff);
  addBeginning(bucket, head & 0xffffff);
}

/** The blocks of a bucket that may contain a fragment: those with all its pieces. None if it must begin a word and doesn't. */
@inline
export function blocksWith(bucket: Bucket, fragment: usize, signed: usize, begins: u32): u32 {
  if (begins !== 0 && signed >= 2 && !hasBeginning(bucket, fragment, signed)) return 0;
  let blocks: u32 = 0xffffffff;
  for (let at: usize = 4; at <= signed && blocks !== 0; at++)
    blocks &= load<u32>(bucket.signature + 4 * placeOf(load<u32>(fragment + at - 4), bucket.places));
  return blocks;
}

/**
 * Cuts the text of a bucket into blocks and writes its signature: each piece of four bytes has a place, and the word at this
 * place has a bit for each block that contains such a piece. Pieces don't cross the end of a line. The bits for the beginnings
 * of words follow. Both must be empty before.
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
      addBeginning(bucket, head & 0xffff);
      addBeginning(bucket, head & 0xffffff);
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
