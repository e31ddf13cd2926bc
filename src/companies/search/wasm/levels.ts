/** How well marked lines match: a level of 13 bits for each line, see words.ts. */

import { Bucket } from './bucket';
import { valueOf } from './facts';

/** Gives marked lines the highest level. */
export function raiseLevels(bucket: Bucket, bits: usize, levels: usize): void {
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1)
      store<u16>(levels + 2 * <usize>(first + <u32>ctz(left)), 0x1fff);
}

/** Adds to the levels of marked lines whether the company is active. */
export function addStates(bucket: Bucket, bits: usize, levels: usize, shift: u32, active: u32): void {
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const line = first + <u32>ctz(left);
      const place = levels + 2 * <usize>line;
      const isActive = <u32>(valueOf(bucket, line, 0, shift, 7) === active);
      store<u16>(place, <u16>(<u32>load<u16>(place) | (isActive << 5)));
    }
}

/**
 * Counts the marked lines by their level, and returns the highest. The first count is of lines without a level: there is none.
 */
export function tallyLevels(bucket: Bucket, bits: usize, levels: usize, counts: usize): u32 {
  let highest: u32 = 0;
  for (let first: u32 = 0; first < bucket.lines; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const level = <u32>load<u16>(levels + 2 * <usize>(first + <u32>ctz(left)));
      const at = counts + 4 + 4 * <usize>level;
      store<u32>(at, load<u32>(at) + 1);
      highest = max(highest, level);
    }
  return highest;
}
