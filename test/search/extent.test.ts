import { expect, test } from 'vitest';
import { columns, dayNumber, licensedBit } from '../../src/company/facts.ts';
import { scratchAt } from '../../src/search/memory/scratch.ts';
import { emptyExtent, extentOf, facetRange, mergedExtent } from '../../src/search/query/extent.ts';

const [may, june] = [dayNumber('2026-05-01'), dayNumber('2026-06-01')];

test('an extent has the largest values, and a document without a day counts for no day', () => {
  const forms = (...all: number[]) => Uint32Array.from(all, (form) => form << columns.legalForm.shift);
  const one = extentOf({
    words: Uint32Array.of(0, june),
    forms: forms(3, 0),
    runs: Uint32Array.of(1, 1),
    activities: Uint32Array.of(7, licensedBit + 9),
  });
  const empty = new Uint32Array();
  const other = extentOf({ words: Uint32Array.of(may), forms: forms(1), runs: Uint32Array.of(5), activities: empty });
  const both = mergedExtent(mergedExtent({ ...emptyExtent, segments: 2 }, one), other);
  expect(both).toEqual({
    documents: 3,
    segments: 2,
    segmentDocuments: 2,
    firstDay: may,
    lastDay: june,
    legalForm: 3,
    run: 5,
    activity: 9,
  });
  expect(facetRange('day', both)).toEqual({ base: may, size: 32 });
});

test('without any day there are no days to count', () => {
  expect(facetRange('day', emptyExtent).size).toBe(0);
});

test('the parts of the scratch memory never overlap', () => {
  const extent = {
    ...emptyExtent,
    segments: 3,
    segmentDocuments: 2_048,
    firstDay: 1,
    lastDay: 9,
    legalForm: 4,
    run: 2,
    activity: 7,
  };
  const { size, slots, facetCounts, ...parts } = scratchAt(1_600, extent);
  const starts = [
    ...Object.values(parts).flat(),
    ...Object.values(facetCounts),
    ...slots.flatMap((slot) => Object.values(slot).flat()),
  ];
  expect(new Set(starts).size).toBe(starts.length);
  expect(Math.min(...starts)).toBe(1_600);
  expect(Math.max(...starts)).toBeLessThan(1_600 + size);
  expect(parts.otherBits - parts.bits).toBeGreaterThanOrEqual(extent.segmentDocuments / 8);
  expect(facetCounts.status - facetCounts.day).toBeGreaterThanOrEqual(4 * (1 + facetRange('day', extent).size));
});
