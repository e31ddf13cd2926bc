import { expect, test } from 'vitest';
import { dayNumber, licensedBit } from '../../../src/companies/format/facts.ts';
import { emptyExtent, extentOf, mergedExtent, tallyRange } from '../../../src/companies/search/extent.ts';
import { scratchAt } from '../../../src/companies/search/scratch.ts';

/** The words of the facts, line by line. */
const facts = (...lines: { day: number; form: number; run: number }[]): Uint32Array =>
  Uint32Array.from(lines.flatMap(({ day, form, run }) => [day, form << 10, run]));

const [may, june] = [dayNumber('2026-05-01'), dayNumber('2026-06-01')];
const activities = Buffer.from(`000007${(licensedBit + 9).toString(16)}`, 'hex');

test('an extent has the largest values, and a line without a day counts for no day', () => {
  const one = extentOf(facts({ day: 0, form: 3, run: 1 }, { day: june, form: 0, run: 1 }), activities);
  const other = extentOf(facts({ day: may, form: 1, run: 5 }), Buffer.alloc(0));
  const both = mergedExtent(mergedExtent({ ...emptyExtent, buckets: 2 }, one), other);
  expect(both).toEqual({ lines: 3, buckets: 2, bucketLines: 2, firstDay: may, lastDay: june, legalForm: 3, run: 5, activity: 9 });
  expect(tallyRange('day', both)).toEqual({ base: may, size: 32 });
});

test('without any day there are no days to count', () => {
  expect(tallyRange('day', emptyExtent).size).toBe(0);
});

test('the parts of the scratch memory never overlap', () => {
  const extent = { ...emptyExtent, buckets: 3, bucketLines: 2_048, firstDay: 1, lastDay: 9, legalForm: 4, run: 2, activity: 7 };
  const { size, slots, tallies, ...parts } = scratchAt(1_600, extent);
  const starts = [
    ...Object.values(parts).flat(),
    ...Object.values(tallies),
    ...slots.flatMap((slot) => Object.values(slot).flat()),
  ];
  expect(new Set(starts).size).toBe(starts.length);
  expect(Math.min(...starts)).toBe(1_600);
  expect(Math.max(...starts)).toBeLessThan(1_600 + size);
  expect(parts.otherBits - parts.bits).toBeGreaterThanOrEqual(extent.bucketLines / 8);
  expect(tallies.status - tallies.day).toBeGreaterThanOrEqual(4 * (1 + tallyRange('day', extent).size));
});
