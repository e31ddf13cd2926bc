import { afterEach, expect, test, vi } from 'vitest';
import { Steps } from '../../../src/search/changed/steps.ts';

afterEach(() => void vi.useRealTimers());

test('a step is over after some milliseconds, and after a pause, in which others have their turn, the next one begins', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const steps = new Steps();
  expect(steps.isOver).toBe(false);
  vi.advanceTimersByTime(10);
  expect(steps.isOver).toBe(true);
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  await steps.pause();
  expect([steps.isOver, hadTurn]).toEqual([false, true]);
});
