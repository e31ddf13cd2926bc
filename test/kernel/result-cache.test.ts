import { expect, test } from 'vitest';
import { ResultCache } from '../../src/kernel/result-cache.ts';

test('a result is computed once, also for callers that come during the computation', async () => {
  const cache = new ResultCache<number>(10);
  let computed = 0;
  const compute = async () => ++computed;
  expect(await Promise.all([cache.get('a', compute), cache.get('a', compute)])).toEqual([1, 1]);
  expect(await cache.get('a', compute)).toBe(1);
  expect(await cache.get('b', compute)).toBe(2);
});

test('a failure reaches all waiting callers, and is not cached', async () => {
  const cache = new ResultCache<string>(10);
  const failing = () => Promise.reject(new Error('no'));
  const outcomes = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cache.get('a', async () => 'yes')).toBe('yes');
});

test('a failure does not remove a later result of the same name', async () => {
  const cache = new ResultCache<string>(1);
  const { promise, reject } = Promise.withResolvers<string>();
  const first = cache.get('a', () => promise);
  await cache.get('b', async () => 'in its place');
  await cache.get('a', async () => 'new');
  reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(await cache.get('a', async () => 'computed again')).toBe('new');
});

test('the least recently used result is evicted first', async () => {
  const cache = new ResultCache<string>(2);
  const computed: string[] = [];
  const get = (key: string) =>
    cache.get(key, async () => {
      computed.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});
