import { expect, test } from 'vitest';
import { wordsOf } from '../../src/company/words.ts';
import { rowsOf, TableLoad } from '../../src/matching/names/tables.ts';

test.each([
  'known-names.csv',
  'legal-forms.csv',
  'places.csv',
  'proper-names.csv',
  'words.csv',
])('the phrases of %s are normalized, as the words of names are that are looked for in them', (file) => {
  const phrases = [...rowsOf(file)].flatMap((row) => row.phrases);
  expect(phrases.length).toBeGreaterThan(1_000);
  expect(phrases.filter((phrase) => phrase === '' || wordsOf(phrase).join(' ') !== phrase)).toEqual([]);
});

/** Reads two thousand rows, each of which takes a part of a millisecond. */
function slowTable(read: number[]): TableLoad {
  return new TableLoad(function* () {
    for (let row = 0; row < 2_000; row++) {
      for (const start = performance.now(); performance.now() - start < 0.05; );
      read.push(row);
      yield;
    }
  });
}
const allRows = Array.from({ length: 2_000 }, (_, row) => row);

test('others have their turn while a table is read', async () => {
  const read: number[] = [];
  const seen = new Set<number>();
  const look = setInterval(() => seen.add(read.length), 1);
  await slowTable(read).finishInTurns();
  clearInterval(look);
  expect(read).toEqual(allRows);
  expect(seen.size).toBeGreaterThan(3);
});

test('who cannot wait for a table that is being read reads the rest, and no row twice', async () => {
  const read: number[] = [];
  const table = slowTable(read);
  const all = table.finishInTurns();
  expect(read.length).toBeLessThan(2_000);
  table.finish();
  expect(read).toEqual(allRows);
  await all;
  expect(read).toEqual(allRows);
});
