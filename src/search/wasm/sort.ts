/** Sorts words by their bytes. */

/** A distinct word: its first eight bytes, and where it is. `number` is its place in the order in which words were met. */
@unmanaged
export class Entry {
  head: u64;
  place: u32;
  number: u32;
}

/** The first eight bytes of a word as a number that sorts as they do. */
@inline
export function headOf(at: usize, length: usize): u64 {
  const head = bswap(load<u64>(at));
  return length >= 8 ? head : head & ~(u64.MAX_VALUE >> (8 * <u64>length));
}

/** Compares two words beyond their first eight bytes. */
export function compareRest(one: usize, oneLength: usize, other: usize, otherLength: usize): i32 {
  const both = min(oneLength, otherLength);
  for (let done: usize = 8; done < both; done += 8) {
    const a = headOf(one + done, oneLength - done);
    const b = headOf(other + done, otherLength - done);
    if (a !== b) return a < b ? -1 : 1;
  }
  return oneLength === otherLength ? 0 : oneLength < otherLength ? -1 : 1;
}

@inline
function isBefore(head: u64, place: u32, other: usize, text: usize): bool {
  const entry = changetype<Entry>(other);
  if (head !== entry.head) return head < entry.head;
  return compareRest(text + (place >> 8), place & 0xff, text + (entry.place >> 8), entry.place & 0xff) < 0;
}

@inline
function isOneBefore(one: usize, other: usize, text: usize): bool {
  return isBefore(load<u64>(one), changetype<Entry>(one).place, other, text);
}

@inline
function move(to: usize, from: usize): void {
  store<u64>(to, load<u64>(from));
  store<u64>(to, load<u64>(from, 8), 8);
}

/** Words are first put into so many drawers by their first three bytes. Most drawers have few words then. */
const drawerCount: u32 = 0x2000;

/** The room for the ends of the drawers. */
export const sortBytes: usize = 4 * <usize>drawerCount;

/** Five bits of a byte that sort as it does: Latin letters have different ones. */
@inline
function rankOf(byte: u32): u32 {
  return byte < 0x60 ? 0 : byte < 0x80 ? byte & 31 : 28 | ((byte >> 5) & 3);
}

@inline
function drawerOf(head: u64): u32 {
  const first = rankOf(<u32>(head >> 56));
  const second = rankOf(<u32>(head >> 48) & 0xff);
  const third = rankOf(<u32>(head >> 40) & 0xff);
  return (first << 8) | (second << 3) | (third >> 2);
}

/** Sorts entries, with room of `sortBytes` bytes, and returns where the sorted ones are. */
export function sort(from: usize, to: usize, size: u32, text: usize, ends: usize): usize {
  memory.fill(ends, 0, sortBytes);
  const end = from + 16 * <usize>size;
  for (let at = from; at < end; at += 16) {
    const drawer = ends + 4 * <usize>drawerOf(changetype<Entry>(at).head);
    store<u32>(drawer, load<u32>(drawer) + 16);
  }
  let largest: u32 = 0;
  for (let drawer = ends, place = <u32>to; drawer < ends + sortBytes; drawer += 4) {
    const room = load<u32>(drawer);
    store<u32>(drawer, place);
    place += room;
    largest = max(largest, room);
  }
  for (let at = from; at < end; at += 16) {
    const drawer = ends + 4 * <usize>drawerOf(changetype<Entry>(at).head);
    const place = load<u32>(drawer);
    store<u32>(drawer, place + 16);
    move(<usize>place, at);
  }
  if (largest > minMergedBytes) mergeDrawers(to, from, text, ends);
  insert(to, to + 16 * <usize>size, text);
  return to;
}

/** A drawer with more entries is sorted by merging. */
const minMergedBytes: u32 = 16 * 32;

function mergeDrawers(start: usize, room: usize, text: usize, ends: usize): void {
  for (let drawer = ends; drawer < ends + sortBytes; drawer += 4) {
    const end = <usize>load<u32>(drawer);
    if (end - start > minMergedBytes) {
      const sorted = merge(start, room, end - start, text);
      if (sorted !== start) memory.copy(start, sorted, end - start);
    }
    start = end;
  }
}

/** Sorts entries that are nearly sorted: each moves by a few places at most. */
function insert(start: usize, end: usize, text: usize): void {
  for (let next = start + 16; next < end; next += 16) {
    const head = load<u64>(next);
    const rest = load<u64>(next, 8);
    let place = next;
    for (; place > start && isBefore(head, <u32>rest, place - 16, text); place -= 16) move(place, place - 16);
    if (place === next) continue;
    store<u64>(place, head);
    store<u64>(place, rest, 8);
  }
}

/** Sorts entries by merging, and returns where the sorted ones are. */
function merge(from: usize, to: usize, bytes: usize, text: usize): usize {
  for (let width: usize = 16; width < bytes; width <<= 1) {
    for (let start: usize = 0; start < bytes; start += 2 * width) {
      let one = from + start;
      const oneEnd = min(one + width, from + bytes);
      let other = oneEnd;
      const otherEnd = min(other + width, from + bytes);
      let at = to + start;
      if (other >= otherEnd || isOneBefore(oneEnd - 16, other, text)) {
        memory.copy(at, one, otherEnd - one);
        continue;
      }
      while (one < oneEnd && other < otherEnd) {
        if (isOneBefore(other, one, text)) {
          move(at, other);
          other += 16;
        } else {
          move(at, one);
          one += 16;
        }
        at += 16;
      }
      memory.copy(at, one, oneEnd - one);
      memory.copy(at + (oneEnd - one), other, otherEnd - other);
    }
    const other = from;
    from = to;
    to = other;
  }
  return from;
}
