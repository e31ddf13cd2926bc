import { expect, test } from 'vitest';
import { atOnce, type Steps, Turns } from '../../src/matching/turns.ts';

/** Each step takes so many milliseconds. */
function* steps(count: number, each: number, note = () => {}): Steps<number> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + each;
    while (performance.now() < end);
    note();
    yield;
  }
  return count;
}

test('the event loop has turns while a work is done in steps', async () => {
  let isDone = false;
  let loops = 0;
  const loop = () => {
    loops += 1;
    if (!isDone) setImmediate(loop);
  };
  setImmediate(loop);
  expect(await new Turns().do('a', steps(20, 5))).toBe(20);
  isDone = true;
  // A turn has two steps of 5 ms.
  expect(loops).toBeGreaterThanOrEqual(9);
});

test('a short work does not wait for the end of a long one', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const long = turns.do('a', steps(20, 5)).then(() => done.push('long'));
  const short = turns.do('a', steps(1, 5)).then(() => done.push('short'));
  await Promise.all([long, short]);
  expect(done).toEqual(['short', 'long']);
});

test('a work that fails does not stop others', async () => {
  const turns = new Turns();
  const fail = () => {
    throw new Error('no');
  };
  const failing = turns.do('a', steps(1, 0, fail));
  const other = turns.do('a', steps(3, 0));
  await expect(failing).rejects.toThrow('no');
  expect(await other).toBe(3);
});

test('all steps at once', () => {
  expect(atOnce(steps(3, 0))).toBe(3);
});

test('callers take turns, however many works each of them has', async () => {
  const turns = new Turns();
  const order: string[] = [];
  // Each step takes a whole turn.
  const work = (caller: string, count: number) =>
    turns.do(
      caller,
      steps(count, 9, () => order.push(caller)),
    );
  const many = Array.from({ length: 8 }, () => work('a', 1));
  await Promise.all([...many, work('b', 3)]);
  expect(order.join('')).toBe('abababaaaaa');
});

test('a work that nobody waits for any more ends with its turn', async () => {
  let isOver = false;
  let count = 0;
  const note = () => {
    count += 1;
    isOver = count === 2;
  };
  await expect(new Turns().do('a', steps(20, 9, note), () => isOver)).rejects.toThrow('Nobody waits');
  expect(count).toBe(2);
});
