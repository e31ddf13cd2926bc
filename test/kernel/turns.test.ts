import { expect, test } from 'vitest';
import { Turns } from '../../src/kernel/turns.ts';

test('work for one key is done in the order in which it came, also after a failure; other keys do not wait', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = turns.take('a', async () => {
    await gate;
    done.push('first');
    throw new Error('no');
  });
  const second = turns.take('a', async () => void done.push('second'));
  await turns.take('b', async () => void done.push('other'));
  expect(done).toEqual(['other']);
  open();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(done).toEqual(['other', 'first', 'second']);
});
