/** Signatures say which blocks of a segment may contain a fragment, so that the others are not read. */

import { Segment, isInWord, lowest } from './segment';
import { endOfLine, notLetters } from './characters';
import { addKey, bitOf, columnOf, hasKey, shortKey } from './segment-groups';

export const blockCount: u32 = 32;

/** The place of a piece of four bytes in a signature. */
@inline
function placeOf(piece: u32, places: u32): usize {
  return <usize>((<u64>(piece * 0x9e3779b1) * places) >> 32);
}

@inline
export function documentsOfBlock(documents: u32): u32 {
  return (documents + blockCount - 1) / blockCount;
}

/** Bytes that a document must contain. */
@unmanaged
export class Needle {
  text: usize;
  length: u32;
  /** How many of its first bytes are looked up in signatures. */
  signed: u32;
  /** The places of its two rarest bytes. */
  rare1: u32;
  rare2: u32;
  /** 0: it may be anywhere; 1: it begins a word; 2: it begins the document. */
  begins: u32;
}

/** The blocks of a segment that may contain a needle: those with all its pieces. None if it must begin a word and doesn't. */
@inline
export function blocksWith(segment: Segment, needle: Needle): u32 {
  const fragment = needle.text;
  const signed = <usize>needle.signed;
  if (needle.begins !== 0 && signed >= 2 && !hasKey(segment, shortKey(load<u32>(fragment), signed))) return 0;
  let blocks: u32 = 0xffffffff;
  // From the end, where the beginning of a further word makes a fragment rare.
  for (let at = signed; at >= 4 && blocks !== 0; at--)
    blocks &= load<u32>(segment.signature + 4 * placeOf(load<u32>(fragment + at - 4), segment.places));
  return blocks;
}

/**
 * Cuts the text of a segment into blocks and writes its signature: each piece of four bytes has a place, and the word at this
 * place has a bit for each block that contains such a piece. Pieces don't cross the end of a document. The beginnings of words
 * are keys of its group.
 */
export function sign(segment: Segment): void {
  const documentsEach = documentsOfBlock(segment.documents);
  // Here, because it would be read again after every change of the memory.
  const text = segment.text;
  const end = text + segment.length;
  const signature = segment.signature;
  const places = segment.places;
  const column = columnOf(segment);
  const rows = segment.rows;
  const member = bitOf(segment);
  memory.fill(signature, 0, 4 * <usize>places);
  let block: u32 = 0;
  let documents: u32 = 0;
  store<u32>(segment.starts, 0);
  for (let at = text; at < end; ) {
    const stop = endOfLine(at);
    signPieces(at, stop, signature + <usize>(block >> 3), places, (<u32>1) << (block & 7));
    // Before the first byte there is a line end, too.
    for (let eight = at - 1; eight < stop; eight += 8)
      for (let left = notLetters(load<u64>(eight)); left !== 0; left &= left - 1) {
        const place = eight + 1 + <usize>(lowest(left) >> 3);
        if (place > stop) break;
        if (load<u8>(place - 1) >= 0x80 && isInWord(place)) continue;
        const head = load<u32>(place);
        addKey(column, rows, member, shortKey(head, 2));
        addKey(column, rows, member, shortKey(head, 3));
      }
    at = stop + 1;
    if (++documents === documentsEach) {
      documents = 0;
      store<u32>(segment.starts + 4 * ++block, <u32>(at - text));
    }
  }
  while (block < blockCount) store<u32>(segment.starts + 4 * ++block, segment.length);
}

/** Signs the pieces of a document. `column` is the byte of the first word of the signature that has the bit of the block. */
@inline
function signPieces(from: usize, end: usize, column: usize, places: u32, bit: u32): void {
  let at = from;
  // Eight bytes have five pieces.
  for (; at + 8 <= end; at += 5) {
    const eight = load<u64>(at);
    signPiece(<u32>eight, column, places, bit);
    signPiece(<u32>(eight >> 8), column, places, bit);
    signPiece(<u32>(eight >> 16), column, places, bit);
    signPiece(<u32>(eight >> 24), column, places, bit);
    signPiece(<u32>(eight >> 32), column, places, bit);
  }
  for (; at + 4 <= end; at++) signPiece(load<u32>(at), column, places, bit);
}

@inline
function signPiece(piece: u32, column: usize, places: u32, bit: u32): void {
  const at = column + 4 * placeOf(piece, places);
  store<u8>(at, <u8>(<u32>load<u8>(at) | bit));
}
