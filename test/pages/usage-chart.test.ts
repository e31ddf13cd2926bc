import { expect, test } from 'vitest';
import { chartOf } from '../../dashboard/usage-chart.ts';

const now = new Date('2026-11-15T23:59:59Z');
const usage = {
  answers: [
    { day: '2026-11-15', keyId: 'a', statusClass: '2xx', requests: 5 },
    { day: '2026-11-15', keyId: null, statusClass: '4xx', requests: 2 },
    { day: '2026-11-13', keyId: 'z', statusClass: '2xx', requests: 1 },
    { day: '2026-10-01', keyId: 'a', statusClass: '2xx', requests: 99 },
  ],
  byKey: [
    { keyId: 'a', keyName: 'production' },
    { keyId: null, keyName: null },
  ],
};

test('answers become bars by day, the days without any among them', () => {
  const { bars, series } = chartOf(usage, 3, 'status', now);
  expect(bars).toEqual([
    { day: '2026-11-13', counts: { '2xx': 1 } },
    { day: '2026-11-14', counts: {} },
    { day: '2026-11-15', counts: { '2xx': 5, '4xx': 2 } },
  ]);
  expect(series.map(({ id }) => id)).toEqual(['2xx', '4xx']);
});

test('by key, what has no name of its own is counted all the same', () => {
  const { bars, series } = chartOf(usage, 3, 'key', now);
  expect(series.map(({ name }) => name)).toEqual(['production', 'this dashboard', 'other keys']);
  expect(bars.map(({ counts }) => counts)).toEqual([{ others: 1 }, {}, { a: 5, dashboard: 2 }]);
});
