import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bucket, bytesOf } from '../../src/registry/bucket.ts';

interface Line {
  text: string;
  country: number;
  legalForm: number;
  activities: number[];
}

const small = fc.integer({ min: 1, max: 3 });
const line: fc.Arbitrary<Line> = fc.record({
  text: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1', 'я', '🏢'), maxLength: 8 }),
  country: small,
  legalForm: fc.nat(3),
  activities: fc.array(fc.oneof(small, fc.constantFrom(-1, -2, 12, -123)), { maxLength: 4 }),
});
const question = fc.record(
  {
    q: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1', 'я', '🏢'), minLength: 1, maxLength: 3 }),
    country: small,
    legalForm: fc.nat(3),
    activities: fc.array(fc.constantFrom<number>(1, 2, 12, -1, -123), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);

test('a bucket counts each line once that matches all that is asked', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), question, (lines, asked) => {
      const facts = lines.map(({ country, legalForm, activities }) => [country, legalForm, ...activities].join(' '));
      const bucket = new Bucket(lines.map(({ text }) => text).join('\n'), facts.join('\n'));
      const expected = lines.filter(
        ({ text, country, legalForm, activities }) =>
          (asked.q === undefined || text.includes(asked.q)) &&
          (asked.country === undefined || country === asked.country) &&
          (asked.legalForm === undefined || legalForm === asked.legalForm) &&
          (asked.activities === undefined || activities.some((id) => asked.activities?.includes(id))),
      );
      // A single empty line is what no line looks like; the search text is never empty.
      fc.pre(lines.length > 1 || lines[0]?.text !== '');
      expect(bucket.count({ ...asked, q: asked.q && bytesOf(asked.q) })).toBe(expected.length);
    }),
    { numRuns: 2_000 },
  );
});

test('a bucket that lost all its records counts nothing', () => {
  const bucket = new Bucket('', '');
  expect([bucket.count({}), bucket.count({ q: 'a' }), bucket.count({ country: 1 })]).toEqual([0, 0, 0]);
});
