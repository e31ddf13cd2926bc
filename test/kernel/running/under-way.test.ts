import { expect, test } from 'vitest';
import { begin, forgetEnded, namesUnderWay, underWay } from '../../../src/kernel/running/under-way.ts';

/** How often each work of this test is there. Services of other tests may still be at work in the same process. */
const own = () => Object.fromEntries(Object.entries(namesUnderWay(1_000)).filter(([name]) => name.startsWith('own ')));

test('work has its name until it has ended, and somebody has looked since', async () => {
  forgetEnded();
  const end = begin(() => 'own request');
  await underWay('own loop', async () => {});
  const also = begin(() => 'own request');
  expect(own()).toEqual({ 'own loop': 1, 'own request': 2 });
  expect(Object.keys(namesUnderWay(1))).toEqual(['own loop']);
  forgetEnded();
  end();
  expect(own()).toEqual({ 'own request': 2 });
  forgetEnded();
  also();
  forgetEnded();
  expect(own()).toEqual({});
});

test('work that fails has ended too', async () => {
  await expect(underWay('own loop', async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  forgetEnded();
  expect(own()).toEqual({});
});
