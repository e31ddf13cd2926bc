import { readFile, stat, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeBelgianFiles } from '../../../scripts/samples/be.ts';
import { czechHeader } from '../../../scripts/samples/cz.ts';
import { writeEstonianFile } from '../../../scripts/samples/ee.ts';
import { finnishCompanies, listOf } from '../../../scripts/samples/fi.ts';
import { zipText } from '../../../scripts/samples/files.ts';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { japaneseCompanies, japaneseLine } from '../../../scripts/samples/jp.ts';
import { writeLithuanianFiles } from '../../../scripts/samples/lt.ts';
import { writeLatvianFile } from '../../../scripts/samples/lv.ts';
import { writeMoldovanWorkbook } from '../../../scripts/samples/md.ts';
import { writeNorwegianFile } from '../../../scripts/samples/no.ts';
import { be } from '../../../src/registers/countries/be/register.ts';
import { cz } from '../../../src/registers/countries/cz/register.ts';
import { ee } from '../../../src/registers/countries/ee/register.ts';
import { fi } from '../../../src/registers/countries/fi/register.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { jp } from '../../../src/registers/countries/jp/register.ts';
import { lt } from '../../../src/registers/countries/lt/register.ts';
import { lv } from '../../../src/registers/countries/lv/register.ts';
import { md } from '../../../src/registers/countries/md/register.ts';
import { no } from '../../../src/registers/countries/no/register.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { fileDateOf, isBefore } from '../../../src/registers/declaration/file-date.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

let ground: ImportGround;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

const days = async () => (await ground.query('SELECT file_date AS day FROM import_run ORDER BY ordinal')).map(({ day }) => day);
const britishFile = async (day: string, edition = 1) => {
  const path = ground.path(`BasicCompanyDataAsOneFile-${day}.csv`);
  await writeBritishFile(path, 50, { edition });
  return path;
};

test('an older file than what is served is refused with both days, unless that is allowed', async () => {
  await ground.import(gb, await britishFile('2026-10-01', 2));
  const before = await ground.state();
  const older = await britishFile('2026-09-01', 1);
  await expect(ground.import(gb, older)).rejects.toThrow(
    /^The file is of 2026-09-01, and what is served is of 2026-10-01: nothing was imported\. .* --allow-older\.$/,
  );
  expect(await ground.state()).toBe(before);
  expect(await ground.import(gb, older, { allowOlder: true })).toMatchObject({ fileDate: '2026-09-01', sameFile: false });
  expect(await ground.import(gb, await britishFile('2026-11-01', 3))).toMatchObject({ fileDate: '2026-11-01' });
  expect(await days()).toEqual(['2026-10-01', '2026-09-01', '2026-11-01']);
});

test('a file whose day is not known is taken, and the summary says so', async () => {
  await ground.import(gb, await britishFile('2026-10-01', 2));
  await writeBritishFile(ground.path('gb.csv'), 50, { edition: 3 });
  expect(await ground.import(gb, ground.path('gb.csv'))).toMatchObject({ fileDate: null, servedDate: '2026-10-01' });
  // What is served has no day now, but what was served before it has one.
  await expect(ground.import(gb, await britishFile('2026-09-01', 1))).rejects.toThrow(
    /^The file is of 2026-09-01, and a file of 2026-10-01 was imported before: nothing was imported\. .* --allow-older\.$/,
  );
  expect(await ground.import(gb, await britishFile('2026-11-01', 1))).toMatchObject({ fileDate: '2026-11-01', servedDate: null });
});

test('a full file before an update that is served is refused; the same day is not', async () => {
  const rows = [...japaneseCompanies(30)];
  const file = (name: string, from: number, to: number) =>
    zipText(ground.path(name), { 'a.csv': () => rows.slice(from, to).map(japaneseLine) });
  await file('00_zenkoku_all_20261022.zip', 0, 28);
  await file('diff_20261023.zip', 28, 30);
  await file('00_zenkoku_all_20261015.zip', 0, 27);
  await file('00_zenkoku_all_20261023.zip', 0, 30);
  await ground.import(jp, ground.path('00_zenkoku_all_20261022.zip'));
  await ground.import(jp, ground.path('diff_20261023.zip'));
  await expect(ground.import(jp, ground.path('00_zenkoku_all_20261015.zip'))).rejects.toThrow(
    /of 2026-10-15.*of 2026-10-23.*--allow-older/,
  );
  expect(await ground.import(jp, ground.path('00_zenkoku_all_20261023.zip'))).toMatchObject({ unchanged: 30 });
});

test('samples have no day: any real file takes their place', async () => {
  const { path, sourceUrl } = samples.find(({ register }) => register.id === 'gb') ?? expect.unreachable();
  await ground.import(gb, path, { sourceUrl });
  expect(await days()).toEqual([null]);
  expect(await ground.import(gb, await britishFile('2020-01-01'))).toMatchObject({ fileDate: '2020-01-01', servedDate: null });
});

test('every register says how the day of its file is known', () => {
  expect(registers.filter(({ dated }) => dated.length === 0)).toEqual([]);
});

test('a month is made a day by what is less sure, and is neither before nor after its days', async () => {
  const ways = registers.find(({ id }) => id === 'au')?.dated ?? [];
  const day = (packedOn?: string) => fileDateOf(ways, [{ name: 'x.csv', path: '/x/COMPANY_202611.zip', packedOn }], undefined);
  expect([await day(), await day('2026-11-14'), await day('2026-12-01')]).toEqual(['2026-11', '2026-11-14', '2026-11']);
  expect([isBefore('2026-11', '2026-11-14'), isBefore('2026-11-14', '2026-11'), isBefore('2026-10', '2026-11-01')]).toEqual([
    false,
    false,
    true,
  ]);
});

describe('the day of a file is known by', () => {
  test('a column', async () => {
    const row = (day: string) =>
      czechHeader.map((column) => ({ ICO: '00006947', FIRMA: '"X"', FORMA: '112', DATPLAT: day })[column] ?? '').join(',');
    const file = (name: string, day: string) => ground.file(name, [czechHeader.join(','), row(day), ''].join('\r\n'));
    expect(await ground.import(cz, await file('1.csv', '2026-10-31'))).toMatchObject({ fileDate: '2026-10-31' });
    await expect(ground.import(cz, await file('2.csv', '2026-10-15'))).rejects.toThrow(/of 2026-10-15.*of 2026-10-31/);
  });

  test('a column of several files', async () => {
    await writeLithuanianFiles(ground.path('jar.zip'), 20);
    const { fileDate } = await ground.import(lt, ground.path('jar.zip'));
    expect(fileDate).toMatch(/^2026-\d\d-\d\d$/);
  });

  test('a list among the files', async () => {
    await writeBelgianFiles(ground.path('kbo.zip'), 20);
    const { fileDate } = await ground.import(be, ground.path('kbo.zip'));
    expect(fileDate).toMatch(/^2026-\d\d-\d\d$/);
  });

  test('the title of a workbook', async () => {
    await writeMoldovanWorkbook(ground.path('md.xlsx'), 10, { generation: 2026 });
    expect(await ground.import(md, ground.path('md.xlsx'))).toMatchObject({ fileDate: '2026-09-14' });
  });

  test('a day that somebody put into the name', async () => {
    await writeLatvianFile(ground.path('register_20261024.csv'), 10);
    expect(await ground.import(lv, ground.path('register_20261024.csv'))).toMatchObject({ fileDate: '2026-10-24' });
    await writeLatvianFile(ground.path('register-2026-10-17.csv'), 10, { edition: 2 });
    await expect(ground.import(lv, ground.path('register-2026-10-17.csv'))).rejects.toThrow(/of 2026-10-17.*of 2026-10-24/);
  });

  test('the name of the packed file', async () => {
    await zipText(ground.path('all_companies.zip'), { 'data_20261024.json': () => listOf(finnishCompanies(5)) });
    expect(await ground.import(fi, ground.path('all_companies.zip'))).toMatchObject({ fileDate: '2026-10-24' });
  });

  test('the day on which it was packed', async () => {
    await writeEstonianFile(ground.path('ee.csv.zip'), 10);
    expect(await ground.import(ee, ground.path('ee.csv.zip'))).toMatchObject({ fileDate: '2026-09-14' });
    await writeNorwegianFile(ground.path('enheter.csv'), 10);
    const packed = gzipSync(await readFile(ground.path('enheter.csv')));
    await ground.file('unknown.csv.gz', packed);
    expect(await ground.import(no, ground.path('unknown.csv.gz'))).toMatchObject({ fileDate: null });
    // Bytes 4 to 7 of a gzipped file are the time of what is in it.
    packed.writeUInt32LE(Date.parse('2026-10-02T10:00:00Z') / 1000, 4);
    await ground.file('known.csv.gz', packed);
    expect(await ground.import(no, ground.path('known.csv.gz'))).toMatchObject({ fileDate: '2026-10-02' });
  });

  test('what the publisher said of it when it was downloaded', async () => {
    const path = ground.path('register.csv');
    await writeLatvianFile(path, 10);
    expect(await ground.import(lv, path)).toMatchObject({ fileDate: null });
    await writeLatvianFile(path, 10, { edition: 2 });
    const { size } = await stat(path);
    await writeFile(`${path}.json`, JSON.stringify({ url: 'http://x', lastModified: 'Sat, 24 Oct 2026 04:05:06 GMT', size }));
    expect(await ground.import(lv, path)).toMatchObject({ fileDate: '2026-10-24' });
    // The note is of another file.
    await writeLatvianFile(path, 11, { edition: 3 });
    expect(await ground.import(lv, path)).toMatchObject({ fileDate: null });
  });
});

describe('a file of the future is refused with both days, because every later file would be older', () => {
  const today = () => ground.now;
  const refusal = (day: string) => new RegExp(`^The file is of ${day}, and today is 2026-11-01: nothing was imported`);

  test('by the day in its name, up to which only tomorrow is left to time zones', async () => {
    await expect(ground.import(gb, await britishFile('2031-01-01'), { today })).rejects.toThrow(refusal('2031-01-01'));
    await expect(ground.import(gb, await britishFile('2026-11-03'), { today })).rejects.toThrow(refusal('2026-11-03'));
    expect(await days()).toEqual([]);
    expect(await ground.import(gb, await britishFile('2026-11-02'), { today })).toMatchObject({ fileDate: '2026-11-02' });
  });

  test('whatever option is given', async () => {
    const path = await britishFile('2031-01-01');
    const all = { today, allowOlder: true, allowShrink: true, allowChange: true, allowRemovals: true };
    await expect(ground.import(gb, path, all)).rejects.toThrow(refusal('2031-01-01'));
  });

  test('by a day in its content, which is known when all rows are read', async () => {
    const { path } = samples.find(({ register }) => register.id === 'cz') ?? expect.unreachable();
    const text = (await readFile(path, 'utf8')).replaceAll(/2026-\d\d-\d\d/g, '2031-01-01');
    await expect(ground.import(cz, await ground.file('res_data.csv', text), { today })).rejects.toThrow(refusal('2031-01-01'));
    expect(await ground.query('SELECT count(*)::int FROM entity')).toEqual([{ count: 0 }]);
  });

  test('by the month in its name', async () => {
    const au = registers.find(({ id }) => id === 'au') ?? expect.unreachable();
    const { path } = samples.find(({ register }) => register === au) ?? expect.unreachable();
    const named = async (name: string) => ground.file(name, await readFile(path));
    await expect(ground.import(au, await named('company_203101.csv'), { today })).rejects.toThrow(refusal('2031-01'));
    expect(await ground.import(au, await named('company_202611.csv'), { today })).toMatchObject({ sameFile: false });
  });

  test('and one that a clock ahead of time let in no longer stands in the way', async () => {
    await ground.import(gb, await britishFile('2026-09-01', 1));
    await ground.import(gb, await britishFile('2026-10-01', 2));
    await ground.query(`UPDATE import_run SET file_date = '2031-01-01' WHERE file_date = '2026-10-01'`);
    await expect(ground.import(gb, await britishFile('2026-08-01', 3), { today })).rejects.toThrow(
      /^The file is of 2026-08-01, and a file of 2026-09-01 was imported before/,
    );
    expect(await ground.import(gb, await britishFile('2026-10-15', 3), { today })).toMatchObject({ fileDate: '2026-10-15' });
  });
});
