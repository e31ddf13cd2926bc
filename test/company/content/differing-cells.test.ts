import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingCells } from '../../../src/company/content/differing-cells.ts';

/** Texts that look like the signs between cells, and rows of another file in one cell. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '\\', '[', ']', '{', '}', 'ă') });
const cell = fc.oneof(text, fc.constantFrom(null, true, 0, 17), fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 3 }));
const pair = fc.array(fc.tuple(cell, cell, fc.boolean()), { maxLength: 12 }).map((cells) => ({
  before: cells.map(([one]) => one),
  after: cells.map(([one, other, isSame]) => (isSame ? one : other)),
}));

test('the cells that differ are given in their places, whatever is written in them', () => {
  fc.assert(
    fc.property(pair, ({ before, after }) => {
      const { first, ...cells } = differingCells(JSON.stringify(before), JSON.stringify(after));
      const count = cells.before.length;
      expect(cells.before).toEqual(before.slice(first, first + count));
      expect(cells.after).toEqual(after.slice(first, first + count));
      expect([before.slice(0, first), before.slice(first + count)]).toEqual([after.slice(0, first), after.slice(first + count)]);
    }),
    { numRuns: 3_000 },
  );
});

test('of a long row only the cells around the difference are parsed', () => {
  const row = Array.from({ length: 50 }, (_, place) => `cell ${place}`);
  const cells = differingCells(JSON.stringify(row), JSON.stringify(row.with(20, 'another')));
  expect(cells).toEqual({ first: 20, before: ['cell 20'], after: ['another'] });
});

test('a number keeps all its digits', () => {
  const { after } = differingCells('[1,12345678901234567890,"a"]', '[1,12345678901234567891,"a"]');
  expect(JSON.stringify(after)).toBe('[12345678901234567891]');
});
