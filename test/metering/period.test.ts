import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodAt } from '../../src/metering/period.ts';

const at = (now: string, period?: [start: string, end: string]) => {
  const { start, end } = periodAt(
    { period: period && { start: new Date(period[0]), end: new Date(period[1]) } },
    Date.parse(now),
  );
  return [start.toISOString().replace('.000Z', 'Z'), end.toISOString().replace('.000Z', 'Z')];
};

test('without a subscription the calendar month in UTC counts', () => {
  expect(at('2026-11-15T12:00:00Z')).toEqual(['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z']);
  expect(at('2026-12-31T23:59:59.999Z')).toEqual(['2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z']);
  expect(at('2027-01-01T00:00:00Z')).toEqual(['2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z']);
  expect(at('2028-02-29T23:00:00Z')).toEqual(['2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z']);
});

test("a subscription's period counts up to its end", () => {
  const period: [string, string] = ['2026-10-20T08:30:00Z', '2026-11-20T08:30:00Z'];
  expect(at('2026-11-20T08:29:59.999Z', period)).toEqual(period);
  expect(at('2026-11-20T08:30:00Z', period)).toEqual(['2026-11-20T08:30:00Z', '2026-12-20T08:30:00Z']);
});

test.each([
  [
    'on the 31st',
    ['2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'],
    '2027-02-01T00:00:00Z',
    ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
  ],
  [
    'on the 31st, from a short month',
    ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
    '2027-03-01T00:00:00Z',
    ['2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z'],
  ],
  [
    'on the 31st, months later',
    ['2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z'],
    '2027-06-15T00:00:00Z',
    ['2027-05-31T10:00:00Z', '2027-06-30T10:00:00Z'],
  ],
  [
    'on the 30th',
    ['2027-01-30T00:00:00Z', '2027-02-28T00:00:00Z'],
    '2027-02-28T00:00:00Z',
    ['2027-02-28T00:00:00Z', '2027-03-30T00:00:00Z'],
  ],
  [
    'on 29 February',
    ['2028-01-29T00:00:00Z', '2028-02-29T00:00:00Z'],
    '2028-02-29T00:00:00Z',
    ['2028-02-29T00:00:00Z', '2028-03-29T00:00:00Z'],
  ],
  [
    'on the 29th, in a year without one',
    ['2026-12-29T00:00:00Z', '2027-01-29T00:00:00Z'],
    '2027-02-27T00:00:00Z',
    ['2027-01-29T00:00:00Z', '2027-02-28T00:00:00Z'],
  ],
  [
    'on the 31st, in a leap year',
    ['2027-12-31T00:00:00Z', '2028-01-31T00:00:00Z'],
    '2028-02-10T00:00:00Z',
    ['2028-01-31T00:00:00Z', '2028-02-29T00:00:00Z'],
  ],
  [
    'over the end of the year',
    ['2026-11-30T23:59:59Z', '2026-12-30T23:59:59Z'],
    '2027-01-15T00:00:00Z',
    ['2026-12-30T23:59:59Z', '2027-01-30T23:59:59Z'],
  ],
  [
    'after a trial of two weeks',
    ['2026-11-01T00:00:00Z', '2026-11-15T00:00:00Z'],
    '2026-12-20T00:00:00Z',
    ['2026-12-15T00:00:00Z', '2027-01-15T00:00:00Z'],
  ],
] as [
  string,
  [string, string],
  string,
  [string, string],
][])('a period that is over while the news of the next is under way goes on by months: %s', (_what, period, now, expected) =>
  expect(at(now, period)).toEqual(expected));

test('whatever the subscription, every moment after its start lies in one period, and the next starts where it ends', () => {
  const moment = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2032-01-01T00:00:00Z'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 900 }), (start, days, later) => {
      const standing = { period: { start, end: new Date(start.getTime() + days * 86_400_000) } };
      const now = start.getTime() + later * 86_400_000;
      const period = periodAt(standing, now);
      expect(period.start.getTime()).toBeLessThanOrEqual(now);
      expect(now).toBeLessThan(period.end.getTime());
      const length = (period.end.getTime() - period.start.getTime()) / 86_400_000;
      if (period.start.getTime() > start.getTime()) expect([28, 29, 30, 31]).toContain(length);
      expect(periodAt(standing, period.end.getTime()).start).toEqual(period.end);
      expect(periodAt(standing, period.end.getTime() - 1)).toEqual(period);
    }),
  );
});
