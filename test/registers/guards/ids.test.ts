import { afterEach, beforeEach, expect, test } from 'vitest';
import { britishCompanies, britishHeader } from '../../../scripts/samples/gb.ts';
import { irishHeader } from '../../../scripts/samples/ie.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { ie } from '../../../src/registers/countries/ie/register.ts';
import { lt } from '../../../src/registers/countries/lt/register.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { folderOf } from '../../support/registers/joined-files.ts';

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
const rows = [...britishCompanies(40)].map(([name = '', , ...rest], place) => [
  name,
  String(place + 1).padStart(8, '0'),
  ...rest,
]);
/** As a spreadsheet saves it. */
const bare = rows.map(([name = '', number = '', ...rest]) => [name, number.replace(/^0+/, ''), ...rest]);
const ids = async () =>
  new Map((await ground.query('SELECT id, number FROM entity')).map(({ id, number }) => [Number(number), id as string]));
test('a file that was saved without leading zeros leaves every id as it was', async () => {
  await ground.import(gb, await file(rows));
  const before = await ids();
  await ground.import(gb, await file(bare), { allowChange: true });
  expect(await ids()).toEqual(before);
  expect(await ground.query('SELECT FROM tombstone')).toEqual([]);
  expect((await ground.query('SELECT sum(size)::int AS size FROM search_segment'))[0].size).toBe(40);
});

test('two spellings of a number are one company, and the repetition is told, by a first import as by a later one', async () => {
  const double = [...rows, ...bare.slice(0, 2)];
  const expected = { added: 40, repeated: { rows: 2, numbers: 2, examples: ['00000001 (also 1)', '00000002 (also 2)'] } };
  expect(await ground.import(gb, await file(double))).toMatchObject(expected);
  expect(await ids()).toHaveProperty('size', 40);
  expect(await ground.import(gb, await file([...double, bare[3] ?? []]))).toMatchObject({
    removed: 0,
    added: 0,
    repeated: { rows: 3 },
  });
});

test('two spellings in a register with several rows for a company are rows of one', async () => {
  const row = (number: string, name: string) =>
    irishHeader.map((column) => ({ company_num: number, company_name: name, company_status: 'Normal' })[column] ?? '').join(',');
  const text = [irishHeader.join(','), row('012345', 'ONE LIMITED'), row('99', 'OTHER LIMITED'), row('12345', 'ONE LIMITED'), ''];
  await ground.import(ie, await ground.file('ie.csv', text.join('\n')));
  expect(await ground.query('SELECT FROM entity')).toHaveLength(2);
});

test('two rows of a company in one of several files are one, and the repetition is told', async () => {
  const header = 'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas';
  const row = (number: string, name: string) => `${number}|${name}|Vilnius|1991-04-25|310|UAB|0|x|2025-03-04`;
  const names = [row('110003978', 'UAB A'), row('110004006', 'UAB B'), row('110003978', 'UAB A 2')];
  const folder = await folderOf(ground, 'lt', {
    'JAR_IREGISTRUOTI.csv': [`${header}|stat_kodas|stat_pavadinimas|stat_data_nuo`, ...names, ''].join('\n'),
    // A company that is in both files, which may be of different days, is no repetition.
    'JAR_ISREGISTRUOTI.csv': `${header}|isreg_data\n110004006|UAB B|Vilnius|1991-04-25|310|UAB|2025-03-04\n`,
  });
  const repeated = { rows: 1, numbers: 1, examples: ['110003978'] };
  expect(await ground.import(lt, folder)).toMatchObject({ added: 2, repeated });
  expect(await ground.query('SELECT repeated FROM import_run')).toEqual([{ repeated: 1 }]);
  expect(await ground.query("SELECT canonical_name AS name FROM entity WHERE number = '110003978'")).toEqual([
    { name: 'UAB A 2' },
  ]);
});

test('numbers that differ are different companies, whatever stands between their digits', async () => {
  const ro = registers.find(({ id }) => id === 'ro') ?? expect.unreachable();
  expect(ro.idNumber?.('J1/11/1992')).not.toBe(ro.idNumber?.('J11/1/1992'));
  expect(ro.idNumber?.('j1 / 11/1992')).toBe('J1/11/1992');
});
