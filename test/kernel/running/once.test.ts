import { expect, test } from 'vitest';
import { once } from '../../../src/kernel/running/once.ts';

test('a value is made when it is first asked for, once, also where it is undefined', () => {
  let made = 0;
  const value = once(() => {
    made += 1;
  });
  expect(made).toBe(0);
  value();
  value();
  expect(made).toBe(1);
});
