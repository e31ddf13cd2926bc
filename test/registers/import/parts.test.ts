import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { zipText } from '../../../scripts/samples/files.ts';
import { lithuanianRows, registeredHeader, struckOffHeader } from '../../../scripts/samples/lt.ts';
import { writeRomanianFiles } from '../../../scripts/samples/ro.ts';
import { lt } from '../../../src/registers/countries/lt/register.ts';
import { ro } from '../../../src/registers/countries/ro/register.ts';
import { WrongFile } from '../../../src/registers/files/table.ts';
import { KeySet } from '../../../src/registers/layouts/key-set.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { folderOf, joinedCompanies } from '../../support/registers/joined-files.ts';

let ground: ImportGround;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());
afterEach(() => ground.query('TRUNCATE entity, tombstone, search_segment, import_run, register CASCADE'));

const lines = (isStruckOff: boolean) =>
  [
    isStruckOff ? struckOffHeader : registeredHeader,
    ...[...lithuanianRows(100)]
      .filter((row) => row.isStruckOff === isStruckOff)
      .map(({ cells }) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('|')),
    '',
  ].join('\n');
const [registered, struckOff] = [lines(false), lines(true)];

test('a source is the same as a folder, as an archive, as files by name, and packed one by one', async () => {
  const folder = await folderOf(ground, 'folder', {
    'JAR_IREGISTRUOTI.csv': registered,
    'jar_isregistruoti.CSV': struckOff,
    'readme.txt': 'not ours',
    '.hidden': '',
  });
  await mkdir(`${folder}/JAR_IREGISTRUOTI.csv.d`);
  expect(await ground.import(lt, folder)).toMatchObject({ added: 100, missing: [] });
  const state = await ground.state();
  expect(await ground.query('SELECT file FROM import_run')).toEqual([{ file: 'JAR_IREGISTRUOTI.csv, jar_isregistruoti.CSV' }]);
  expect(await ground.import(lt, folder)).toMatchObject({ sameFile: true });
  expect(
    await ground.import(lt, `${folder}/jar_isregistruoti.CSV`, { morePaths: [`${folder}/JAR_IREGISTRUOTI.csv`] }),
  ).toMatchObject({
    sameFile: true,
  });

  const archive = ground.path('both.zip');
  await zipText(archive, {
    'data/JAR_ISREGISTRUOTI.csv': () => [struckOff],
    'data/JAR_IREGISTRUOTI.csv': () => [registered],
    'data/readme.txt': () => ['x'],
  });
  expect(await ground.import(lt, archive)).toMatchObject({ unchanged: 100, added: 0, sameFile: false });
  await writeFile(ground.path('JAR_IREGISTRUOTI-2026-11-15.csv.gz'), gzipSync(registered));
  await zipText(ground.path('JAR_ISREGISTRUOTI.csv.zip'), { 'any name': () => [struckOff] });
  expect(
    await ground.import(lt, ground.path('JAR_IREGISTRUOTI-2026-11-15.csv.gz'), {
      morePaths: [ground.path('JAR_ISREGISTRUOTI.csv.zip')],
    }),
  ).toMatchObject({ unchanged: 100 });
  expect(await ground.state()).toBe(state);
  const hashes = await ground.query('SELECT DISTINCT sha256 FROM import_run');
  expect(hashes).toHaveLength(3);
});

test('one changed file of several is another source', async () => {
  const one = await folderOf(ground, 'one', { 'JAR_IREGISTRUOTI.csv': registered, 'JAR_ISREGISTRUOTI.csv': struckOff });
  await ground.import(lt, one);
  const shorter = struckOff.split('\n').toSpliced(-2, 1).join('\n');
  const other = await folderOf(ground, 'other', { 'JAR_IREGISTRUOTI.csv': registered, 'JAR_ISREGISTRUOTI.csv': shorter });
  expect(await ground.import(lt, other)).toMatchObject({ removed: 1, unchanged: 99 });
});

const bad = (name: string, files: Record<string, string>, message: RegExp) => [name, files, message] as const;
test.each([
  bad(
    'a missing file',
    { 'JAR_IREGISTRUOTI.csv': registered },
    /^Files of this register are missing: JAR_ISREGISTRUOTI\.csv\. Found: JAR_IREG/,
  ),
  bad(
    'an empty folder',
    {},
    /^Files of this register are missing: JAR_IREGISTRUOTI\.csv, JAR_ISREGISTRUOTI\.csv\. Found: nothing\.$/,
  ),
  bad(
    'two files for one part',
    { 'JAR_IREGISTRUOTI-1.csv': registered, 'JAR_IREGISTRUOTI-2.csv': registered, 'JAR_ISREGISTRUOTI.csv': struckOff },
    /^Several files could be JAR_IREGISTRUOTI\.csv: .*Name the right one alone\.$/,
  ),
  bad(
    'a header that lacks columns',
    { 'JAR_IREGISTRUOTI.csv': registered, 'JAR_ISREGISTRUOTI.csv': 'ja_kodas|x\n1|2\n' },
    /^JAR_ISREGISTRUOTI\.csv: This is not the file of this register: the header lacks "form_kodas", "ja_pavadinimas", "isreg_data"/,
  ),
  bad(
    'a file that is cut off',
    { 'JAR_IREGISTRUOTI.csv': registered.slice(0, -40), 'JAR_ISREGISTRUOTI.csv': struckOff },
    /^JAR_IREGISTRUOTI\.csv: The file is cut off/,
  ),
  bad('an empty file', { 'JAR_IREGISTRUOTI.csv': registered, 'JAR_ISREGISTRUOTI.csv': '' }, /JAR_ISREGISTRUOTI\.csv is empty/),
  bad(
    'other columns and no header',
    { 'JAR_IREGISTRUOTI.csv': '1|2|3\n', 'JAR_ISREGISTRUOTI.csv': struckOff },
    /^JAR_IREGISTRUOTI\.csv has neither its header nor the 10 columns that it usually has/,
  ),
])('%s is refused in one line, and nothing is touched', async (name, files, message) => {
  const refused = await ground.import(lt, await folderOf(ground, name, files)).catch((error) => error);
  expect(refused).toBeInstanceOf(WrongFile);
  expect(refused.message).toMatch(message);
  expect(refused.message).not.toContain('\n');
  expect(await ground.query('SELECT FROM import_run')).toEqual([]);
});

test('a file that is none of the register, and several files for a register of one, are refused', async () => {
  await ground.file('other.csv', 'a;b\n');
  await expect(ground.import(lt, ground.path('other.csv'))).rejects.toThrow(/other\.csv is none of the files of this register/);
  await expect(ground.import(lt, ground.path('nowhere'))).rejects.toThrow(/nowhere does not exist/);
});

test('a row that cannot be read is rejected without its text, for it may be about a person', async () => {
  const many = Array.from({ length: 150 }, (_, at) => `FIRMA SRL^0^J1/${at}/2000^SRL`);
  const later = (firm: string) => firm.replace('J1/', 'J2/');
  const files = (firms: string[]) => ({
    'OD_FIRME.CSV': ['DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA', ...firms, ''].join('\n'),
    'OD_STARE_FIRMA.CSV': 'COD_INMATRICULARE^COD\n',
  });
  // The form of the second was lost, so nobody knows that he is a person; and his name stands in a wrong column.
  const secrets = ['Ion Secret^0^F1/1/2000', '^Secret^J9/1/2000^'];
  const summary = await ground.import(ro, await folderOf(ground, 'unread', files([...many, ...many.map(later), ...secrets])));
  expect(summary).toMatchObject({
    read: 302,
    added: 300,
    rejected: 2,
    missing: ['OD_CAEN_AUTORIZAT.CSV', 'N_STARE_FIRMA.CSV', 'N_CAEN.CSV'],
  });
  const rejects = await readFile(summary.rejectsFile ?? '', 'utf8');
  expect(rejects).toMatch(/302,"OD_FIRME\.CSV: the record has 3 cells and the header 4",""/);
  expect(rejects).not.toContain('Secret');
});

test('a company with more rows than any can have is rejected, and what is served of it stays', async () => {
  const files = (states: number) => ({
    'OD_FIRME.CSV': `DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA\n${Array.from({ length: 120 }, (_, at) => `FIRMA SRL^0^J1/${at}/2000^SRL\n`).join('')}`,
    'OD_STARE_FIRMA.CSV': `COD_INMATRICULARE^COD\n${'J1/1/2000^1048\n'.repeat(states)}`,
  });
  await ground.import(ro, await folderOf(ground, 'few', files(1)));
  const summary = await ground.import(ro, await folderOf(ground, 'many', files(20_100)));
  expect(summary).toMatchObject({ rejected: 1, removed: 0, unchanged: 119 });
  expect(await readFile(summary.rejectsFile ?? '', 'utf8')).toMatch(/the company has too many rows/);
});

test('rows stay in their order, and hostile text comes through as it is', async () => {
  const odd = ['\\N', '\\.', 'a\tb', '\\', '日本', '😀', "';--", '"', ' '];
  const files = {
    'OD_FIRME.CSV': `DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA\n${odd.map((name, at) => `X${name}X^0^J1/${at}/2000^SRL\n`).join('')}`,
    'OD_STARE_FIRMA.CSV': `COD_INMATRICULARE^COD\n${odd.map((code) => `J1/0/2000^${code}\n`).join('')}J1/9/9^1084\n`,
  };
  const { companies } = await joinedCompanies(ground, ro, await folderOf(ground, 'odd', files));
  expect(companies.map(({ name }) => name)).toEqual(odd.map((name) => `X${name}X`));
  expect(companies[0]?.registry['statuses']).toEqual(odd.map((code) => ({ code: code.trim(), text: null })));
});

test('the samples of Romania come in again unchanged, and with the changes of the next edition', async () => {
  await writeRomanianFiles(ground.path('1.zip'), 600);
  await writeRomanianFiles(ground.path('2.zip'), 600, { edition: 2 });
  expect(await ground.import(ro, ground.path('1.zip'))).toMatchObject({ added: 600, persons: 60, rejected: 0 });
  const summary = await ground.import(ro, ground.path('2.zip'));
  expect(Math.min(summary.added, summary.changed, summary.removed)).toBeGreaterThan(0);
  expect(summary.unchanged).toBeGreaterThan(550);
});

test('a set of keys has all that was added, and nothing else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 300 }), fc.array(fc.string(), { maxLength: 300 }), (added, others) => {
      const keys = new KeySet();
      for (const key of added) keys.add(key);
      for (const key of added) expect(keys.has(key)).toBe(true);
      for (const key of others) expect(keys.has(key)).toBe(added.includes(key));
    }),
    { numRuns: 50 },
  );
  const keys = new KeySet();
  for (let at = 0; at < 200_000; at++) keys.add(`J${at}`);
  const found = Array.from({ length: 200_000 }, (_, at) => [keys.has(`J${at}`), keys.has(`F${at}`)]);
  expect(found.filter(([own]) => own)).toHaveLength(200_000);
  expect(found.filter(([, other]) => other)).toEqual([]);
});
