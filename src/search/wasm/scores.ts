/** How well marked lines match: a level of 13 bits for each line, see words.ts. */

import { Bucket, lowest } from './segment';
import { valueOf } from './facts';
import { add, fieldSize } from './documents';
import { raiseFloor, Top } from './top-k';

/** Gives marked lines the highest level. */
export function raiseLevels(bucket: Bucket, bits: usize, levels: usize): void {
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1)
      store<u16>(levels + 2 * <usize>(first + lowest(left)), 0x1fff);
}

/** Writes which lines are of active companies. */
export function markActive(bucket: Bucket, shift: u32, active: u32): void {
  memory.fill(bucket.active, 0, fieldSize(bucket.lines));
  for (let line: u32 = 0; line < bucket.lines; line++) {
    const at = bucket.active + (line >> 3);
    store<u8>(at, load<u8>(at) | <u8>(<u32>(valueOf(bucket, line, 0, shift, 7) === active) << (line & 7)));
  }
}

/** Adds to the levels of marked lines whether the company is active. */
export function addStates(bucket: Bucket, bits: usize, levels: usize): void {
  let active = bucket.active;
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8, active += 8)
    for (let left = load<u64>(bits) & load<u64>(active); left !== 0; left &= left - 1) {
      const place = levels + 2 * <usize>(first + lowest(left));
      store<u16>(place, load<u16>(place) | (1 << 5));
    }
}

/**
 * Adds to the levels of marked lines whether the company is active, counts the lines by their level, and returns the highest. The
 * first count is of lines without a level: there is none. Lines that are not among the best are left out.
 */
export function tallyLevels(bucket: Bucket, bits: usize, levels: usize, counts: usize, top: Top): u32 {
  let highest: u32 = 0;
  let above: u32 = 0;
  let actives = bucket.active;
  let levelled = top.levelled;
  const floor = top.floor;
  for (let first: u32 = 0, lines = bucket.lines; first < lines; first += 64, bits += 8, actives += 8, levelled += 8) {
    let left = load<u64>(bits) & load<u64>(levelled);
    if (left === 0) continue;
    const active = load<u64>(actives);
    for (; left !== 0; left &= left - 1) {
      const place = lowest(left);
      const level = <u32>load<u16>(levels + 2 * <usize>(first + place)) | (<u32>((active >> <u64>place) & 1) << 5);
      if (level < floor) continue;
      add(counts, 1 + level, 1);
      above++;
      highest = max(highest, level);
    }
  }
  top.above += above;
  raiseFloor(top, counts);
  return highest;
}
