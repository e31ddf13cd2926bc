import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayFirst, yearFirst } from '../../../src/registers/declaration/dates.ts';

const day = fc
  .date({ min: new Date('1500-01-01T00:00:00Z'), max: new Date('2200-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('dayFirst', () => {
  test('any day comes back, with either separator, with or without leading zeros', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('.', '/'), fc.boolean(), (iso, separator, short) => {
        const [year, month, date] = iso.split('-') as [string, string, string];
        const cut = (digits: string) => (short ? String(Number(digits)) : digits);
        expect(dayFirst([cut(date), cut(month), year].join(separator))).toBe(iso);
      }),
    );
  });

  test.each([
    ['29.02.2024', '2024-02-29'],
    ['29.02.2000', '2000-02-29'],
    ['31/12/1999', '1999-12-31'],
    ['1.2.2003', '2003-02-01'],
    ['01.2.2003', '2003-02-01'],
    ['29.02.2023', null],
    ['29.02.1900', null],
    ['31.04.2020', null],
    ['00.01.2020', null],
    ['01.00.2020', null],
    ['01.13.2020', null],
    ['01.01.1111', null],
    ['01.01.9999', null],
    ['01.02/2003', null],
    ['1.2/2003', null],
    ['01-02-2003', null],
    ['01.02.03', null],
    ['2003-02-01', null],
    [' 1.02.2003', null],
    ['01.02.200x', null],
    ['٠١.٠٢.٢٠٠٣', null],
    ['37000', null],
    ['', null],
  ])('%j is %j', (text, iso) => {
    expect(dayFirst(text)).toBe(iso);
  });
});

describe('yearFirst', () => {
  test('any day comes back, with or without a time behind it', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('', 'T00:00:00', ' 13:45', 'T23:59:59.999Z'), (iso, time) => {
        expect(yearFirst(iso + time)).toBe(iso);
      }),
    );
  });

  test.each([
    ['2024-02-29', '2024-02-29'],
    ['2023-02-29', null],
    ['2023-13-01', null],
    ['1111-01-01', null],
    ['2023-1-1', null],
    ['2023/01/01', null],
    ['2023-01-01x', null],
    ['2023-01-01 and so on', null],
    ['01.02.2003', null],
    ['', null],
  ])('%j is %j', (text, iso) => {
    expect(yearFirst(text)).toBe(iso);
  });
});

test('what is no day gives null and nothing is thrown', () => {
  const nearly = fc.string({ unit: fc.constantFrom(...'0123456789./- T:'), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), nearly), (text) => {
      for (const read of [dayFirst, yearFirst]) {
        const iso = read(text);
        // A day that is read must be one of the calendar, and all its digits must come from the text.
        if (iso === null) continue;
        expect(new Date(`${iso}T00:00:00Z`).toISOString().slice(0, 10)).toBe(iso);
        expect(text).toContain(iso.slice(0, 4));
      }
    }),
    { numRuns: 2_000 },
  );
});
