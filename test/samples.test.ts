import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { committed, samples } from '../scripts/make-samples.ts';
import { australianCompanies } from '../scripts/samples/au.ts';
import { czechUnits } from '../scripts/samples/cz.ts';
import type { RegisterOptions } from '../scripts/samples/editions.ts';
import { estonianCompanies } from '../scripts/samples/ee.ts';
import { finnishCompanies } from '../scripts/samples/fi.ts';
import { frenchUnits } from '../scripts/samples/fr.ts';
import { britishCompanies, writeBritishFile } from '../scripts/samples/gb.ts';
import { irishCompanies } from '../scripts/samples/ie.ts';
import { japaneseCompanies } from '../scripts/samples/jp.ts';
import { lithuanianRows } from '../scripts/samples/lt.ts';
import { latvianCompanies } from '../scripts/samples/lv.ts';
import { type Generation, moldovanCompanies, moldovanHeaders, writeMoldovanWorkbook } from '../scripts/samples/md.ts';
import { norwegianEntities } from '../scripts/samples/no.ts';
import { swedishCompanies } from '../scripts/samples/se.ts';
import { slovakEntities } from '../scripts/samples/sk.ts';
import { javaNumber } from '../scripts/samples/workbook.ts';
import { registers as known } from '../src/registers/countries/registers.ts';
import type { Register } from '../src/registers/declaration/register.ts';
import { samples as files } from '../src/registers/import/samples.ts';
import { companiesOf } from './support/imports.ts';

/** The folder of a sample is the register. */
const registerOf = (path: string): Register => known.find(({ id }) => path.startsWith(`${id}/`)) as Register;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** What is in a file, by the names of its members. How well it is packed differs between builds of zlib, and says nothing. */
async function unpacked(path: string): Promise<Map<string, Buffer>> {
  const bytes = await readFile(path);
  if (path.endsWith('.gz')) return new Map([['', gunzipSync(bytes)]]);
  if (!/\.(zip|xlsx)$/.test(path)) return new Map([['', bytes]]);
  const members = new Map<string, Buffer>();
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const { lastModFileDate, lastModFileTime } = entry;
    members.set(`${entry.fileName} ${lastModFileDate} ${lastModFileTime}`, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return members;
}

async function textOf(path: string, member = ''): Promise<string> {
  for (const [name, bytes] of await unpacked(path)) if (name.startsWith(member)) return bytes.toString('utf8');
  throw new Error(`${path} has no ${member}`);
}

/** The records of a CSV text: a line break inside quotes does not end one. */
const records = (text: string): string[] => text.match(/(?:"[^"]*"|[^"\n])+\n/g) ?? [];

describe('the committed samples', () => {
  test.each(samples)('$path is what its generator writes', async ({ path, companies, write }) => {
    const again = join(folder, path);
    await write(again, companies);
    const [expected, found] = [await unpacked(again), await unpacked(committed(path))];
    expect([...found.keys()]).toEqual([...expected.keys()]);
    for (const [name, bytes] of found)
      expect(bytes.equals(expected.get(name) as Buffer), `${path} ${name}: run make-samples`).toBe(true);
  });

  test.each(samples)('$path comes out with the same bytes every time', async ({ path, companies, write }) => {
    const [first, second] = await Promise.all(
      ['first', 'second'].map(async (run) => {
        await write(join(folder, run, path), companies);
        return readFile(join(folder, run, path));
      }),
    );
    expect(first?.equals(second as Buffer)).toBe(true);
  });

  // Those of several files are joined by an import; their own tests count them.
  test.each(samples.filter(({ path }) => !registerOf(path).parts))('$path has its $companies companies', async ({
    path,
    companies,
  }) => {
    expect(await companiesOf(registerOf(path), committed(path))).toHaveLength(companies);
  });

  test('the workbook has a title, a header, 500 companies and their count', async () => {
    const sheet = await textOf(committed('md/company_2026.09.14.xlsx'), 'xl/worksheets/sheet1.xml');
    expect(sheet.match(/<row /g)).toHaveLength(2 + 500 + 1);
    expect(sheet).toMatch(/<row r="1"><c r="D1" s="0" t="str"><f>[^<]+<\/f><v>[^<]+\(starea pînă la 14\.09\.2026\)<\/v>/);
    expect(sheet).toMatch(/<row r="503"><c r="A503" s="0" t="n"><v>500\.0<\/v><\/c><\/row><\/sheetData>/);
  });

  test.each(files)('of $register.id is small', async ({ path }) => {
    expect((await stat(path)).size).toBeLessThan(300_000);
  });
});

describe('the formats', () => {
  test('the British header has the 55 documented names, with their spaces', async () => {
    const [header] = (await textOf(committed('gb/BasicCompanyDataAsOneFile-2026-11-01.csv'))).split('\r\n');
    const address = ['CareOf', 'POBox', 'AddressLine1', ' AddressLine2', 'PostTown', 'County', 'Country', 'PostCode'];
    const previous = Array.from({ length: 10 }, (_, at) => [
      `${at === 1 ? ' ' : ''}PreviousName_${at + 1}.CONDATE`,
      ` PreviousName_${at + 1}.CompanyName`,
    ]);
    expect(header?.split(',')).toEqual([
      'CompanyName',
      ' CompanyNumber',
      ...address.map((name) => (name.startsWith(' ') ? ` RegAddress.${name.trim()}` : `RegAddress.${name}`)),
      ...['CompanyCategory', 'CompanyStatus', 'CountryOfOrigin', 'DissolutionDate', 'IncorporationDate'],
      ...['AccountRefDay', 'AccountRefMonth', 'NextDueDate', 'LastMadeUpDate', 'AccountCategory'].map(
        (name) => `Accounts.${name}`,
      ),
      ...['Returns.NextDueDate', 'Returns.LastMadeUpDate'],
      ...['NumMortCharges', 'NumMortOutstanding', 'NumMortPartSatisfied', 'NumMortSatisfied'].map((name) => `Mortgages.${name}`),
      ...[1, 2, 3, 4].map((at) => `SICCode.SicText_${at}`),
      ...['LimitedPartnerships.NumGenPartners', 'LimitedPartnerships.NumLimPartners', 'URI'],
      ...previous.flat(),
      ...['ConfStmtNextDueDate', ' ConfStmtLastMadeUpDate'],
    ]);
    expect(header?.split(',')).toHaveLength(55);
  });

  test.each([
    ['gb', britishCompanies, 55],
    ['no', norwegianEntities, 54],
    ['ee', estonianCompanies, 17],
    ['lv', latvianCompanies, 21],
    ['cz', czechUnits, 25],
    ['fr', frenchUnits, 35],
    ['ie', irishCompanies, 21],
    ['jp', japaneseCompanies, 30],
    ['se', swedishCompanies, 11],
  ] as const)('every row of %s has as many fields as its header', (_, companies, fields) => {
    for (const row of companies(1000)) expect(row).toHaveLength(fields);
  });

  test('the Estonian text begins with the byte order mark', async () => {
    expect(await textOf(committed('ee/ettevotja_rekvisiidid__lihtandmed.csv.zip'))).toMatch(/^\uFEFFnimi;ariregistri_kood;/);
  });

  test('Norwegian fields hold line breaks, and addresses a literal /n', async () => {
    const text = await textOf(committed('no/enheter.csv.gz'));
    expect(text.split('\n').length).toBeGreaterThan(records(text).length + 50);
    expect(text).toMatch(/"c\/o [^"]+\/n[^"]+"/);
  });

  test.each([2017, 2023, 2026] as Generation[])('the workbook of %i has its columns', async (generation) => {
    const path = join(folder, `${generation}.xlsx`);
    await writeMoldovanWorkbook(path, 20, { generation });
    const strings = await textOf(path, 'xl/sharedStrings.xml');
    for (const column of moldovanHeaders[generation]) expect(strings).toContain(`>${column}<`);
    const idno = generation === 2026 ? /<c r="A3" s="0" t="n"><v>1\.0\d+E12<\/v>/ : /<c r="A3" s="0" t="s">/;
    expect(await textOf(path, 'xl/worksheets/sheet1.xml')).toMatch(idno);
    expect(strings.includes('lichidată')).toBe(generation === 2017);
  });

  test.each([
    [0, '0.0'],
    [353628, '353628.0'],
    [1003602023531, '1.003602023531E12'],
    [1020613894930, '1.02061389493E12'],
    [20000000, '2.0E7'],
  ])('Java prints %i as %s', (value, text) => {
    expect(javaNumber(value)).toBe(text);
  });

  test('Moldovan numbers have right check digits, but for a few', () => {
    const numbers = [...moldovanCompanies(500)].map(({ idno }) => idno);
    const long = numbers.filter((idno) => idno.length === 13);
    const right = long.filter((idno) => {
      const weights = [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1];
      return weights.reduce((sum, weight, place) => sum + weight * Number(idno[place]), 0) % 10 === Number(idno[12]);
    });
    expect(numbers.filter((idno) => /^\d{6}$/.test(idno)).length).toBe(numbers.length - long.length);
    expect(long.length).toBeLessThan(numbers.length);
    expect(right.length).toBeLessThan(long.length);
    expect(right.length).toBeGreaterThan(long.length * 0.95);
  });
});

/** The companies of a register as [number, everything], whichever register it is. */
type Companies = (count: number, options?: RegisterOptions) => [number: string, text: string][];
const csv =
  (rows: (count: number, options?: RegisterOptions) => Iterable<string[]>, numberColumn: number): Companies =>
  (count, options) =>
    Array.from(rows(count, options), (row) => [row[numberColumn] as string, row.join('|')]);

const registers: [country: string, companies: Companies][] = [
  ['md', (count, options) => Array.from(moldovanCompanies(count, options), (company) => [company.idno, JSON.stringify(company)])],
  ['gb', csv(britishCompanies, 1)],
  ['no', csv(norwegianEntities, 0)],
  ['ee', csv(estonianCompanies, 1)],
  ['lv', csv(latvianCompanies, 0)],
  ['cz', csv(czechUnits, 0)],
  ['fr', csv(frenchUnits, 0)],
  ['ie', csv(irishCompanies, 0)],
  ['jp', csv(japaneseCompanies, 1)],
  ['se', csv(swedishCompanies, 0)],
  ['au', (count, options) => Array.from(australianCompanies(count, options), (rows) => [rows[0]?.[1] ?? '', rows.join('|')])],
  [
    'fi',
    (count, options) => Array.from(finnishCompanies(count, options), (one) => [one.businessId?.value ?? '', JSON.stringify(one)]),
  ],
  [
    'sk',
    (count, options) =>
      Array.from(slovakEntities(count, options), (one) => [one.identifiers[0]?.value ?? '', JSON.stringify(one)]),
  ],
  [
    'lt',
    (count, options) =>
      Array.from(lithuanianRows(count, options), ({ cells }) => [cells[0] as string, cells.slice(0, -1).join('|')]),
  ],
];

describe.each(registers)('the generator of %s', (_, companies) => {
  const first = new Map(companies(5000));

  test('gives a company the same number whatever the size, and no number twice', () => {
    expect(first.size).toBe(5000);
    expect(companies(700)).toEqual([...first].slice(0, 700));
    expect(companies(700, { seed: 2 })).not.toEqual([...first].slice(0, 700));
  });

  test('loses 1%, changes 2% and gains 1% in the next edition', () => {
    const later = companies(5000, { edition: 2 });
    const next = new Map(later);
    const vanished = [...first.keys()].filter((number) => !next.has(number)).length;
    const arrived = [...next.keys()].filter((number) => !first.has(number)).length;
    const changed = [...next].filter(([number, text]) => first.has(number) && first.get(number) !== text).length;
    expect(next.size).toBe(later.length);
    expect(arrived).toBe(50);
    expect(Math.abs(vanished - 50)).toBeLessThan(25);
    expect(Math.abs(changed - 100)).toBeLessThan(35);
  });

  test('spoils rows when asked', () => {
    const spoilt = companies(300, { faultEvery: 100 });
    expect(spoilt).toHaveLength(303);
    expect(spoilt[100]).toEqual(spoilt[99]);
    expect(spoilt[201]?.[0]).toBe('');
  });
});

test('a large file is written in pieces', async () => {
  const path = join(folder, 'large.csv');
  await writeBritishFile(path, 3000);
  let lines = 0;
  for await (const piece of createReadStream(path, 'utf8')) lines += (piece as string).split('\r\n').length - 1;
  expect(lines).toBe(3001);
});
