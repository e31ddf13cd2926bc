import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SeenIds } from '../../src/intake/seen-ids.ts';

test('an id that has come before is always known, however many there are', () => {
  const seen = new SeenIds(16);
  const ids = Array.from({ length: 20_000 }, () => randomUUID());
  const mistaken = ids.filter((id) => seen.hasSeen(id));
  // Of 32 bits, 20,000 ids share some once in a hundred times.
  expect(mistaken.length).toBeLessThan(5);
  expect(ids.every((id) => seen.hasSeen(id))).toBe(true);
  expect(seen.hasSeen('00000000-0000-5000-8000-000000000000')).toBe(false);
  expect(seen.hasSeen('00000000-0000-5000-8000-000000000000')).toBe(true);
});
