/** How well marked documents match: a score of 13 bits for each document, see words.ts. */

import { Segment, lowest } from './segment';
import { valueOf } from './facts';
import { add, fieldSize, mark } from './documents';
import { raiseFloor, TopK } from './top-k';

/** Gives marked documents the highest score. */
export function raiseScores(segment: Segment, bits: usize, scores: usize): void {
  for (let first: u32 = 0; first < segment.documents; first += 64, bits += 8)
    for (let left = load<u64>(bits); left !== 0; left &= left - 1)
      store<u16>(scores + 2 * <usize>(first + lowest(left)), 0x1fff);
}

/** Writes which documents are of active companies. */
export function markActive(segment: Segment, shift: u32, active: u32): void {
  memory.fill(segment.active, 0, fieldSize(segment.documents));
  for (let document: u32 = 0; document < segment.documents; document++)
    if (valueOf(segment, document, 0, shift, 7) === active) mark(segment.active, document);
}

/** Adds to the scores of marked documents whether the company is active. */
export function addStates(segment: Segment, bits: usize, scores: usize): void {
  let active = segment.active;
  for (let first: u32 = 0; first < segment.documents; first += 64, bits += 8, active += 8)
    for (let left = load<u64>(bits) & load<u64>(active); left !== 0; left &= left - 1) {
      const place = scores + 2 * <usize>(first + lowest(left));
      store<u16>(place, load<u16>(place) | (1 << 5));
    }
}

/**
 * Adds to the scores of marked documents whether the company is active, counts the documents by their score, and returns the
 * highest. The first count is of documents without a score: there is none. Documents that are not among the best are left out.
 */
export function countByScore(segment: Segment, bits: usize, scores: usize, counts: usize, topK: TopK): u32 {
  let highest: u32 = 0;
  let above: u32 = 0;
  let actives = segment.active;
  let scored = topK.scored;
  const floor = topK.floor;
  for (let first: u32 = 0, documents = segment.documents; first < documents; first += 64, bits += 8, actives += 8, scored += 8) {
    let left = load<u64>(bits) & load<u64>(scored);
    if (left === 0) continue;
    const active = load<u64>(actives);
    for (; left !== 0; left &= left - 1) {
      const place = lowest(left);
      const score = <u32>load<u16>(scores + 2 * <usize>(first + place)) | (<u32>((active >> <u64>place) & 1) << 5);
      if (score < floor) continue;
      add(counts, 1 + score, 1);
      above++;
      highest = max(highest, score);
    }
  }
  topK.above += above;
  raiseFloor(topK, counts);
  return highest;
}
