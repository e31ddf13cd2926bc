import { expect, test } from 'vitest';
import { readSources, recheck, unsafeExpressions } from './support/expressions.ts';

test('regular expressions are written out, so that this test sees them', () => {
  const { expressions, composed } = readSources();
  expect(composed).toEqual([]);
  expect(expressions.length).toBeGreaterThan(80);
});

test('the check itself finds what is worse than linear', () => {
  expect(recheck.checkSync(' ?\\(.*\\)$', '').status).toBe('vulnerable');
});

// A few expressions take seconds to check: expressions.slow.test.ts gives each the time that it needs.
test('no regular expression is found to take more than linear time in a short check', () => {
  expect(unsafeExpressions(100).filter(({ status }) => status === 'vulnerable')).toEqual([]);
});
