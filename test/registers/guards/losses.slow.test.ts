import { afterEach, beforeEach, expect, test } from 'vitest';
import { britishCompanies, britishHeader, writeBritishFile } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

let ground: ImportGround;
let files = 0;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

const file = (rows: readonly (readonly string[])[]) =>
  ground.file(
    `${files++}.csv`,
    [britishHeader, ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')), ''].join('\r\n'),
  );
const renamed = (row: readonly string[]) => [`${row[0]} II`, ...row.slice(1)];

test('a file of other companies is refused, however many it has', async () => {
  const rows = [...britishCompanies(1_000)];
  await ground.import(gb, await file(rows));
  const before = await ground.state();
  const [kept = []] = rows;
  const others = [
    kept,
    ...[...britishCompanies(1_200, { seed: 99 })].filter(([, number]) => !rows.some((row) => row[1] === number)),
  ];
  const path = await file(others);
  await expect(ground.import(gb, path)).rejects.toThrow(
    /^The file lacks 999 of the 1000 companies that are served, over 10 %, such as (?:\w{8} .+; ){2}\w{8} .+: nothing was imported\. .*--allow-shrink\.$/,
  );
  expect(await ground.state()).toBe(before);
  expect(await ground.import(gb, path, { allowShrink: true })).toMatchObject({ removed: 999, added: others.length - 1 });
});

test('a file that changes over half of the records is refused with three of them, unless that is allowed', async () => {
  const rows = [...britishCompanies(100)];
  await ground.import(gb, await file(rows));
  const before = await ground.state();
  const path = await file(rows.map((row, place) => (place < 51 ? renamed(row) : row)));
  await expect(ground.import(gb, path)).rejects.toThrow(
    /^The file changes 51 of the 100 companies that are served, over 50 %, such as (?:\w{8} .+; ){2}\w{8} .+: nothing was imported\. .*--allow-change\. Of the changed ones: .*$/,
  );
  expect(await ground.state()).toBe(before);
  expect(await ground.import(gb, path, { allowChange: true })).toMatchObject({ changed: 51 });
  expect(
    await ground.import(gb, await file(rows.map((row, place) => (place < 1 ? row : place < 51 ? renamed(row) : row)))),
  ).toMatchObject({
    changed: 1,
  });
  const half = rows.map((row, place) => (place < 50 ? row.with(4, '1 New Street') : place < 51 ? renamed(row) : row));
  expect(await ground.import(gb, await file(half)), 'half of them may change').toMatchObject({ changed: 50 });
});

test('both are said at once', async () => {
  const rows = [...britishCompanies(100)];
  await ground.import(gb, await file(rows));
  await expect(ground.import(gb, await file(rows.slice(30).map(renamed)))).rejects.toThrow(
    /lacks 30 of the 100 .*changes 70 of the 100 .*--allow-shrink --allow-change\. Of the changed ones: 70 of them differ only in CompanyName\.$/,
  );
});

test('a new mapping of ours is no reason to refuse, but what the source changed at the same time is', async () => {
  const rows = [...britishCompanies(100)];
  await ground.import(gb, await file(rows));
  expect(await ground.import({ ...gb, revision: 50 }, await file(rows.toReversed()))).toMatchObject({ changed: 100 });
  await expect(ground.import({ ...gb, revision: 51 }, await file(rows.map(renamed)))).rejects.toThrow(/changes 100 of the 100/);
});

test('samples guard nothing: a real file takes their place, unasked', async () => {
  const { path, sourceUrl } = samples.find(({ register }) => register.id === 'gb') ?? expect.unreachable();
  await ground.import(gb, path, { sourceUrl });
  await writeBritishFile(ground.path('gb.csv'), 20, { seed: 5 });
  await ground.import(gb, ground.path('gb.csv'));
  expect(await ground.query('SELECT count(*)::int FROM entity')).toEqual([{ count: 20 }]);
});

test('a few records are judged by their number alone, as losses of a small register say little', async () => {
  const rows = [...britishCompanies(9)];
  await ground.import(gb, await file(rows));
  expect(await ground.import(gb, await file(rows.map(renamed)))).toMatchObject({ changed: 9 });
  await expect(ground.import(gb, await file(rows.slice(0, 7)))).rejects.toThrow(/--allow-shrink/);
});

test('no name of a person is among the examples: a refusal is logged and stored', async () => {
  const rows = [...britishCompanies(100)];
  const register = { ...gb, persons: [{ fields: ['/canonicalName'], columns: ['CompanyName'], when: /^sole trader$/ }] };
  await ground.import(register, await file(rows));
  await expect(ground.import(register, await file(rows.slice(30).map(renamed)))).rejects.toThrow(
    /such as (?:\w{8}; ){2}\w{8}, and changes 70 .* such as (?:\w{8}; ){2}\w{8}: nothing was imported/,
  );
});

test('a name or the header is no number, also where nothing is served yet', async () => {
  const rows = [...britishCompanies(200)];
  const swapped = rows.map(([name = '', number = '', ...more]) => [number, name.replaceAll(/\d/g, 'X'), ...more]);
  await expect(ground.import(gb, await file(swapped))).rejects.toThrow(/^200 of 200 rows were rejected, over 1 %/);
  const header = britishHeader.split(',');
  expect(await ground.import(gb, await file([...rows.slice(0, 100), header, ...rows.slice(100)]))).toMatchObject({
    added: 200,
    rejected: 1,
  });
});
