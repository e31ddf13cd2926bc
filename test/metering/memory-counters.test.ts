import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Debit } from '../../src/metering/counters.ts';
import { MemoryCounters } from '../../src/metering/memory-counters.ts';

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);
const period = { key: 'period', seconds: 1_000, limit: 100 };
const order = (units: number, key = 'period'): Debit => ({ requests: 1, units, minute: undefined, period: { ...period, key } });

let counters: MemoryCounters;
beforeEach(() => {
  // The clock is given to the counters, and the timers go with it, so that nothing can expire by a clock of its own.
  vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z') });
  counters = new MemoryCounters(() => new Date());
});
afterEach(() => vi.useRealTimers());

test('a counter in use is never started again: units under way stay counted', async () => {
  await counters.reconcile(period, 10);
  for (let passed = 0; passed < 180; passed += 20) {
    const before = (await counters.used(period)) ?? 0;
    expect(await counters.take(order(7)), `after ${passed} minutes`).toMatchObject({ refusedBy: undefined, period: before + 7 });
    minutes(20);
    // The database has the ten alone: whatever was taken since is still under way.
    await counters.reconcile(period, 10);
  }
  expect(await counters.used(period)).toBe(10 + 9 * 7);
});

test('units that are under way keep their counter, however long it is unused', async () => {
  await counters.reconcile(period, 10);
  await counters.take(order(5));
  await counters.take(order(3));
  minutes(61);
  expect(await counters.take(order(1))).toMatchObject({ period: 19 });
  await counters.giveBack(order(1), { refusedBy: undefined, minute: 0, period: 19 }, 1);
  await counters.reconcile(period, 15, new Map([[0, 5]]));
  minutes(61);
  expect(await counters.used(period), 'three of them are still under way').toBe(18);
  await counters.reconcile(period, 18, new Map([[0, 3]]));
  minutes(61);
  expect(await counters.used(period)).toBeUndefined();
});

test('a counter that is unused for an hour expires, so that memory stays bounded', async () => {
  await counters.reconcile(period, 10);
  for (let account = 0; account < 50; account++) await counters.reconcile({ key: `other ${account}`, seconds: 1_000 }, 1);
  minutes(59);
  expect(await counters.take(order(1))).toMatchObject({ period: 11 });
  minutes(2);
  expect(await counters.take(order(1))).toMatchObject({ period: 12 });
  expect(await counters.take(order(1, 'other 7')), 'it is started from the database').toBeUndefined();
  expect(await counters.used({ key: 'other 8', seconds: 1_000 })).toBeUndefined();
});
