/**
 * The inner loops of the search, in AssemblyScript: compiled to scan.simd.wasm, and to scan.plain.wasm for processors without
 * SIMD. They hold no state. Every address lies in the memory that all threads share. A bucket is given by the address of its
 * entry in the directory, which bucket-loader.ts writes; `bits` is a field with one bit for each of its lines, in whole words of
 * 64. Bytes behind a text are read, and ignored.
 */

@unmanaged
class Bucket {
  text: usize;
  length: u32;
  lines: u32;
  /** The first word of each line, see format/facts.ts; behind them the second of each, and the third. */
  facts: usize;
  /** Three bytes for each activity, the highest first, line by line. */
  activities: usize;
  activitiesEnd: usize;
  /** Where its 32 blocks begin in the text, and where the last ends. */
  starts: usize;
  /** Behind it one bit for each beginning of a word. */
  signature: usize;
  /** How many words the signature has, and how many bytes the beginnings. */
  places: u32;
}

const lineEnd: u8 = 10;
const blockCount: u32 = 32;
/** How many activities a line has; where they are too many for the number in its facts, their list begins with it. */
const manyActivities: u32 = 127;

/** For each of 64 bytes one bit: whether it is the given one. */
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

@inline
function bits64(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u32>i8x16.bitmask(a) | ((<u32>i8x16.bitmask(b)) << 16);
  const high = <u32>i8x16.bitmask(c) | ((<u32>i8x16.bitmask(d)) << 16);
  return <u64>low | ((<u64>high) << 32);
}

/** The same for the 8 bytes of a word: a zero byte is found by arithmetic, and one multiplication gathers the bits. */
@inline
function equal8(word: u64, byte: u8): u64 {
  const low7: u64 = 0x7f7f7f7f7f7f7f7f;
  const different = word ^ (<u64>byte * 0x0101010101010101);
  const zeros = ~(((different & low7) + low7) | different | low7);
  return ((zeros >> 7) * 0x0102040810204080) >> 56;
}

/** Where among 64 places both bytes stand at their distances. Most often nowhere, and that is told without gathering bits. */
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

/** Of the given places those where the whole fragment stands, and begins what it must: anything, a word (1), or the line (2). */
@inline
function verified(places: u64, at: usize, fragment: usize, length: usize, begins: u32): u64 {
  const head = load<u64>(fragment);
  const ignored: u64 = length < 8 ? 64 - 8 * <u64>length : 0;
  let found: u64 = 0;
  for (; places !== 0; places &= places - 1) {
    const start = at + <usize>ctz(places);
    if ((load<u64>(start) ^ head) << ignored !== 0) continue;
    if (length > 8 && !isSame(start, fragment, length)) continue;
    if (begins !== 0 && (begins === 1 ? isInWord(start) : load<u8>(start - 1) !== lineEnd)) continue;
    found |= places & -places;
  }
  return found;
}

/** Whether two texts of more than 8 bytes are the same, whose first 8 are. */
function isSame(one: usize, other: usize, length: usize): bool {
  for (let at: usize = 8; at + 8 <= length; at += 8) if (load<u64>(one + at) !== load<u64>(other + at)) return false;
  return load<u64>(one + length - 8) === load<u64>(other + length - 8);
}

/**
 * Whether a letter or digit stands before a place. Beyond ASCII everything is one but the signs of Latin-1 and what Unicode calls
 * general punctuation: quotation marks, dashes and blanks.
 */
@inline
function isInWord(place: usize): bool {
  const byte = load<u8>(place - 1);
  if (byte < 0x80) return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39);
  const before = load<u8>(place - 2);
  if (before === 0xc2) return byte === 0xaa || byte === 0xb5 || byte === 0xba;
  return load<u8>(place - 3) !== 0xe2 || (before & 0xfe) !== 0x80;
}

/**
 * Counts the lines between two addresses that hold the fragment. Only places where its two rarest bytes stand are looked at
 * closer. Where there are `bits` the lines are marked, too; `line` is the number of the first of them.
 */
@inline
function scan(
  text: usize,
  end: usize,
  line: u32,
  fragment: usize,
  length: usize,
  rare1: usize,
  rare2: usize,
  begins: u32,
  bits: usize,
): u32 {
  const byte1 = load<u8>(fragment + rare1);
  const byte2 = load<u8>(fragment + rare2);
  const exact = length <= 2 && begins === 0;
  let count: u32 = 0;
  // Lines are numbered only where something was found: from here on they are not yet.
  let numbered = text;
  // 1 where the line that the next 64 bytes begin in is found already.
  let carry: u64 = 0;
  for (let at = text; at < end; at += 64) {
    let found = pairs64(at, rare1, byte1, rare2, byte2);
    if (found !== 0 && !exact) found = verified(found, at, fragment, length, begins);
    if ((found | carry) === 0) continue;
    let ends = equal64(at, lineEnd);
    if (end - at < 64) ends &= (<u64>1 << (end - at)) - 1;
    // The sum carries each found place up to the end of its line, over the ones that stand for all bytes but the ends.
    const sum = found + ~ends;
    const total = sum + carry;
    carry = <u64>(sum < found) | <u64>(total < sum);
    let lines = total & ends;
    count += <u32>popcnt(lines);
    if (bits === 0) continue;
    for (; numbered < at; numbered += 64) line += <u32>popcnt(equal64(numbered, lineEnd));
    for (; lines !== 0; lines &= lines - 1) {
      const number = line + <u32>popcnt(ends & ((lines & -lines) - 1));
      const word = bits + ((number >> 6) << 3);
      store<u64>(word, load<u64>(word) | (<u64>1 << (number & 63)));
    }
    line += <u32>popcnt(ends);
    numbered = at + 64;
  }
  return count;
}

/** Each is compiled for itself, so that counting alone has nothing to do with numbers. */
function countIn(text: usize, end: usize, fragment: usize, length: usize, rare1: usize, rare2: usize, begins: u32): u32 {
  return scan(text, end, 0, fragment, length, rare1, rare2, begins, 0);
}

function markIn(
  text: usize,
  end: usize,
  line: u32,
  fragment: usize,
  length: usize,
  rare1: usize,
  rare2: usize,
  begins: u32,
  bits: usize,
): u32 {
  return scan(text, end, line, fragment, length, rare1, rare2, begins, bits);
}

/**
 * Counts the lines of a bucket that hold the fragment and, where there are `bits`, marks them and no others. Only the first bytes
 * of the fragment, so many as `signed`, are looked for in the signature.
 */
export function find(
  bucket: Bucket,
  fragment: usize,
  length: usize,
  signed: usize,
  rare1: usize,
  rare2: usize,
  begins: u32,
  bits: usize,
): u32 {
  if (bits !== 0) memory.fill(bits, 0, fieldSize(bucket.lines));
  let count: u32 = 0;
  let blocks = blocksWith(bucket, fragment, signed, begins);
  const linesEach = linesOfBlock(bucket.lines);
  while (blocks !== 0) {
    // Neighbours are read in one go.
    const first = ctz(blocks);
    const rest = ~(blocks >> first);
    const run = rest === 0 ? blockCount - first : min<u32>(ctz(rest), blockCount - first);
    const start = bucket.text + load<u32>(bucket.starts + 4 * first);
    const end = bucket.text + load<u32>(bucket.starts + 4 * (first + run));
    count +=
      bits === 0
        ? countIn(start, end, fragment, length, rare1, rare2, begins)
        : markIn(start, end, first * linesEach, fragment, length, rare1, rare2, begins, bits);
    blocks = run === blockCount ? 0 : blocks & ~((((<u32>1) << run) - 1) << first);
  }
  return count;
}

/**
 * Lists the buckets that may hold a fragment, by number, behind the bytes of them that would be read; gives how many they are.
 */
export function shortlist(directory: usize, buckets: u32, fragment: usize, signed: usize, begins: u32, list: usize): u32 {
  let bytes: u32 = 0;
  let listed: u32 = 0;
  for (let number: u32 = 0; number < buckets; number++) {
    const bucket = changetype<Bucket>(directory + number * offsetof<Bucket>());
    const blocks = blocksWith(bucket, fragment, signed, begins);
    if (blocks === 0) continue;
    bytes += (<u32>popcnt(blocks) * bucket.length) >> 5;
    store<u32>(list + 4 * ++listed, number);
  }
  store<u32>(list, bytes);
  return listed;
}

@inline
function fieldSize(lines: u32): usize {
  return ((lines + 63) >> 6) << 3;
}

/** Marks all lines of a bucket. */
export function all(bucket: Bucket, bits: usize): void {
  const whole = bucket.lines >> 3;
  memory.fill(bits, 0xff, whole);
  memory.fill(bits + whole, 0, fieldSize(bucket.lines) - whole);
  if (bucket.lines & 7) store<u8>(bits + whole, <u8>(((<u32>1) << (bucket.lines & 7)) - 1));
}

/** Marks no line of a bucket. */
export function clear(bucket: Bucket, bits: usize): void {
  memory.fill(bits, 0, fieldSize(bucket.lines));
}

export function count(bucket: Bucket, bits: usize): u32 {
  let sum: u64 = 0;
  for (let end = bits + fieldSize(bucket.lines); bits < end; bits += 8) sum += popcnt(load<u64>(bits));
  return <u32>sum;
}

/** Keeps what is marked in both fields. */
export function intersect(bucket: Bucket, bits: usize, others: usize): void {
  for (let end = bits + fieldSize(bucket.lines); bits < end; bits += 8, others += 8)
    store<u64>(bits, load<u64>(bits) & load<u64>(others));
}

/** Adds what is marked in the other field. */
export function unite(bucket: Bucket, bits: usize, others: usize): void {
  for (let end = bits + fieldSize(bucket.lines); bits < end; bits += 8, others += 8)
    store<u64>(bits, load<u64>(bits) | load<u64>(others));
}

/** Where a word of all lines stands, one line behind the other. Words are told by their place in bytes: 0, 4 or 8. */
@inline
function wordsOf(bucket: Bucket, word: usize): usize {
  return bucket.facts + word * bucket.lines;
}

/** A value of a line: a part of one word of its facts. */
@inline
function valueOf(bucket: Bucket, line: u32, word: usize, shift: u32, mask: u32): u32 {
  return (load<u32>(wordsOf(bucket, word) + 4 * <usize>line) >> shift) & mask;
}

/** For each of 64 lines one bit: whether its value is `from`, or one of the `more` behind it. */
@inline
function inRange64(at: usize, shift: u32, mask: u32, from: u32, more: u32): u64 {
  return bits64(
    inRange16(at, shift, mask, from, more),
    inRange16(at + 64, shift, mask, from, more),
    inRange16(at + 128, shift, mask, from, more),
    inRange16(at + 192, shift, mask, from, more),
  );
}

@inline
function inRange16(at: usize, shift: u32, mask: u32, from: u32, more: u32): v128 {
  const low = i16x8.narrow_i32x4_s(inRange4(at, shift, mask, from, more), inRange4(at + 16, shift, mask, from, more));
  const high = i16x8.narrow_i32x4_s(inRange4(at + 32, shift, mask, from, more), inRange4(at + 48, shift, mask, from, more));
  return i8x16.narrow_i16x8_s(low, high);
}

@inline
function inRange4(at: usize, shift: u32, mask: u32, from: u32, more: u32): v128 {
  const values = v128.and(i32x4.shr_u(v128.load(at), shift), i32x4.splat(mask));
  return i32x4.le_u(i32x4.sub(values, i32x4.splat(from)), i32x4.splat(more));
}

/** Where fewer of 64 lines are marked, they are looked at one by one. */
const enoughForSimd: u64 = 8;

/** Keeps the marked lines whose value lies between two others. */
export function keepRange(bucket: Bucket, bits: usize, word: usize, shift: u32, mask: u32, from: u32, to: u32): void {
  const words = wordsOf(bucket, word);
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8) {
    const marked = load<u64>(bits);
    let kept: u64 = 0;
    if (ASC_FEATURE_SIMD && popcnt(marked) >= enoughForSimd) {
      kept = marked & inRange64(words + 4 * <usize>first, shift, mask, from, to - from);
    } else {
      for (let left = marked; left !== 0; left &= left - 1) {
        const value = valueOf(bucket, first + <u32>ctz(left), word, shift, mask);
        kept |= left & -left & -(<u64>(value - from <= to - from));
      }
    }
    store<u64>(bits, kept);
  }
}

/** Keeps the marked lines whose value is in a set, given as one byte for each value. */
export function keepMembers(bucket: Bucket, bits: usize, word: usize, shift: u32, mask: u32, set: usize): void {
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8) {
    let kept: u64 = 0;
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const value = valueOf(bucket, first + <u32>ctz(left), word, shift, mask);
      kept |= left & -left & -(<u64>load<u8>(set + value));
    }
    store<u64>(bits, kept);
  }
}

@inline
function activityAt(at: usize): u32 {
  return bswap(load<u32>(at)) >> 8;
}

/**
 * Keeps the marked lines that have one of the wanted activities, which are sorted; `shift` is where their number stands in the first word. The
 * activities of all lines are gone through as one list, for most are not wanted, and whose one is is found out only where it is.
 */
export function keepActivities(bucket: Bucket, bits: usize, shift: u32, wanted: usize, wantedCount: usize, having: usize): void {
  memory.fill(having, 0, fieldSize(bucket.lines));
  const only = load<u32>(wanted);
  let line: u32 = 0;
  // Where the activities of the line begin, and where they end.
  let start = bucket.activities;
  let end = start;
  for (let at = start; at < bucket.activitiesEnd; at += 3) {
    const id = activityAt(at);
    if (wantedCount === 1 ? id !== only : !isAmong(id, wanted, wantedCount)) continue;
    while (end <= at) {
      start = end;
      let size = valueOf(bucket, line++, 0, shift, 0x7f);
      if (size === manyActivities) {
        size = activityAt(start);
        start += 3;
      }
      end = start + 3 * size;
    }
    // The length of a long list is no activity.
    if (at < start) continue;
    const word = having + (((line - 1) >> 6) << 3);
    store<u64>(word, load<u64>(word) | (<u64>1 << ((line - 1) & 63)));
  }
  intersect(bucket, bits, having);
}

@inline
function isAmong(id: u32, wanted: usize, wantedCount: usize): bool {
  let low: usize = 0;
  let high = wantedCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(wanted + 4 * middle) < id) low = middle + 1;
    else high = middle;
  }
  return low < wantedCount && load<u32>(wanted + 4 * low) === id;
}

/**
 * Where the marked lines are counted by each value: addresses, 0 for what is not wanted. The first count of each is of the lines
 * without.
 */
@unmanaged
class Tallies {
  firstDay: u32;
  day: usize;
  status: usize;
  country: usize;
  legalForm: usize;
  run: usize;
}

@inline
function add(counts: usize, place: u32): void {
  const at = counts + 4 * <usize>place;
  store<u32>(at, load<u32>(at) + 1);
}

/** Counts the marked lines by the values in their facts, all in one go: the facts are laid out as format/facts.ts says. */
export function tally(bucket: Bucket, bits: usize, tallies: Tallies): void {
  const firstDay = tallies.firstDay;
  const days = tallies.day;
  const statuses = tallies.status;
  const countries = tallies.country;
  const legalForms = tallies.legalForm;
  const runs = tallies.run;
  const second = wordsOf(bucket, 4) - bucket.facts;
  const third = 2 * second;
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8) {
    const start = bucket.facts + 4 * <usize>first;
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const facts = start + 4 * <usize>ctz(left);
      const word = load<u32>(facts);
      const day = word & 0x3fffff;
      if (days !== 0) add(days, select<u32>(day - firstDay + 1, 0, day >= firstDay));
      if (statuses !== 0) add(statuses, 1 + ((word >> 22) & 7));
      const other = load<u32>(facts + second);
      if (countries !== 0) add(countries, 1 + (other & 0x3ff));
      if (legalForms !== 0) add(legalForms, other >> 10);
      if (runs !== 0) add(runs, 1 + load<u32>(facts + third));
    }
  }
}

/**
 * Counts the marked lines by activity of one kind, a line once for each of its own; the first count is of those without any.
 * `merged` tells by which other one an activity is counted: itself, or another that means the same. 0: each by itself.
 */
export function tallyActivities(bucket: Bucket, bits: usize, shift: u32, licensed: u32, merged: usize, counts: usize): void {
  let list = bucket.activities;
  for (let line: u32 = 0; line < bucket.lines; line++) {
    let size = valueOf(bucket, line, 0, shift, 0x7f);
    if (size === manyActivities) {
      size = activityAt(list);
      list += 3;
    }
    const end = list + 3 * size;
    if (load<u8>(bits + (line >> 3)) & <u8>((<u32>1) << (line & 7))) {
      let has = false;
      for (let activity = list; activity < end; activity += 3) {
        const packed = activityAt(activity);
        if (packed >> 23 !== licensed) continue;
        const id = countedAs(packed, merged);
        if (isBefore(list, activity, licensed, id, merged)) continue;
        has = true;
        add(counts, id);
      }
      if (!has) add(counts, 0);
    }
    list = end;
  }
}

@inline
function countedAs(packed: u32, merged: usize): u32 {
  const id = packed & 0x7fffff;
  return merged === 0 ? id : load<u32>(merged + 4 * <usize>id);
}

/** Whether an activity, or one that is counted as the same, stands in a list already: registers repeat themselves. */
@inline
function isBefore(list: usize, end: usize, licensed: u32, id: u32, merged: usize): bool {
  for (; list < end; list += 3) {
    const packed = activityAt(list);
    if (packed >> 23 === licensed && countedAs(packed, merged) === id) return true;
  }
  return false;
}

/** The place of a piece of four bytes in a signature. */
@inline
function placeOf(piece: u32, places: u32): usize {
  return <usize>((<u64>(piece * 0x9e3779b1) * places) >> 32);
}

@inline
function linesOfBlock(lines: u32): u32 {
  return (lines + blockCount - 1) / blockCount;
}

/** Where the bit of a beginning of a word stands: of its first two bytes, or of its first three. */
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

/** The blocks of a bucket that may hold a fragment: those that have all its pieces. None if no word begins as it must. */
@inline
function blocksWith(bucket: Bucket, fragment: usize, signed: usize, begins: u32): u32 {
  if (begins !== 0 && signed >= 2 && !hasBeginning(bucket, fragment, signed)) return 0;
  let blocks: u32 = 0xffffffff;
  for (let at: usize = 4; at <= signed && blocks !== 0; at++)
    blocks &= load<u32>(bucket.signature + 4 * placeOf(load<u32>(fragment + at - 4), bucket.places));
  return blocks;
}

/**
 * Cuts the text of a bucket into blocks and makes its signature, which must be empty: for each place the blocks, as bits, that
 * have a piece of four bytes which belongs there. Pieces don't reach over the end of a line. Behind it the beginnings of all
 * words are marked, which must be empty too.
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
