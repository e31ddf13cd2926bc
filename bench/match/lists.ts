import { readFileSync } from 'node:fs';
import { type Pair, pairsIn } from '../match.ts';

/** The lists of labelled pairs: each was written at once, and how many pairs of its file it has. */
const sizes: Record<string, readonly number[]> = {
  'pairs.csv': [607],
  'later-pairs.csv': [120, 117, 80, 150, 150, 112],
  'real-pairs.csv': [223, 189, 193, 265, 280],
  'hard-pairs.csv': [251, 276, 254],
  'blind-pairs.csv': [252],
  'unseen-pairs.csv': [266],
  'second-unseen-pairs.csv': [240],
  'third-unseen-pairs.csv': [200],
  'fourth-unseen-pairs.csv': [155],
  'independent-pairs.csv': [252, 250, 250, 250, 252, 252, 252, 250, 250, 252, 252],
};

export interface PairList {
  file: string;
  pairs: Pair[];
}

export function pairLists(): PairList[] {
  return Object.entries(sizes).flatMap(([file, counts]) => {
    const pairs = pairsIn(readFileSync(new URL(file, import.meta.url), 'utf8'));
    let start = 0;
    return counts.map((count) => {
      start += count;
      return { file, pairs: pairs.slice(start - count, start) };
    });
  });
}
