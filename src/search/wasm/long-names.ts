/**
 * How well names fit an interpretation if some have more words than scoring.ts can compare at once: a byte for each word and
 * element.
 */

import { Interpretation, Term } from './program';

/** A score without the bits of names and states. `whole` is what each term weighs: twice if it is whole, once if corrected. */
@inline
export function scoreFrom(interpretation: Interpretation, whole: u32, order: u32, size: u32): i32 {
  // Most often all words are whole, or none.
  const all = 2 * interpretation.weight;
  const wholeness = whole === 0 ? 0 : whole === all ? 15 : (15 * whole) / all;
  // A legal form is not looked for in names that have no other word.
  if (interpretation.isForm !== 0 && size <= interpretation.elementCount) return wholeness << 9;
  return (wholeness << 9) | (order << 7) | (31 - min<u32>(31, size));
}

/** How well neighbouring words, from one on, fit neighbouring elements: the worst of them counts. */
@inline
function qualityOf(qualities: usize, count: u32, word: u32, size: u32, first: u32, length: u32): u32 {
  if (word + length > size) return 0;
  let worst: u32 = 3;
  for (let index: u32 = 0; index < length; index++)
    worst = min<u32>(worst, load<u8>(qualities + <usize>((word + index) * count + first + index)));
  return worst;
}

/** How the words of a name lie: 3 as typed and from the first word on, 2 as typed, 1 in this order, 0 otherwise. */
function orderOf(interpretation: Interpretation, size: u32, qualities: usize): u32 {
  if (interpretation.isOrdered === 0) return 0;
  const count = interpretation.elementCount;
  for (let word: u32 = 0; word + count <= size; word++)
    if (qualityOf(qualities, count, word, size, 0, count) !== 0) return word === 0 ? 3 : 2;
  let word: u32 = 0;
  let first: u32 = 0;
  for (let index: u32 = 0; index < interpretation.count; index++) {
    const length = changetype<Term>(interpretation.terms + index * offsetof<Term>()).count;
    while (word < size && qualityOf(qualities, count, word, size, first, length) === 0) word++;
    if (word >= size) return 0;
    word += length;
    first += length;
  }
  return 1;
}

/** How well a name fits an interpretation, or -1 if it does not. The bits of names and states of the score are added later. */
export function scoreOfLong(interpretation: Interpretation, size: u32, qualities: usize): i32 {
  let whole: u32 = 0;
  let first: u32 = 0;
  for (let index: u32 = 0; index < interpretation.count; index++) {
    const term = changetype<Term>(interpretation.terms + index * offsetof<Term>());
    let best: u32 = 0;
    for (let word: u32 = 0; word < size && best < 3; word++)
      best = max(best, qualityOf(qualities, interpretation.elementCount, word, size, first, term.count));
    if (best === 0) return -1;
    whole += term.weight * (best - 1);
    first += term.count;
  }
  return scoreFrom(interpretation, whole, orderOf(interpretation, size, qualities), size);
}
