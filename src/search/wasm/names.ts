/** The other names of the lines of a bucket are a bucket of their own, see `others` and `owners` of bucket.ts. */

import { Bucket, lowest } from './segment';
import { fieldSize, mark } from './documents';
import { Top } from './top-k';

@inline
function isMarked(bits: usize, line: u32): bool {
  return ((<u32>load<u8>(bits + (line >> 3)) >> (line & 7)) & 1) !== 0;
}

/** Marks the other names whose lines are marked. */
export function markOthers(others: Bucket, lines: usize, bits: usize): void {
  memory.fill(bits, 0, fieldSize(others.lines));
  for (let name: u32 = 0; name < others.lines; name++)
    if (isMarked(lines, load<u16>(others.owners + 2 * <usize>name))) mark(bits, name);
}

/** Marks the lines whose other names are marked. If there are levels, a line keeps the highest of its names. */
export function uniteOthers(
  others: Bucket,
  lines: usize,
  lineLevels: usize,
  bits: usize,
  levels: usize,
  top: usize,
): void {
  const levelled = top !== 0 ? changetype<Top>(top).levelled : 0;
  const floor = top !== 0 ? changetype<Top>(top).floor : 0;
  for (let first: u32 = 0; first < others.lines; first += 64, bits += 8) {
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const name = first + lowest(left);
      const line = load<u16>(others.owners + 2 * <usize>name);
      if (lineLevels !== 0) {
        const level = load<u16>(levels + 2 * <usize>name);
        const place = lineLevels + 2 * <usize>line;
        if (!isMarked(lines, line) || load<u16>(place) < level) store<u16>(place, level);
        // Whether the company is active is added later.
        if (levelled !== 0 && (<u32>level | (1 << 5)) >= floor) mark(levelled, line);
      }
      mark(lines, line);
    }
  }
}
