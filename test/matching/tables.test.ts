import { expect, test } from 'vitest';
import { wordsOf } from '../../src/companies/index.ts';
import { rowsOf } from '../../src/matching/names/tables.ts';

test.each([
  'known-names.csv',
  'legal-forms.csv',
  'places.csv',
  'proper-names.csv',
  'words.csv',
])('the phrases of %s are folded, as the words of names are that are looked for in them', (file) => {
  const phrases = rowsOf(file).flatMap((row) => row.phrases);
  expect(phrases.length).toBeGreaterThan(1_000);
  expect(phrases.filter((phrase) => phrase === '' || wordsOf(phrase).join(' ') !== phrase)).toEqual([]);
});
