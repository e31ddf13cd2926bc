import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../src/kernel/errors.ts';
import { check, wholeNumber } from '../../src/kernel/rules.ts';

test('a whole number lies between its bounds, both included', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(1_000), fc.oneof(fc.integer(), fc.double()), (least, length, value) => {
      const rule = wholeNumber(least, least + length);
      expect(rule.allows(value)).toBe(Number.isInteger(value) && value >= least && value <= least + length);
    }),
  );
});

test('every value that breaks its rule is named in one failure; what is not given breaks none', () => {
  const rules = { page: wholeNumber(1, 9), size: wholeNumber(1, 100), limit: wholeNumber(1, 5) };
  check(rules, { page: 9, size: null, limit: undefined });
  expect(() => check(rules, { page: 0, size: 100, limit: 6 })).toThrow(
    new Failure('invalid_request', 'page: must be a whole number from 1 to 9; limit: must be a whole number from 1 to 5.'),
  );
});
