import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Repetition, repeat } from '../../src/background/repeat.ts';
import { Teardown } from '../../src/kernel/teardown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** The longest pause. */
const noJitter = () => 0;

test('it runs after each pause, one run at a time, and once more if it is woken meanwhile', async () => {
  const ends: (() => void)[] = [];
  const run = vi.fn(() => new Promise<void>((end) => ends.push(end)));
  const repetition = new Repetition({ name: 'test', everyMs: 100, run }, noJitter);
  await pass(99);
  expect(run).toHaveBeenCalledTimes(0);
  await pass(1);
  await pass(1_000);
  repetition.wake();
  repetition.wake();
  expect(run).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await pass(0);
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await pass(99);
  expect(run).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(run).toHaveBeenCalledTimes(3);
  const closed = repetition.close();
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  await pass(1_000);
  expect(isClosed, 'it waits for the run').toBe(false);
  ends[2]?.();
  await closed;
  repetition.wake();
  await pass(1_000);
  expect(run).toHaveBeenCalledTimes(3);
});

test('a run that takes a part of the time does not delay the next one', async () => {
  const run = vi.fn(() => new Promise<void>((end) => setTimeout(end, 70)));
  const repetition = new Repetition({ name: 'test', everyMs: 100, run }, noJitter);
  await pass(1_000);
  expect(run).toHaveBeenCalledTimes(10);
  await Promise.all([repetition.close(), pass(100)]);
});

test('of failures in a row the first is logged, unless the database is away', async () => {
  const outcomes = [
    new Error('one'),
    new Error('two'),
    undefined,
    new Error('Connection terminated'),
    new Error('late'),
    undefined,
  ];
  const warn = vi.fn();
  const run = async () => {
    const error = outcomes.shift();
    if (error) throw error;
  };
  const repetition = new Repetition({ name: 'test', everyMs: 1_000, firstMs: 0, retryMs: 10, run, logger: { warn } }, noJitter);
  await pass(20);
  expect(outcomes).toHaveLength(3);
  await pass(999);
  expect(outcomes).toHaveLength(3);
  await pass(1);
  await pass(20);
  expect(outcomes).toEqual([]);
  expect(warn.mock.calls.map(([{ err, work }]) => [err.message, work])).toEqual([['one', 'test']]);
  await repetition.close();
});

test('what is not done is tried again, and then waits until it is woken', async () => {
  const outcomes = [false, false, true];
  const run = vi.fn(async () => outcomes.shift());
  const repetition = new Repetition({ name: 'test', firstMs: 0, retryMs: 10, run }, noJitter);
  await pass(5_000);
  expect(run).toHaveBeenCalledTimes(3);
  repetition.wake();
  await pass(0);
  expect(run).toHaveBeenCalledTimes(4);
});

test('a run with a limit that hangs holds up neither the next one nor the stop', async () => {
  const teardown = new Teardown();
  const run = vi.fn(() => new Promise(() => {}));
  repeat({ name: 'test', everyMs: 100, limitMs: 50, run, teardown });
  await pass(400);
  expect(run.mock.calls.length).toBeGreaterThan(1);
  await teardown.run();
});

test('a pause is shorter by up to a tenth of it, so that instances part', async () => {
  const run = vi.fn(async () => {});
  const repetition = new Repetition({ name: 'test', everyMs: 1_000, run }, () => 0.999);
  await pass(902);
  expect(run).toHaveBeenCalledTimes(1);
  await repetition.close();
});
