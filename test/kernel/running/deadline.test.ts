import { expect, test, vi } from 'vitest';
import { within } from '../../../src/kernel/running/deadline.ts';

test('what is done in time is given, success or failure', async () => {
  expect(await within(60_000, Promise.resolve(1), () => 2)).toBe(1);
  await expect(within(60_000, Promise.reject(new Error('no')), () => 2)).rejects.toThrow('no');
});

test('what is late is given up, and its own end is ignored', async () => {
  vi.useFakeTimers();
  try {
    const { promise, reject } = Promise.withResolvers<number>();
    const answer = within(1_000, promise, () => 2);
    vi.advanceTimersByTime(1_000);
    expect(await answer).toBe(2);
    reject(new Error('nobody listens'));
    const refused = within(1_000, new Promise<number>(() => {}), () => {
      throw new Error('late');
    });
    vi.advanceTimersByTime(1_000);
    await expect(refused).rejects.toThrow('late');
  } finally {
    vi.useRealTimers();
  }
});
