import { expect, test } from 'vitest';
import { addressOf, searchOf, wordsOf } from '../../dashboard/search-request.ts';
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

test('what the explorer looks for is what its address says, and what the API is asked', () => {
  const words = wordsOf([
    ['q', ' x&y '],
    ['country', ''],
    ['activityType', 'licensed'],
    ['sort', 'name'],
    ['updatedSince', '2026-11-01'],
    ['page', '2'],
  ]);
  expect(words).toEqual({ q: 'x&y', updatedSince: '2026-11-01T00:00:00Z', page: '2' });
  expect(addressOf('/e', words)).toBe('/e?q=x%26y&updatedSince=2026-11-01T00%3A00%3A00Z&page=2');
  expect(searchOf(words)).toEqual({
    filter: { q: 'x&y', updatedSince: '2026-11-01T00:00:00Z' },
    page: 2,
    pageSize: 25,
    sort: 'name',
  });
  expect(searchOf({ page: '-1', sort: 'toString' }).sort).toBe('name');
});
