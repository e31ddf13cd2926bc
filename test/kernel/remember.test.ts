import { expect, test } from 'vitest';
import { Remembered } from '../../src/kernel/remember.ts';

test('a result is computed once, also for those who ask while it is computed', async () => {
  const remembered = new Remembered<number>(10);
  let computed = 0;
  const compute = async () => ++computed;
  expect(await Promise.all([remembered.get('a', compute), remembered.get('a', compute)])).toEqual([1, 1]);
  expect(await remembered.get('a', compute)).toBe(1);
  expect(await remembered.get('b', compute)).toBe(2);
});

test('a failure reaches those who waited, and is not kept', async () => {
  const remembered = new Remembered<string>(10);
  const failing = () => Promise.reject(new Error('no'));
  const asked = await Promise.allSettled([remembered.get('a', failing), remembered.get('a', failing)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await remembered.get('a', async () => 'yes')).toBe('yes');
});

test('a failure does not remove a later result of the same name', async () => {
  const remembered = new Remembered<string>(1);
  const { promise, reject } = Promise.withResolvers<string>();
  const first = remembered.get('a', () => promise);
  await remembered.get('b', async () => 'in its place');
  await remembered.get('a', async () => 'new');
  reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(await remembered.get('a', async () => 'computed again')).toBe('new');
});

test('what was used least recently is forgotten first', async () => {
  const remembered = new Remembered<string>(2);
  const computed: string[] = [];
  const get = (key: string) =>
    remembered.get(key, async () => {
      computed.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});
