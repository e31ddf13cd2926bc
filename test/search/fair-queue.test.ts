import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fairQueue, type QueuedWork } from '../../src/search/engine/fair-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Work extends QueuedWork {
  name: string;
  left: number;
}

/** Two works at a time can have a turn. It ends when the test says so, or when the queue stops it: then half of it is done. */
function ground() {
  const turns: { names: string; finish(): void }[] = [];
  const refused: [caller: string, waiting: number][] = [];
  const queue = fairQueue<Work, string>({
    perform: (works) => {
      const { promise, resolve } = Promise.withResolvers<string[] | undefined>();
      const finish = () => resolve(works.map(({ name }) => `${name} is done`));
      turns.push({ names: works.map(({ name }) => name).join(' '), finish });
      const stop = () => {
        for (const work of works) work.left /= 2;
        resolve(undefined);
      };
      return { results: promise, stop };
    },
    width: 1,
    turnSize: 2,
    onRefusal: (...refusal) => refused.push(refusal),
  });
  /** The caller is the first letter of the name. */
  const add = (name: string, left = 100, isShared = true) => queue.add(name.charAt(0), { name, left, isShared });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const finish = async () => {
    turns.at(-1)?.finish();
    await settle();
  };
  const finishAll = async () => {
    await settle();
    for (let seen = -1; seen < turns.length; await finish()) seen = turns.length;
  };
  return { queue, turns, order: () => turns.map(({ names }) => names), refused, add, settle, finish, finishAll };
}

test('callers take turns, whatever each has waiting', async () => {
  const { order, add, finishAll } = ground();
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'c2'];
  const answers = names.map((name) => add(name));
  await finishAll();
  expect(order()).toEqual(['b1', 'a1 a2', 'c1 c2', 'a3 a4', 'a5']);
  expect(await Promise.all(answers)).toEqual(names.map((name) => `${name} is done`));
});

test('short work interrupts the long work of another caller, which then goes on', async () => {
  const { order, add, settle, finishAll } = ground();
  const long = ['a1', 'a2', 'a3'].map((name) => add(name));
  await settle();
  const short = add('b1', 1);
  await settle();
  expect(order()).toEqual(['a1 a2', 'b1']);
  await finishAll();
  expect(await short).toBe('b1 is done');
  expect(await Promise.all(long)).toHaveLength(3);
  expect(order()).toEqual(['a1 a2', 'b1', 'a1 a2', 'a3']);
});

test('work that is as long does not interrupt', async () => {
  const { order, add, settle, finishAll } = ground();
  add('a1');
  await settle();
  add('a2');
  add('b1');
  await finishAll();
  expect(order()).toEqual(['a1', 'b1', 'a2']);
});

test('short work of the same caller interrupts too, after a moment', async () => {
  const { order, add, settle, finishAll } = ground();
  add('a1');
  add('a2');
  await settle();
  add('a3', 1);
  await vi.advanceTimersByTimeAsync(2);
  expect(order()).toEqual(['a1 a2']);
  await vi.advanceTimersByTimeAsync(1);
  expect(order()).toEqual(['a1 a2', 'a3']);
  await finishAll();
  expect(order()).toEqual(['a1 a2', 'a3', 'a1 a2']);
});

test('long work ends beside any number of short ones, of other callers or its own', async () => {
  for (const callers of ['bcdefg', 'a']) {
    const { add, settle, finish } = ground();
    let isDone = false;
    add('a long one', 64).then(() => {
      isDone = true;
    });
    await settle();
    let shorts = 0;
    for (; !isDone && shorts < 1_000; shorts++) {
      // There is always a short one waiting when another is done.
      add(`${callers.charAt(shorts % callers.length)}${shorts}`, 8, false);
      await vi.advanceTimersByTimeAsync(3);
      await finish();
    }
    expect(isDone).toBe(true);
    expect(shorts).toBeGreaterThan(2);
  }
});

test('work that cannot be shared has a turn of its own', async () => {
  const { order, add, finishAll } = ground();
  for (const [name, isShared] of [
    ['a1', false],
    ['a2', true],
    ['a3', true],
  ] as const)
    add(name, 100, isShared);
  await finishAll();
  expect(order()).toEqual(['a1', 'a2 a3']);
});

test('who has waited two seconds without a turn is refused, and told when to come again', async () => {
  const { add, settle, refused } = ground();
  add('a1');
  add('a2');
  await settle();
  const late = add('b1', 200).catch((failure) => failure);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toMatchObject({ code: 'service_unavailable', retryAfter: 2 });
  expect(refused).toEqual([['b', 0]]);
});

test('who has turns is not refused, however many wait', async () => {
  const { add, finish, refused } = ground();
  const answers = Array.from({ length: 40 }, (_, index) => add(`a${index}`));
  for (let turn = 0; turn < 20; turn++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await finish();
  }
  expect(await Promise.all(answers)).toHaveLength(40);
  expect(refused).toEqual([]);
});

test('a failure reaches all works of a turn, and the next turn begins', async () => {
  let turns = 0;
  const perform = (works: Work[]) => ({
    results: turns++ === 0 ? Promise.reject(new Error('gone')) : Promise.resolve(works.map(({ name }) => name)),
    stop() {},
  });
  const queue = fairQueue<Work, string>({ perform, width: 1, turnSize: 2, onRefusal: () => {} });
  const answers = ['1', '2', '3'].map((name) => queue.add('a', { name, left: 1, isShared: true }));
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(queue.waiting).toBe(0);
});

test('work whose turn comes while the thread is busy is not refused, however late its timer is', async () => {
  const { order, refused, add, settle, finish } = ground();
  const answers = [add('a1', 100, false), add('b1', 100, false)];
  await settle();
  // The timers are over before the end of the first turn is read.
  vi.advanceTimersByTime(2_500);
  await finish();
  await new Promise((resolve) => setImmediate(resolve));
  expect(refused).toEqual([]);
  expect(order()).toHaveLength(2);
  await finish();
  expect(await Promise.all(answers)).toEqual(['a1 is done', 'b1 is done']);
});
