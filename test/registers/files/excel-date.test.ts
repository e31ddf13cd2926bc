import { expect, test } from 'vitest';
import { excelDate } from '../../../src/registers/files/xlsx.ts';

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [61, '1900-03-01'],
  [34_116, '1993-05-27'],
  [45_658.75, '2025-01-01'],
  [2_958_465, '9999-12-31'],
])('%d is %s', (serial, date) => {
  expect(excelDate(serial)).toBe(date);
});

test.each([
  [1, '1904-01-02'],
  [60, '1904-03-01'],
  [44_196, '2025-01-01'],
  [2_957_003, '9999-12-31'],
])('%d is %s where dates count from 1904', (serial, date) => {
  expect(excelDate(serial, true)).toBe(date);
});

test.each([
  0,
  0.5,
  -1,
  60,
  2_958_466,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
])('%d is no date', (serial) => {
  expect(excelDate(serial)).toBeNull();
});

test('nor is what lies beyond the calendar from 1904', () => {
  expect(excelDate(2_957_004, true)).toBeNull();
  expect(excelDate(0, true)).toBeNull();
});
