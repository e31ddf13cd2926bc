/**
 * Up to 64 buckets are a group. It has one row of 64 bits for each key, with one bit for each bucket: whether it may have a word
 * that begins so, or two such words as neighbours. So one look says it of 64 buckets. Keys share rows.
 *
 * As many rows follow for companions: two words of the same name, wherever they are in it.
 */

import { Bucket } from './bucket';

@inline
function rowOf(group: usize, rows: u32, key: u32): usize {
  return group + 8 * <usize>((<u64>(key * 0x9e3779b1) * rows) >> 32);
}

/** The buckets of a group that may have a key. */
@inline
export function membersWith(bucket: Bucket, key: u32): u64 {
  return load<u64>(rowOf(bucket.group, bucket.rows, key));
}

@inline
export function hasKey(bucket: Bucket, key: u32): bool {
  return ((membersWith(bucket, key) >> <u64>bucket.member) & 1) !== 0;
}

/** Where the bits of a bucket are in its group: of each row one byte is read and written, which V8 does without a check. */
@inline
export function columnOf(bucket: Bucket): usize {
  return bucket.group + <usize>(bucket.member >> 3);
}

@inline
export function bitOf(bucket: Bucket): u32 {
  return (<u32>1) << (bucket.member & 7);
}

/** Column, rows and bit are those of the bucket: from it they would be read again after every change of the memory. */
@inline
export function addKey(column: usize, rows: u32, bit: u32, key: u32): void {
  const row = rowOf(column, rows, key);
  store<u8>(row, <u8>(<u32>load<u8>(row) | bit));
}

/** Takes a bucket out of its group. */
export function leaveGroup(group: usize, rows: u32, member: u32): void {
  const others = ~((<u64>1) << <u64>member);
  for (const end = group + 16 * <usize>rows; group < end; group += 8) store<u64>(group, load<u64>(group) & others);
}

/** The first two or three bytes of a word, or of what follows something else than a letter. */
@inline
export function shortKey(bytes: u32, length: usize): u32 {
  return bytes & (length === 2 ? 0xffff : 0xffffff);
}

/** A whole word of one or two bytes, with a byte after it that no text has there. */
@inline
export function shortWordKey(bytes: u32, length: usize): u32 {
  return length === 1 ? bytes & 0xff : bytes | 0x800000;
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

/**
 * What is known of a word of a bucket: that it occurs there once; that it occurs more often; and then where in a name it has a
 * companion: after it, or before it, in a name of up to so many words or in a longer one.
 */
const isOnce: u32 = 1;
const isOften: u32 = 2;
export const isAfter: u32 = 3;
export const isBefore: u32 = 4;
export const isBeforeInLong: u32 = 5;
export const shortName: u32 = 3;

/** The companions of longer names are not listed: there would be too many. Buckets that have such names have this key. */
export const mostCompanions: u32 = 32;
const longName: u64 = 0x6c6f6e67;

/** A word, by its hash, and the first two bytes of its companion. */
@inline
function companionKey(hash: u64, head: u64, what: u32): u32 {
  return (<u32>(hash >> 32) ^ ((<u32>(head >> 48) | (what << 16)) * 0x85ebca6b)) * 0x9e3779b1;
}

/** The number of rows is a multiple of 32. */
@inline
function companionRow(rows: u32, key: u32): u32 {
  return rows + <u32>((<u64>key * rows) >> 32);
}

/** A companion has two rows: few others have both. They are close together, so that the memory is waited for once. */
@inline
function secondRow(row: u32, key: u32): u32 {
  return row ^ (1 + (key & 15));
}

@inline
function addCompanion(column: usize, rows: u32, bit: u32, key: u32): void {
  const row = companionRow(rows, key);
  const first = column + 8 * <usize>row;
  store<u8>(first, <u8>(<u32>load<u8>(first) | bit));
  const second = column + 8 * <usize>secondRow(row, key);
  store<u8>(second, <u8>(<u32>load<u8>(second) | bit));
}

@inline
function membersWithKey(bucket: Bucket, key: u32): u64 {
  const row = companionRow(bucket.rows, key);
  return load<u64>(bucket.group + 8 * <usize>row) & load<u64>(bucket.group + 8 * <usize>secondRow(row, key));
}

/** Adds a word that occurs so many times. */
@inline
export function addWhole(column: usize, rows: u32, bit: u32, hash: u64, times: u32): void {
  addCompanion(column, rows, bit, companionKey(hash, 0, times === 1 ? isOnce : isOften));
}

/** Adds the companions of the words of a name that occur more than once. Each word has 16 bytes: its hash, or 0, and its head. */
export function addCompanions(column: usize, rows: u32, bit: u32, words: usize, count: u32): void {
  const before = count <= shortName ? isBefore : isBeforeInLong;
  const end = words + 16 * <usize>count;
  for (let at = words; at < end; at += 16) {
    const hash = load<u64>(at);
    if (hash === 0) continue;
    for (let other = words; other < end; other += 16)
      if (other !== at) addCompanion(column, rows, bit, companionKey(hash, load<u64>(other, 8), other > at ? isAfter : before));
  }
}

export function addLongName(column: usize, rows: u32, bit: u32): void {
  addCompanion(column, rows, bit, companionKey(longName << 32, 0, 0));
}

/** The buckets of a group that may have names whose companions are not listed. */
export function membersWithLongNames(bucket: Bucket): u64 {
  return membersWithKey(bucket, companionKey(longName << 32, 0, 0));
}

/** The buckets of a group that may have a whole word: once, if `isOnly`. */
export function membersWithWord(bucket: Bucket, at: usize, length: u32, hash: u64, isOnly: bool): u64 {
  let members = membersWithKey(bucket, companionKey(hash, 0, isOnce));
  if (!isOnly) members |= membersWithKey(bucket, companionKey(hash, 0, isOften));
  return length > 2 ? members : members & membersWith(bucket, shortWordKey(load<u16>(at), length));
}

/** The buckets of a group that may have a name with a word, which occurs more than once, and such a companion. */
export function membersWithCompanion(bucket: Bucket, hash: u64, head: u64, where: u32): u64 {
  return membersWithKey(bucket, companionKey(hash, head, where));
}
