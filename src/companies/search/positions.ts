import type { Counts, Page, Position } from './counter.ts';
import type { Matcher } from './matcher.ts';
import type { Question } from './question.ts';

/** So many buckets are read in the main thread, which takes under a millisecond. */
const fewBuckets = 32;

/** Some matches in the order of the names, from one on. The counts tell which buckets they are in, and only those are read. */
export function positionsOf(matcher: Matcher, question: Question, counts: Counts, { offset, size }: Page): Position[] {
  let [bucket, skip] = [0, offset];
  for (; bucket < counts.length && skip >= (counts[bucket] ?? 0); bucket++) skip -= counts[bucket] ?? 0;
  const positions: Position[] = [];
  for (; bucket < counts.length && positions.length < size; bucket++) {
    if (counts[bucket] === 0) continue;
    for (const line of matcher.lines(question, bucket).slice(skip, skip + size - positions.length))
      positions.push({ bucket, line });
    skip = 0;
  }
  return positions;
}

/** The first matches, or undefined where they are not in the first few buckets. Of a frequent fragment those have enough. */
export function firstPositions(matcher: Matcher, question: Question, size: number): Position[] | undefined {
  const possible = matcher.possibleBuckets(question);
  const positions: Position[] = [];
  for (const bucket of possible.slice(0, fewBuckets)) {
    for (const line of matcher.lines(question, bucket)) positions.push({ bucket, line });
    if (positions.length >= size) break;
  }
  return positions.length >= size || possible.length <= fewBuckets ? positions.slice(0, size) : undefined;
}
