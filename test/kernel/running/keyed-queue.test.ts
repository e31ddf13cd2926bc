import { expect, test } from 'vitest';
import { KeyedQueue } from '../../../src/kernel/running/keyed-queue.ts';

test('jobs of one key run in the order of the calls, also after a failure; other keys do not wait', async () => {
  const queue = new KeyedQueue();
  const done: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const first = queue.run('a', async () => {
    await gate;
    done.push('first');
    throw new Error('no');
  });
  const second = queue.run('a', async () => void done.push('second'));
  await queue.run('b', async () => void done.push('other'));
  expect(done).toEqual(['other']);
  open();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(done).toEqual(['other', 'first', 'second']);
});
