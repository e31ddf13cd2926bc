import { expect, test } from 'vitest';
import { dataAge } from '../../src/kernel/data-age.ts';

const now = new Date('2026-11-16T10:00:00Z');
const importedAt = '2026-11-14T09:00:00Z';

test('the day of the file tells the age; without it, the import and the time between two editions do', () => {
  expect(dataAge({ fileDate: '2026-11-01', importedAt, updateIntervalDays: 31 }, now)).toEqual({ days: 15, isOld: false });
  expect(dataAge({ fileDate: null, importedAt, updateIntervalDays: 31 }, now)).toEqual({ days: 33, isOld: false });
  expect(dataAge({ fileDate: '2026-11-17', importedAt, updateIntervalDays: 1 }, now).days).toBe(0);
});

test('data is old if an edition was missed, with three days of grace', () => {
  const isOld = (fileDate: string, updateIntervalDays: number) =>
    dataAge({ fileDate, importedAt, updateIntervalDays }, now).isOld;
  expect([isOld('2026-11-11', 1), isOld('2026-11-10', 1)]).toEqual([false, true]);
  expect([isOld('2026-09-12', 31), isOld('2026-09-11', 31)]).toEqual([false, true]);
});
