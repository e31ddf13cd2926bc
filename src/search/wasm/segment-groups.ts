/**
 * Up to 64 segments are a group. It has one row of 64 bits for each key, with one bit for each segment: whether it may have a
 * word that begins so, or two such words as neighbours. So one look says it of 64 segments. Keys share rows.
 */

import { Segment } from './segment';

@inline
function rowOf(group: usize, rows: u32, key: u32): usize {
  return group + 8 * <usize>((<u64>(key * 0x9e3779b1) * rows) >> 32);
}

/** The segments of a group that may have a key. */
@inline
export function membersWith(segment: Segment, key: u32): u64 {
  return load<u64>(rowOf(segment.group, segment.rows, key));
}

@inline
export function hasKey(segment: Segment, key: u32): bool {
  return ((membersWith(segment, key) >> <u64>segment.member) & 1) !== 0;
}

/** Where the bits of a segment are in its group: of each row one byte is read and written, which V8 does without a check. */
@inline
export function columnOf(segment: Segment): usize {
  return segment.group + <usize>(segment.member >> 3);
}

@inline
export function bitOf(segment: Segment): u32 {
  return (<u32>1) << (segment.member & 7);
}

/** Column, rows and bit are those of the segment: from it they would be read again after every change of the memory. */
@inline
export function addKey(column: usize, rows: u32, bit: u32, key: u32): void {
  const row = rowOf(column, rows, key);
  store<u8>(row, <u8>(<u32>load<u8>(row) | bit));
}

/** Takes a segment out of its group. */
export function leaveGroup(group: usize, rows: u32, member: u32): void {
  const others = ~((<u64>1) << <u64>member);
  for (const end = group + 8 * <usize>rows; group < end; group += 8) store<u64>(group, load<u64>(group) & others);
}

/** The first two or three bytes of a word, or of what follows something else than a letter. */
@inline
export function shortKey(bytes: u32, length: usize): u32 {
  return bytes & (length === 2 ? 0xffff : 0xffffff);
}

/** Whole words of up to so many have a key. */
export const maxShortWordBytes: u32 = 4;

/** A short whole word, from its first four bytes, with a byte after it that no text has there. */
@inline
export function shortWordKey(bytes: u32, length: usize): u32 {
  if (length === 1) return bytes & 0xff;
  if (length === 2) return (bytes & 0xffff) | 0x800000;
  return (length === 3 ? (bytes & 0xffffff) | 0xff000000 : bytes) * 0x85ebca6b;
}

/** The first five or eight bytes of a word, from its first eight as a number, see `headOf` of vocabulary.ts. */
@inline
export function longKey(head: u64, length: u64): u32 {
  const bits = (head >> (64 - 8 * length)) * 0x9e3779b97f4a7c15;
  return <u32>(bits >> 32);
}

/** A word, by its hash, and the first three bytes of the next one, which are zeros after its end. */
@inline
export function pairKey(hash: u64, nextHead: u64): u32 {
  return <u32>(hash >> 32) ^ (<u32>(nextHead >> 40) * 0x85ebca6b);
}
