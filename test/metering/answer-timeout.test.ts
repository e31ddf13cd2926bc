import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerTimeout } from '../../src/metering/answer-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an answer in time is returned, success or failure', async () => {
  const timeout = new AnswerTimeout(80);
  expect(await timeout.within(Promise.resolve(1))).toBe(1);
  await expect(timeout.within(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a call that waits too long fails, and later calls go on waiting', async () => {
  const timeout = new AnswerTimeout(80);
  const ends: string[] = [];
  const wait = (name: string) => timeout.within(new Promise(() => {})).catch(() => ends.push(name));
  wait('first');
  await vi.advanceTimersByTimeAsync(40);
  wait('second');
  await vi.advanceTimersByTimeAsync(39);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(40);
  expect(ends).toEqual(['first', 'second']);
});

test('time in which the process was too busy to read the answer does not count', async () => {
  vi.useRealTimers();
  const answer = new AnswerTimeout(80).within(new Promise((resolve) => setTimeout(resolve, 85, 'here')));
  // The event loop stands still for longer than the limit.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  expect(await answer).toBe('here');
});

test('without a waiting call there is no timer', async () => {
  const timeout = new AnswerTimeout(80);
  await timeout.within(Promise.resolve(1));
  await vi.advanceTimersByTimeAsync(10);
  expect(vi.getTimerCount()).toBe(0);
});
