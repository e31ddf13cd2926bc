/** Finds the documents of a segment that contain a fragment. */

import { bits64, Segment, isInWord, lineEnd, lowest } from './segment';
import { fieldSize } from './documents';
import { blockCount, blocksWith, documentsOfBlock, Needle } from './signature';

/** One bit for each of 64 bytes: whether it is the given byte. */
@inline
function equal64(at: usize, byte: u8): u64 {
  if (ASC_FEATURE_SIMD) {
    const wanted = i8x16.splat(byte);
    return bits64(
      i8x16.eq(v128.load(at), wanted),
      i8x16.eq(v128.load(at, 16), wanted),
      i8x16.eq(v128.load(at, 32), wanted),
      i8x16.eq(v128.load(at, 48), wanted),
    );
  } else {
    let found: u64 = 0;
    for (let word: usize = 0; word < 8; word++) found |= equal8(load<u64>(at + 8 * word), byte) << (8 * word);
    return found;
  }
}

/** The same for the 8 bytes of a word: arithmetic finds the zero bytes, and one multiplication gathers the bits. */
@inline
function equal8(word: u64, byte: u8): u64 {
  const low7: u64 = 0x7f7f7f7f7f7f7f7f;
  const different = word ^ (<u64>byte * 0x0101010101010101);
  const zeros = ~(((different & low7) + low7) | different | low7);
  return ((zeros >> 7) * 0x0102040810204080) >> 56;
}

/** The places, among 64, where both bytes are at their distances. Mostly there is none, which is found without gathering bits. */
@inline
function pairs64(at: usize, distance1: usize, byte1: u8, distance2: usize, byte2: u8): u64 {
  if (ASC_FEATURE_SIMD) {
    const wanted1 = i8x16.splat(byte1);
    const wanted2 = i8x16.splat(byte2);
    const at1 = at + distance1;
    const at2 = at + distance2;
    const a = v128.and(i8x16.eq(v128.load(at1), wanted1), i8x16.eq(v128.load(at2), wanted2));
    const b = v128.and(i8x16.eq(v128.load(at1, 16), wanted1), i8x16.eq(v128.load(at2, 16), wanted2));
    const c = v128.and(i8x16.eq(v128.load(at1, 32), wanted1), i8x16.eq(v128.load(at2, 32), wanted2));
    const d = v128.and(i8x16.eq(v128.load(at1, 48), wanted1), i8x16.eq(v128.load(at2, 48), wanted2));
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) return 0;
    return bits64(a, b, c, d);
  } else {
    return equal64(at + distance1, byte1) & equal64(at + distance2, byte2);
  }
}

/** Keeps the places where the whole fragment is, and where it begins a word (`begins` 1) or the document (2), if it must. */
@inline
function verified(places: u64, at: usize, fragment: usize, length: usize, begins: u32): u64 {
  const head = load<u64>(fragment);
  const ignored: u64 = length < 8 ? 64 - 8 * <u64>length : 0;
  let found: u64 = 0;
  for (; places !== 0; places &= places - 1) {
    const start = at + <usize>lowest(places);
    if ((load<u64>(start) ^ head) << ignored !== 0) continue;
    if (length > 8 && !isSame(start, fragment, length)) continue;
    if (begins !== 0 && (begins === 1 ? isInWord(start) : load<u8>(start - 1) !== lineEnd)) continue;
    found |= places & -places;
  }
  return found;
}

/** Whether two texts of more than 8 bytes are the same. Their first 8 bytes are. */
function isSame(one: usize, other: usize, length: usize): bool {
  for (let at: usize = 8; at + 8 <= length; at += 8) if (load<u64>(one + at) !== load<u64>(other + at)) return false;
  return load<u64>(one + length - 8) === load<u64>(other + length - 8);
}

/**
 * Marks documents from a number on, given a bit for the end of each, and a bit for the end of each that is marked. Returns their
 * count. 64 bytes have rarely more than four ends, so that no loop is needed.
 */
@inline
function markDocuments(marked: u64, ends: u64, document: u32, bits: usize): u32 {
  const second = ends & (ends - 1);
  const third = second & (second - 1);
  const fourth = third & (third - 1);
  let found = isFirst(marked, ends) | (isFirst(marked, second) << 1) | (isFirst(marked, third) << 2) | (isFirst(marked, fourth) << 3);
  let place: u64 = 4;
  for (let left = fourth & (fourth - 1); left !== 0; left &= left - 1, place++) found |= isFirst(marked, left) << place;
  const count = <u32>popcnt(ends);
  const word = bits + ((document >> 6) << 3);
  const shift = <u64>(document & 63);
  store<u64>(word, load<u64>(word) | (found << shift));
  if (<u32>shift + count > 64) store<u64>(word, load<u64>(word, 8) | (found >> (64 - shift)), 8);
  return count;
}

/** 1 if the first of some documents is marked, else 0. */
@inline
function isFirst(marked: u64, ends: u64): u64 {
  return <u64>((marked & ends & -ends) !== 0);
}

/** How many documents end between two offsets, whose distance is a multiple of 64. */
@inline
function documentsIn(from: usize, to: usize): u32 {
  let count: u32 = 0;
  if (ASC_FEATURE_SIMD) {
    const wanted = i8x16.splat(lineEnd);
    while (from < to) {
      // A byte counts up to 255 documents, and gets up to four each time.
      const stop = min(to, from + 63 * 64);
      let sums = i8x16.splat(0);
      for (; from < stop; from += 64) {
        const first = i8x16.add(i8x16.eq(v128.load(from), wanted), i8x16.eq(v128.load(from, 16), wanted));
        const last = i8x16.add(i8x16.eq(v128.load(from, 32), wanted), i8x16.eq(v128.load(from, 48), wanted));
        sums = i8x16.sub(sums, i8x16.add(first, last));
      }
      const pairs = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sums));
      const two = i64x2.add(pairs, i64x2.shr_u(pairs, 32));
      count += <u32>i64x2.extract_lane(two, 0) + <u32>i64x2.extract_lane(two, 1);
    }
  } else {
    for (; from < to; from += 64) count += <u32>popcnt(equal64(from, lineEnd));
  }
  return count;
}

/**
 * Counts the documents between two offsets that contain the needle. Only places with its two rarest bytes are compared in full.
 * If there are `bits`, the documents are marked too; `document` is the number of the first document.
 */
@inline
function scan(text: usize, end: usize, document: u32, needle: Needle, bits: usize): u32 {
  // Here, because it would be read again after every change of the memory.
  const fragment = needle.text;
  const length = <usize>needle.length;
  const begins = needle.begins;
  const rare1 = <usize>needle.rare1;
  const rare2 = <usize>needle.rare2;
  const byte1 = load<u8>(fragment + rare1);
  const byte2 = load<u8>(fragment + rare2);
  const exact = length <= 2 && begins === 0;
  let count: u32 = 0;
  // Documents are numbered only up to the last match: this is the first byte that is not numbered yet.
  let numbered = text;
  // 1 if the document at the beginning of the next 64 bytes has matched already.
  let carry: u64 = 0;
  for (let at = text; at < end; at += 64) {
    let found = length === 1 ? equal64(at, byte1) : pairs64(at, rare1, byte1, rare2, byte2);
    if (found !== 0 && !exact) found = verified(found, at, fragment, length, begins);
    if ((found | carry) === 0) continue;
    let ends = equal64(at, lineEnd);
    if (end - at < 64) ends &= (<u64>1 << (end - at)) - 1;
    // ~ends has a 1 for every byte that is no line end, so the sum carries each found place up to the end of its document.
    const sum = found + ~ends;
    const total = sum + carry;
    carry = <u64>(sum < found) | <u64>(total < sum);
    const documents = total & ends;
    count += <u32>popcnt(documents);
    if (bits === 0) continue;
    if (numbered < at) document += documentsIn(numbered, at);
    document += markDocuments(documents, ends, document, bits);
    numbered = at + 64;
  }
  return count;
}

/** Compiled apart from markIn, so that counting does not number documents. */
function countIn(text: usize, end: usize, needle: Needle): u32 {
  return scan(text, end, 0, needle, 0);
}

function markIn(text: usize, end: usize, document: u32, needle: Needle, bits: usize): u32 {
  return scan(text, end, document, needle, bits);
}

/** Counts the documents of a segment that contain a needle. If there are `bits`, marks these documents and unmarks all others. */
export function find(segment: Segment, needle: Needle, bits: usize): u32 {
  if (bits !== 0) memory.fill(bits, 0, fieldSize(segment.documents));
  let count: u32 = 0;
  let blocks = blocksWith(segment, needle);
  const documentsEach = documentsOfBlock(segment.documents);
  while (blocks !== 0) {
    // Neighbouring blocks are read together.
    const first = lowest(blocks);
    const rest = ~(blocks >> first);
    const run = rest === 0 ? blockCount - first : min<u32>(lowest(rest), blockCount - first);
    const start = segment.text + load<u32>(segment.starts + 4 * first);
    const end = segment.text + load<u32>(segment.starts + 4 * (first + run));
    count +=
      bits === 0
        ? countIn(start, end, needle)
        : markIn(start, end, first * documentsEach, needle, bits);
    blocks = run === blockCount ? 0 : blocks & ~((((<u32>1) << run) - 1) << first);
  }
  return count;
}

/** How many bytes of a segment may contain a needle. An empty block has one byte, so that no match is left out. */
@inline
function bytesWith(segment: Segment, needle: Needle): u32 {
  const blocks = <u32>popcnt(blocksWith(segment, needle));
  return blocks === 0 ? 0 : 1 + ((blocks * segment.length) >> 5);
}

/** Writes the number of bytes to read, then the numbers of the segments that may contain a needle. Returns their count. */
export function shortlist(directory: usize, segments: u32, needle: Needle, hasOthers: u32, list: usize): u32 {
  let bytes: u32 = 0;
  let listed: u32 = 0;
  for (let number: u32 = 0; number < segments; number++) {
    const segment = changetype<Segment>(directory + number * offsetof<Segment>());
    let read = bytesWith(segment, needle);
    if (hasOthers !== 0 && segment.others !== 0) read += bytesWith(changetype<Segment>(segment.others), needle);
    if (read === 0) continue;
    bytes += read;
    store<u32>(list + 4 * ++listed, number);
  }
  store<u32>(list, bytes);
  return listed;
}
