import { afterAll, beforeAll, expect, test } from 'vitest';
import { lt } from '../../../src/registers/countries/lt/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { folderOf, joinedCompanies } from '../../support/registers/joined-files.ts';

let ground: ImportGround;
let folders = 0;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());

const registeredHeader =
  'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas|stat_kodas|stat_pavadinimas|stat_data_nuo|formavimo_data\n';
const struckOffHeader = 'ja_kodas|ja_pavadinimas|adresas|ja_reg_data|form_kodas|form_pavadinimas|isreg_data|formavimo_data\n';
const address = 'Vilnius, Gandrų g. 1';
const form = '310|Uždaroji akcinė bendrovė';
const row = (number: string, state = '0|Teisinis statusas neįregistruotas', day = '2026-05-27') =>
  `${number}|"Uždaroji ""Gandras"""|${address}|1991-04-25|${form}|${state}|2025-03-04|${day}\n`;
const goneRow = (number: string) => `${number}|UAB Gone|${address}|1991-04-15|${form}|2023-09-08|2026-05-27\n`;

const folder = (registered: string, struckOff = '') =>
  folderOf(ground, `lt-${folders++}`, {
    'JAR_IREGISTRUOTI.csv': `${registered.startsWith('ja_') ? '' : registeredHeader}${registered}`,
    'JAR_ISREGISTRUOTI.csv': struckOffHeader + struckOff,
  });
const read = async (registered: string, struckOff?: string) =>
  (await joinedCompanies(ground, lt, await folder(registered, struckOff))).companies;

test('a row becomes a company, with everything that it tells', async () => {
  expect(await read(row('300000005'))).toEqual([
    {
      number: '300000005',
      name: 'Uždaroji "Gandras"',
      status: 'active',
      legalForm: 'Uždaroji akcinė bendrovė',
      registeredAt: '1991-04-25',
      endedAt: null,
      registry: {
        numberValid: false,
        legalFormCode: '310',
        legalFormText: 'Uždaroji akcinė bendrovė',
        statusCode: '0',
        statusText: 'Teisinis statusas neįregistruotas',
        statusSince: '2025-03-04',
        struckOffOn: null,
        address: { full: address },
      },
      activities: [],
      registrations: [
        {
          scheme: 'LT-RC',
          number: '300000005',
          status: 'Teisinis statusas neįregistruotas',
          validFrom: '1991-04-25',
          validTo: null,
        },
      ],
    },
  ]);
});

test('who is struck off is dissolved, also where the other file still has the number', async () => {
  expect(await read(row('300000012', '9|Inicijuojamas likvidavimas'), goneRow('300000012') + goneRow('300000013'))).toMatchObject(
    [
      { number: '300000012', name: 'UAB Gone', status: 'dissolved', registry: { struckOffOn: '2023-09-08', statusCode: null } },
      { number: '300000013', status: 'dissolved', registrations: [{ validTo: '2023-09-08' }] },
    ],
  );
});

test('the legal status tells the status', async () => {
  const expected = {
    ...{ 0: 'active', 16: 'active', 30: 'active', 4: 'insolvent', 13: 'insolvent', 26: 'insolvent' },
    ...{ 7: 'winding_up', 9: 'winding_up', 11: 'dissolved', 99: 'unknown' },
  };
  const companies = await read(
    Object.keys(expected)
      .map((code) => row(`3000000${code.padStart(2, '0')}`, `${code}|x`))
      .join(''),
  );
  expect(Object.fromEntries(companies.map(({ registry, status }) => [registry['statusCode'], status]))).toEqual(expected);
});

test('the check digit is checked, where there is one', async () => {
  // The first sum of the third leaves 10, so the second sum counts.
  const expected = { '110003978': true, '110003979': false, '300000053': true, '300001280': true, '1234567': null };
  const companies = await read(
    Object.keys(expected)
      .map((number) => row(number))
      .join(''),
  );
  expect(Object.fromEntries(companies.map(({ number, registry }) => [number, registry['numberValid']]))).toEqual(expected);
});

test('a file without its header is read by its usual columns', async () => {
  const rows = row('300000012') + row('300000013');
  const bare = await folderOf(ground, 'bare', { 'JAR_IREGISTRUOTI.csv': rows, 'JAR_ISREGISTRUOTI.csv': struckOffHeader });
  expect((await joinedCompanies(ground, lt, bare)).companies.map(({ number }) => number)).toEqual(['300000012', '300000013']);
});

test('the day on which the file was made is no change of a company', async () => {
  const day = (date: string) => folder(row('300000012', undefined, date) + row('300000013', undefined, date));
  await ground.import(lt, await day('2026-05-27'));
  expect(await ground.import(lt, await day('2026-05-28'))).toMatchObject({ changed: 0, unchanged: 2, sameFile: false });
  const other = await folder(row('300000012', '7|Likviduojamas', '2026-05-28') + row('300000013', undefined, '2026-05-28'));
  expect(await ground.import(lt, other)).toMatchObject({ changed: 1 });
});
