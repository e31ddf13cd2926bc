/** Fields with one bit for each line of a bucket, in whole words of 64. */

import { Bucket } from './bucket';

@inline
export function fieldSize(lines: u32): usize {
  return ((lines + 63) >> 6) << 3;
}

/** Marks all lines of a bucket. */
export function all(bucket: Bucket, bits: usize): void {
  const whole = bucket.lines >> 3;
  memory.fill(bits, 0xff, whole);
  memory.fill(bits + whole, 0, fieldSize(bucket.lines) - whole);
  if (bucket.lines & 7) store<u8>(bits + whole, <u8>(((<u32>1) << (bucket.lines & 7)) - 1));
}

/** Unmarks all lines of a bucket. */
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
