import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measure, pairsIn, scoresOf } from '../../bench/match.ts';

/* Lists of names that were judged by people. F1 of what is there now is in src/matching/README.md. */

test.each([
  ['later-pairs.csv', 0.95],
  ['real-pairs.csv', 0.96],
  ['hard-pairs.csv', 0.93],
  ['blind-pairs.csv', 0.96],
  ['unseen-pairs.csv', 0.97],
  ['second-unseen-pairs.csv', 0.94],
  ['third-unseen-pairs.csv', 0.96],
  ['fourth-unseen-pairs.csv', 0.94],
  ['independent-pairs.csv', 0.94],
])('nearly all of %s are judged rightly', (file, least) => {
  const pairs = pairsIn(readFileSync(new URL(`../../bench/match/${file}`, import.meta.url), 'utf8'));
  expect(measure(scoresOf(pairs), 0.7).f1).toBeGreaterThan(least);
});
