import { expect, test } from 'vitest';
import { readSources, recheck } from './support/expressions.ts';

// expressions.slow.test.ts checks each of them, which takes seconds.
test('regular expressions are written out, so that this test sees them', () => {
  const { expressions, composed } = readSources();
  expect(composed).toEqual([]);
  expect(expressions.length).toBeGreaterThan(80);
});

test('the check itself finds what is worse than linear', () => {
  expect(recheck.checkSync(' ?\\(.*\\)$', '').status).toBe('vulnerable');
});
