import { expect, test } from 'vitest';
import { locks } from '../../src/kernel/locks.ts';

test('no two locks have the same number', () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
});
