import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** How many codes each published list has, by their length: of sections, divisions, groups, classes and sub-classes. */
const lists: [string, Record<number, number>][] = [
  ['au/forms', { 4: 18 }],
  ['cz/forms', { 3: 105 }],
  ['cz/nace-2', { 1: 21, 2: 88, 3: 272, 4: 615 }],
  ['cz/nace-2.1', { 1: 22, 2: 87, 3: 287, 4: 651 }],
  ['fr/forms', { 4: 262 }],
  ['fr/nap-1973', { 5: 650 }],
  ['fr/naf-1993', { 5: 696 }],
  ['fr/naf-2003', { 5: 712 }],
  ['fr/naf-2008', { 6: 732 }],
  // INSEE has 747; see the register for the one that is missing.
  ['fr/naf-2025', { 6: 746 }],
  ['ro/forms', { 2: 3, 3: 6, 4: 1 }],
  ['se/forms', { 1: 3, 2: 12, 3: 10, 4: 4 }],
  ['se/sni-2025', { 5: 835 }],
];

test.each(lists)('%s has every code once, in order, with a label', (name, counts) => {
  const text = readFileSync(new URL(`../../../src/registers/countries/${name}.csv`, import.meta.url), 'utf8');
  const codes = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, code = ''] = /^([\w.]+);(?! )(?!.*(?: {2}| $)).+$/.exec(line) ?? [];
      return code;
    });
  expect(codes).not.toContain('');
  expect(codes).toEqual([...new Set(codes)].toSorted());
  expect(
    Object.fromEntries(
      Map.groupBy(codes, ({ length }) => length)
        .entries()
        .map(([length, { length: count }]) => [length, count]),
    ),
  ).toEqual(counts);
});

test('both editions of a classification have the same classes', () => {
  const classes = (name: string) =>
    new Set(
      readFileSync(new URL(`../../../src/registers/countries/${name}.csv`, import.meta.url), 'utf8')
        .match(/^\d\d\.?\d\d/gm)
        ?.map((code) => code.replace('.', '')),
    );
  expect(classes('fr/naf-2008')).toEqual(classes('cz/nace-2'));
  expect(classes('fr/naf-2025')).toEqual(classes('cz/nace-2.1'));
  expect(classes('se/sni-2025')).toEqual(classes('cz/nace-2.1'));
});
