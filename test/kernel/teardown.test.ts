import { expect, test } from 'vitest';
import { Teardown } from '../../src/kernel/teardown.ts';

const never = () => new Promise(() => {});
const fail = async () => {
  throw new Error('failed');
};

test('what was started is taken down in reverse, once, for all who ask', async () => {
  const teardown = new Teardown();
  const done: [string, number][] = [];
  teardown.push((linger) => done.push(['first', linger]));
  teardown.push(async (linger) => done.push(['second', linger]));
  expect(await Promise.all([teardown.run(5), teardown.run()])).toEqual([true, true]);
  expect(done).toEqual([
    ['second', 5],
    ['first', 5],
  ]);
});

test('a step that hangs or fails holds up nobody', async () => {
  const teardown = new Teardown();
  const done: string[] = [];
  teardown.push(() => done.push('first'));
  teardown.push(never, { limitMs: 10 });
  teardown.push(fail);
  teardown.push(() => {
    throw new Error('failed');
  });
  expect(await teardown.run()).toBe(true);
  expect(done).toEqual(['first']);
});

test('all of it has an end, and every step its beginning', async () => {
  const teardown = new Teardown(50);
  const done: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    teardown.push(
      () => {
        done.push(name);
        return never();
      },
      { limitMs: 60_000 },
    );
  }
  await teardown.run();
  expect(done).toEqual(['third', 'second', 'first']);
});

test.each([
  ['fails', fail],
  ['hangs', never],
])('what is vital and %s is told, also to those who ask again', async (_what, work) => {
  const teardown = new Teardown();
  teardown.push(work, { limitMs: 10, isVital: true });
  expect(await teardown.run()).toBe(false);
  expect(await teardown.run()).toBe(false);
});
