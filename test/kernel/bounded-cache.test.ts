import { expect, test } from 'vitest';
import { BoundedCache } from '../../src/kernel/bounded-cache.ts';

test('the least recently used of too many is evicted', () => {
  const cache = new BoundedCache<number>(3);
  for (const [place, key] of ['a', 'b', 'c'].entries()) cache.set(key, place);
  cache.get('a');
  cache.set('d', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual([0, undefined, 2, 3]);
});
