import { expect, test } from 'vitest';
import { delaysMs, retryAfterMs, waitAfterMs } from '../../src/webhooks/schedule.ts';

const [second, hour] = [1_000, 3_600_000];

test('the delaysMs are 0 s, 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, and the last one repeats', () => {
  expect(delaysMs.map((delay) => delay / second)).toEqual([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  expect([1, 9, 10, 500].map((failures) => waitAfterMs(failures))).toEqual([5 * second, 24 * hour, 24 * hour, 24 * hour]);
});

test('a receiver may ask for a longer wait, up to a day, and never for a shorter one', () => {
  const now = new Date('2026-11-16T00:00:00Z');
  const waits = (header: string | undefined, failures = 1) => waitAfterMs(failures, retryAfterMs(header, now)) / second;
  expect(waits(undefined)).toBe(5);
  expect(waits('120')).toBe(120);
  expect(waits('1')).toBe(5);
  expect(waits('120', 3)).toBe(1_800);
  expect(waits('9999999999')).toBe(86_400);
  expect(waits('99999999999999999999')).toBe(5);
  expect(waits('Mon, 16 Nov 2026 00:10:00 GMT')).toBe(600);
  expect(waits('Sun, 15 Nov 2026 00:10:00 GMT')).toBe(5);
  for (const wrong of ['', 'soon', '-5', '1e9', '12, 13']) expect(waits(wrong)).toBe(5);
});
