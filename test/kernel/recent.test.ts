import { expect, test } from 'vitest';
import { Recent } from '../../src/kernel/recent.ts';

test('the least recently used of too many is forgotten', () => {
  const recent = new Recent<number>(3);
  for (const [place, key] of ['a', 'b', 'c'].entries()) recent.set(key, place);
  recent.get('a');
  recent.set('d', 3);
  expect([recent.get('a'), recent.get('b'), recent.get('c'), recent.get('d')]).toEqual([0, undefined, 2, 3]);
});
