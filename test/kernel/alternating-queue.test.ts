import { expect, test } from 'vitest';
import { AlternatingQueue } from '../../src/kernel/running/keyed-queue.ts';

const afterTurns = () => new Promise((resolve) => setImmediate(resolve));

test('keys take turns, however many jobs each has, and also if a job is followed by the next one of its key', async () => {
  const queue = new AlternatingQueue();
  const order: string[] = [];
  const job = (name: string) =>
    queue.run(name, () => {
      order.push(name);
      return afterTurns();
    });
  const many = Array.from({ length: 6 }, () => job('a'));
  const one = async () => {
    for (let time = 0; time < 3; time++) await job('b');
  };
  const third = async () => {
    for (let time = 0; time < 2; time++) await job('c');
  };
  await Promise.all([...many, one(), third()]);
  expect(order.join('')).toBe('abcabcabaaa');
});

test('the jobs of a key run in the order of the calls, and one that fails stops none', async () => {
  const queue = new AlternatingQueue();
  const order: number[] = [];
  const jobs = [1, 2, 3].map((number) =>
    queue.run('a', async () => {
      order.push(number);
      if (number === 2) throw new Error('no');
      return number;
    }),
  );
  expect((await Promise.allSettled(jobs)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(order).toEqual([1, 2, 3]);
});

test('as many run at a time as there are places', async () => {
  const queue = new AlternatingQueue(2);
  let [running, most] = [0, 0];
  const job = async () => {
    running += 1;
    most = Math.max(most, running);
    await afterTurns();
    running -= 1;
  };
  await Promise.all(Array.from({ length: 7 }, (_, place) => queue.run(place % 2 ? 'a' : 'b', job)));
  expect([running, most]).toEqual([0, 2]);
});
