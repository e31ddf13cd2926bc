import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exemplified } from '../../support/registers/examples.ts';

/** Files of every register, and the names of the columns where a file has no header. */
const otherFiles = ['legal-forms.csv', 'iso-20275.csv', 'states.csv', 'columns.csv'];

const listsIn = (folder: URL) => readdirSync(folder).filter((file) => file.endsWith('.csv') && !otherFiles.includes(file));

test.each(exemplified)('the examples of $id count the codes of every published list', ({ examples: { lists = {} }, folder }) => {
  expect(
    Object.keys(lists)
      .map((list) => `${list}.csv`)
      .toSorted(),
  ).toEqual(listsIn(folder).toSorted());
});

const lists = exemplified.flatMap(({ id, examples, folder }) =>
  Object.entries(examples.lists ?? {}).map(([list, counts]) => ({ id, list, counts, folder })),
);

test.each(lists)('$id/$list has every code once, in order, with a label', ({ list, counts, folder }) => {
  const text = readFileSync(new URL(`${list}.csv`, folder), 'utf8');
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
