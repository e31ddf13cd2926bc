/** The other names of the documents of a segment are a segment of their own, see `others` and `owners` of segment.ts. */

import { Segment, lowest } from './segment';
import { fieldSize, isMarked, mark } from './documents';
import { TopK } from './top-k';

/** Marks the other names whose documents are marked. */
export function markOthers(others: Segment, documents: usize, bits: usize): void {
  memory.fill(bits, 0, fieldSize(others.documents));
  for (let name: u32 = 0; name < others.documents; name++)
    if (isMarked(documents, load<u16>(others.owners + 2 * <usize>name))) mark(bits, name);
}

/** Marks the documents whose other names are marked. If there are scores, a document keeps the highest of its names. */
export function uniteOthers(
  others: Segment, documents: usize, documentScores: usize, bits: usize, scores: usize, topK: usize,
): void {
  const scored = topK !== 0 ? changetype<TopK>(topK).scored : 0;
  const floor = topK !== 0 ? changetype<TopK>(topK).floor : 0;
  for (let first: u32 = 0; first < others.documents; first += 64, bits += 8) {
    for (let left = load<u64>(bits); left !== 0; left &= left - 1) {
      const name = first + lowest(left);
      const document = load<u16>(others.owners + 2 * <usize>name);
      if (documentScores !== 0) {
        const score = load<u16>(scores + 2 * <usize>name);
        const place = documentScores + 2 * <usize>document;
        if (!isMarked(documents, document) || load<u16>(place) < score) store<u16>(place, score);
        // Whether the company is active is added later.
        if (scored !== 0 && (<u32>score | (1 << 5)) >= floor) mark(scored, document);
      }
      mark(documents, document);
    }
  }
}
