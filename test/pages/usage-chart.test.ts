import { expect, test } from 'vitest';
import { chartOf, countsByDay, type Grouping, totalsOf } from '../../dashboard/usage/bars.ts';
import { csv } from '../../dashboard/usage/csv.ts';
import { paceOf, usedLine } from '../../dashboard/usage/pace.ts';

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

const chart = (grouping: Grouping) =>
  chartOf({ counts: countsByDay(usage.answers), span: 'day', length: 3, grouping, keys: usage.byKey, now });

test('answers become bars by day, the days without any among them', () => {
  const { bars, series } = chart('status');
  expect(bars).toEqual([
    { start: '2026-11-13T00:00:00.000Z', counts: { '2xx': 1 }, before: 0 },
    { start: '2026-11-14T00:00:00.000Z', counts: {}, before: 0 },
    { start: '2026-11-15T00:00:00.000Z', counts: { '2xx': 5, '4xx': 2 }, before: 0 },
  ]);
  expect(series.map(({ id, isError }) => [id, isError])).toEqual([
    ['2xx', false],
    ['4xx', true],
  ]);
});

test('by key, the largest have their own colour, deleted keys a name, and errors are apart', () => {
  const { bars, series } = chart('key');
  expect(series.map(({ name }) => name)).toEqual(['production', 'deleted key', 'errors (4xx, 5xx)']);
  expect(bars.map(({ counts }) => counts)).toEqual([{ z: 1 }, {}, { a: 5, errors: 2 }]);
  const many = Array.from({ length: 7 }, (_, place) => ({
    start: '2026-11-15T23:00:00.000Z',
    keyId: place === 6 ? null : String(place),
    statusClass: '2xx',
    requests: place + 1,
  }));
  const hours = chartOf({ counts: many, span: 'hour', length: 2, grouping: 'key', keys: [], now });
  expect(hours.series.map(({ name }) => name)).toEqual(['this dashboard', ...Array(4).fill('deleted key'), 'other keys']);
  expect(hours.bars[1]?.counts).toMatchObject({ dashboard: 7, others: 3 });
});

test('the time before is compared bar by bar', () => {
  const counts = [
    { start: '2026-11-15T00:00:00.000Z', keyId: 'a', operation: '/x', statusClass: '2xx', requests: 5 },
    { start: '2026-11-12T00:00:00.000Z', keyId: 'a', operation: '/x', statusClass: '5xx', requests: 3 },
    { start: '2026-11-09T00:00:00.000Z', keyId: 'a', operation: '/x', statusClass: '2xx', requests: 99 },
  ];
  const { bars, series } = chartOf({ counts, span: 'day', length: 3, grouping: 'operation', keys: [], now });
  expect(bars.map(({ before }) => before)).toEqual([0, 0, 3]);
  expect(totalsOf(bars, series)).toEqual({ requests: 5, before: 3, errors: 0 });
});

test('the pace of the last days says when the quota ends, or how much is used by then', () => {
  const period = { periodStart: '2026-11-01T00:00:00.000Z', periodEnd: '2026-12-01T00:00:00.000Z', used: 600, limit: 1_000 };
  const noon = new Date('2026-11-15T12:00:00.000Z');
  const day = (start: string, units: number) => ({ start: `${start}T00:00:00.000Z`, units });
  expect(paceOf(period, [], noon)).toBeUndefined();
  expect(paceOf(period, [day('2026-11-08', 500)], noon), 'older than a week').toBeUndefined();
  // 65 in six and a half days are 10 a day.
  expect(paceOf(period, [day('2026-11-09', 60), day('2026-11-15', 5)], noon)).toEqual({ perDay: 10, usedAtEnd: 755 });
  // An account that began today is measured from today.
  const fast = paceOf(period, [day('2026-11-15', 25)], noon);
  expect(fast).toEqual({ perDay: 50, usedAtEnd: 1_000, endsAt: new Date('2026-11-23T12:00:00.000Z') });
  const line = usedLine(period, [day('2026-11-03', 100), day('2026-11-15', 25)], noon);
  expect(line[0]).toEqual({ at: Date.parse(period.periodStart), used: 475 });
  expect(line.at(-1)).toEqual({ at: noon.getTime(), used: 600 });
  const lowered = usedLine(period, [day('2026-11-01', 900), day('2026-11-02', 300)], noon);
  expect(lowered.map(({ used }) => used)).toEqual([0, 450, 450, 600, 600]);
  expect(line.map(({ used }) => used)).toEqual(line.map(({ used }) => used).toSorted((one, other) => one - other));
});

test('a name in a CSV file is no formula', () => {
  expect(csv([['=1+1', 'a "b", c', null, 3]])).toBe(`'=1+1,"a ""b"", c",,3\r\n`);
});
