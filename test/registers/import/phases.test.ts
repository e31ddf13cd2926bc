import { expect, test, vi } from 'vitest';
import { Phases } from '../../../src/registers/import/phases.ts';

test('the share of the whole grows to the end, also in phases of which nobody knows how far they are', () => {
  vi.useFakeTimers();
  let time = 0;
  const told: [string, number, number][] = [];
  const phases = new Phases(
    (...status) => told.push(status),
    () => time,
  );
  const pass = (milliseconds: number) => {
    for (const end = time + milliseconds; time < end; ) {
      time += 100;
      vi.advanceTimersByTime(100);
    }
  };
  pass(300);
  let rows = 0;
  phases.begin('reading', () => ({ rows, share: rows / 1000 }));
  for (rows = 0; rows < 1000; rows += 100) pass(300);
  phases.begin('comparing', () => ({ rows: 1000 }));
  pass(30_000);
  for (const phase of ['writing', 'indexing', 'tidying'] as const) {
    phases.begin(phase, () => ({ rows: 10 }));
    pass(500);
  }
  phases.end();
  const count = told.length;
  pass(1_000);
  vi.useRealTimers();
  expect(told).toHaveLength(count);
  expect([...new Set(told.map(([phase]) => phase))]).toEqual([
    'checking',
    'reading',
    'comparing',
    'writing',
    'indexing',
    'tidying',
  ]);
  const shares = told.map(([, , share]) => share);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  expect(shares.at(-1)).toBeGreaterThan(0.9);
  expect(shares.at(-1)).toBeLessThan(1);
  // A statement that takes longer than expected holds the share below its end.
  expect(told.filter(([phase]) => phase === 'comparing').length).toBeGreaterThan(250);
});
