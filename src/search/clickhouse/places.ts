import { type Counts, sum } from '../counter.ts';

/** The segments that have a page, and how many matches of the first segment come before the page. */
export function placesOf(counts: Counts, offset: number, size: number): { places: number[]; skip: number } {
  const places: number[] = [];
  let before = 0;
  let reached = 0;
  for (let place = 0; place < counts.length && reached < offset + size; place++) {
    const count = counts[place] ?? 0;
    if (count > 0 && reached + count > offset) {
      if (places.length === 0) before = reached;
      places.push(place);
    }
    reached += count;
  }
  return { places, skip: offset - before };
}

/** A rank, its matches in each segment, and the segments that are needed. */
export interface Part {
  rank: number;
  counts: Counts;
  places: number[];
}

/** The first ranks that have at least `size` matches together. */
export function partsOf(ranks: readonly Counts[], size: number): Part[] {
  const parts: Part[] = [];
  let missing = size;
  for (const [index, counts] of ranks.entries()) {
    if (missing <= 0) break;
    parts.push({ rank: index + 1, counts, places: placesOf(counts, 0, missing).places });
    missing -= sum(counts);
  }
  return parts;
}
