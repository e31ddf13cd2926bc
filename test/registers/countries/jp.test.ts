import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { japaneseColumns, jp } from '../../../src/registers/countries/jp/register.ts';
import { workingDayBefore } from '../../../src/registers/countries/jp/working-days.ts';
import { Removed } from '../../../src/registers/declaration/register.ts';
import { companiesOf } from '../../support/imports.ts';
import { only, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
type Fields = Partial<Record<(typeof japaneseColumns)[number], string>>;
const line = (fields: Fields) => `${japaneseColumns.map((column) => fields[column] ?? '').join(',')}\n`;
const small: Fields = { corporateNumber: '1130001011420', process: '01', name: '"鷺株式会社"', kind: '301', latest: '1' };

async function read(...rows: Fields[]) {
  await writeFile(path('jp.csv'), rows.map(line).join(''));
  return companiesOf(jp, path('jp.csv'));
}

test('a row becomes a company, with everything that it tells', async () => {
  expect(japaneseColumns).toHaveLength(30);
  const company = await read({
    sequenceNumber: '7',
    corporateNumber: '1130001011420',
    process: '71',
    correct: '1',
    updateDate: '2018-07-18',
    changeDate: '2015-10-05',
    name: '"鷺株式会社\n「支店」"',
    nameImageId: '00001',
    kind: '301',
    prefectureName: '"京都府"',
    cityName: '"京都市南区"',
    streetNumber: '"鷺町１１番地１"',
    prefectureCode: '26',
    cityCode: '107',
    postCode: '0018116',
    closeDate: '2020-01-31',
    closeCause: '11',
    successorCorporateNumber: '4010801014350',
    changeCause: '"合併"',
    assignmentDate: '2015-10-05',
    latest: '1',
    enName: '"Heron Co., Ltd."',
    enPrefectureName: '"Kyoto"',
    enCityName: '"11-1, Sagicho"',
    furigana: '"サギ"',
    hihyoji: '0',
  });
  expect(only(company)).toEqual({
    number: '1130001011420',
    name: '鷺株式会社\n「支店」',
    status: 'dissolved',
    legalForm: '株式会社',
    registeredAt: null,
    endedAt: '2020-01-31',
    endKind: 'merged',
    registry: {
      numberValid: true,
      kindCode: '301',
      assignedOn: '2015-10-05',
      processCode: '71',
      isCorrection: true,
      updatedOn: '2018-07-18',
      changedOn: '2015-10-05',
      changeCause: '合併',
      closedOn: '2020-01-31',
      closeCause: '11',
      successorNumber: '4010801014350',
      englishName: 'Heron Co., Ltd.',
      nameReading: 'サギ',
      nameImageId: '00001',
      isWithheldFromSearch: false,
      address: {
        prefecture: '京都府',
        city: '京都市南区',
        street: '鷺町１１番地１',
        prefectureCode: '26',
        cityCode: '107',
        postCode: '0018116',
        outsideJapan: null,
        imageId: null,
        outsideImageId: null,
      },
      englishAddress: { prefecture: 'Kyoto', city: '11-1, Sagicho', outsideJapan: null },
    },
    activities: [],
    registrations: [{ scheme: 'JP-JCN', number: '1130001011420', status: '11', validFrom: null, validTo: '2020-01-31' }],
  });
});

test.each([
  [{}, 'active'],
  [{ closeDate: '2020-01-31' }, 'dissolved'],
  [{ closeCause: '21' }, 'dissolved'],
])('%j is %s', async (fields, status) => {
  expect(only(await read({ ...small, ...fields }))).toMatchObject({ status });
});

test('rows of the past are left out, and a deleted company is removed', async () => {
  expect(await read({ ...small, latest: '0' })).toEqual([]);
  await writeFile(path('jp.csv'), line({ ...small, process: '99' }));
  const snapshot = await jp.open(path('jp.csv'));
  for await (const [row] of snapshot.batches)
    expect(row && 'cells' in row && snapshot.company(row)).toEqual(new Removed('1130001011420'));
});

test('the form in Shift_JIS is read too; a wrong check digit is noted', async () => {
  const shiftJis = Buffer.from('8de98a948eae89ef8ed0', 'hex');
  const [before, after] = line({ ...small, name: '@', corporateNumber: '2130001011420' }).split('@') as [string, string];
  await writeFile(path('sjis.csv'), Buffer.concat([Buffer.from(before), shiftJis, Buffer.from(after)]));
  expect(only(await companiesOf(jp, path('sjis.csv')))).toMatchObject({ name: '埼株式会社', registry: { numberValid: false } });
});

test.each([
  ['00_zenkoku_all_20260930.zip', { id: '2026-09-30' }],
  ['13_tokyo_all_20260930.csv', { id: '2026-09-30' }],
  ['diff_20260924.csv', { id: '2026-09-24', since: '2026-09-18' }],
  ['diff_20260230.csv', undefined],
  ['jp.csv', undefined],
])('%s is edition %j', async (name, edition) => {
  await writeFile(path(name), line(small));
  const snapshot = await jp.open(path(name));
  expect(snapshot.edition).toEqual(edition);
  await snapshot.close();
});

test.each([
  ['2026-11-02', '2026-10-30', 'a weekend'],
  ['2026-11-04', '2026-11-02', 'Culture Day'],
  ['2026-05-07', '2026-05-01', 'Constitution Day on a Sunday, which moves behind Children’s Day'],
  ['2026-09-24', '2026-09-18', 'a day between Respect for the Aged Day and the equinox'],
  ['2026-03-23', '2026-03-19', 'the equinox in spring'],
  ['2027-01-04', '2026-12-28', 'New Year'],
  ['2027-01-12', '2027-01-08', 'Coming of Age Day'],
])('before %s the last working day was %s: %s', (day, before) => {
  expect(workingDayBefore(day)).toBe(before);
});
