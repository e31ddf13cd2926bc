import { afterEach, beforeEach, expect, test } from 'vitest';
import { britishCompanies, britishHeader } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

/* A company whose row is in the file is never removed, however its row is spoilt. */

let ground: ImportGround;
let files = 0;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

const lineOf = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
const file = (lines: readonly string[]) => ground.file(`${files++}.csv`, [britishHeader, ...lines, ''].join('\r\n'));
const gone = async () => (await ground.query('SELECT number FROM tombstone ORDER BY number')).map(({ number }) => number);

/** 800 companies, of which the last one is really gone in the next file. */
const rows = [...britishCompanies(801)];
const removed = rows.at(-1)?.[1];
const lines = rows.map(lineOf);

/** The next file, with some lines spoilt. */
const spoiltFile = (ways: readonly ((line: string) => string)[]) =>
  file(lines.slice(0, -1).map((line, place) => (place % 100 === 50 ? (ways[(place - 50) / 100]?.(line) ?? line) : line)));

const spoilt: Record<string, (line: string) => string> = {
  'a NUL in the number': (line) => line.replace(/^("[^"]*","...)/, '$1\0\0'),
  'a NUL in a name': (line) => line.replace('"', '"\0'),
  'a quote that is never closed': (line) => line.replace(/","Private/, '",Private').replace('",', ','),
  'a quote in the middle of a cell': (line) => line.replace(/^"(...)/, '"$1"'),
  'a cell of 1 MB before the number': (line) => line.replace('"', `"${'x'.repeat(1_100_000)}`),
  'a cell of 1 MB behind the number': (line) => line.replace(/"$/, `${'x'.repeat(1_100_000)}"`),
  'a cell too many': (line) => `${line},"x"`,
  'a cell too few': (line) => line.slice(0, line.lastIndexOf(',')),
};

test('a company whose row is rejected stays, if the number is anywhere in the row, and what is really gone goes', async () => {
  await ground.import(gb, await file(lines));
  const summary = await ground.import(gb, await spoiltFile(Object.values(spoilt)));
  expect(await gone()).toEqual([removed]);
  expect(summary).toMatchObject({ rejected: Object.keys(spoilt).length, removed: 1, heldBack: 0 });
});

const unreadable: Record<string, (line: string) => string> = {
  'a number that is missing': (line) => line.replace(/^("[^"]*",")[^"]*/, '$1'),
  'a cell too many in the number': (line) => line.replace(/^("[^"]*","...)/, '$1","'),
  'a cell that is too long to be read to its end': (line) => line.replace('"', `"${'x'.repeat(9_000_000)}`),
};

test('if the number of a rejected row cannot be read, nothing is removed until a file is whole again', async () => {
  await ground.import(gb, await file(lines));
  for (const [name, spoil] of Object.entries(unreadable)) {
    const summary = await ground.import(gb, await spoiltFile([spoil]));
    // The company of the rejected row and the one that is really gone.
    expect(summary, name).toMatchObject({ rejected: 1, removed: 0, heldBack: 2, unreadRows: 1 });
  }
  expect(await gone()).toEqual([]);
  expect(await ground.query('SELECT held_back, removed FROM import_run ORDER BY ordinal DESC LIMIT 1')).toEqual([
    { held_back: 2, removed: 0 },
  ]);
  expect(await ground.import(gb, await file(lines.slice(0, -1)))).toMatchObject({ removed: 1, heldBack: 0 });
  expect(await gone()).toEqual([removed]);
});

test('an operator can have what was held back removed, also by the same file', async () => {
  await ground.import(gb, await file(lines));
  const path = await file([...lines.slice(0, -1), lines[5]?.replace(/^("[^"]*",")[^"]*/, '$1') ?? '']);
  expect(await ground.import(gb, path)).toMatchObject({ removed: 0, heldBack: 1 });
  expect(await ground.import(gb, path)).toMatchObject({ sameFile: true });
  expect(await ground.import(gb, path, { allowRemovals: true })).toMatchObject({ removed: 1, heldBack: 0 });
});

test('two quotes that hide whole rows between them hide no company', async () => {
  await ground.import(gb, await file(lines.map((line) => line.replaceAll('"', '').replaceAll(', ', ' '))));
  const plain = lines.map((line) => line.replaceAll('"', '').replaceAll(', ', ' '));
  const hidden = plain.map((line, at) => (at === 100 ? `"${line}` : at === 102 ? line.replace(',', '",') : line));
  expect(await ground.import(gb, await file(hidden))).toMatchObject({ removed: 0 });
});

test('two rows without a line break between them are two companies, of which the second has no number that can be read', async () => {
  await ground.import(gb, await file(lines));
  const glued = [...lines.slice(0, 10), `${lines[10]}${lines[11]}`, ...lines.slice(12, -1)];
  expect(await ground.import(gb, await file(glued))).toMatchObject({ rejected: 1 });
  expect((await gone()).filter((number) => number !== removed)).toEqual([]);
});

test('the header in the middle of the file holds nothing back', async () => {
  await ground.import(gb, await file(lines));
  const summary = await ground.import(gb, await file([...lines.slice(0, 100), britishHeader, ...lines.slice(100, -1)]));
  expect(summary).toMatchObject({ rejected: 1, removed: 1, heldBack: 0 });
});
