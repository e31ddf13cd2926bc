import { mkdir, rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { zipText } from '../../../scripts/samples/files.ts';
import { statisticsHeader, swedishHeader } from '../../../scripts/samples/se.ts';
import { se } from '../../../src/registers/countries/se/register.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';

let ground: ImportGround;
beforeEach(async () => {
  ground = await importGround();
});
afterEach(() => ground.close());

const row = (number: string) =>
  `"${swedishHeader.map((column) => ({ organisationsidentitet: `${number}$ORGNR-IDORG`, namnskyddslopnummer: '1', organisationsnamn: `Häger ${number}$FORETAGSNAMN-ORGNAM$1985-10-01`, organisationsform: 'AB-ORGFO' })[column] ?? '').join('";"')}"\n`;
const numbers = Array.from({ length: 12 }, (_, at) => `55600000${String(at).padStart(2, '0')}`);
const own = (name = 'bolagsverket_bulkfil.zip', more = '') =>
  zipText(ground.path(name), { 'bolagsverket_bulkfil.txt': () => [`${swedishHeader.join(';')}\n`, ...numbers.map(row), more] });
const statistics = (name = 'scb_bulkfil.zip', header: readonly string[] = statisticsHeader, more: Record<string, string> = {}) =>
  zipText(ground.path(name), {
    'scb_bulkfil_JE_20261024T050101_51.txt': () => [
      `${header.join('\t')}\n`,
      ...numbers.map((number) => {
        const cells: Record<string, string> = { PeOrgNr: `16${number}`, Ng1: '62100', ...more };
        return `${header.map((column) => cells[column] ?? '').join('\t')}\n`;
      }),
    ],
  });
const withActivities = async () => (await ground.query('SELECT FROM entity WHERE cardinality(unlicensed) > 0')).length;

test('the folder as it is published is found: two zips, beside each other or in folders of their own', async () => {
  await mkdir(ground.path('se/bolagsverket'), { recursive: true });
  await mkdir(ground.path('se/scb'), { recursive: true });
  await own('se/bolagsverket_bulkfil.zip');
  await statistics('se/scb_bulkfil.zip');
  expect(await ground.import(se, ground.path('se'))).toMatchObject({ added: 12, missing: [], fileDate: '2026-09-14' });
  expect(await withActivities()).toBe(12);
  await own('se/bolagsverket_bulkfil.zip', row('5560000099'));
  for (const one of ['bolagsverket', 'scb'])
    await rename(ground.path(`se/${one}_bulkfil.zip`), ground.path(`se/${one}/${one}_bulkfil.zip`));
  expect(await ground.import(se, ground.path('se'))).toMatchObject({ added: 1, missing: [] });
});

test('what an optional file gave before is not dropped, unless that is said', async () => {
  await own();
  await statistics();
  await ground.import(se, ground.path('bolagsverket_bulkfil.zip'), { morePaths: [ground.path('scb_bulkfil.zip')] });
  const before = await ground.state();
  await own('alone.zip', row('5560000099'));
  await expect(ground.import(se, ground.path('alone.zip'))).rejects.toThrow(
    /^scb_bulkfil\.txt is not among the files, but what is served has it: nothing was imported\. .*--without scb_bulkfil\.$/,
  );
  expect(await ground.state()).toBe(before);
  await expect(ground.import(se, ground.path('alone.zip'), { without: ['sbc'] })).rejects.toThrow(
    /no optional file sbc.*scb_bulkfil/,
  );
  expect(await ground.import(se, ground.path('alone.zip'), { without: ['scb'] })).toMatchObject({ changed: 12, added: 1 });
  expect(await withActivities()).toBe(0);
  // It is not served any more, so nobody asks again; and it comes back like anything new.
  await own('again.zip');
  await ground.import(se, ground.path('again.zip'));
  await ground.import(se, ground.path('bolagsverket_bulkfil.zip'), {
    morePaths: [ground.path('scb_bulkfil.zip')],
    allowChange: true,
  });
  expect(await withActivities()).toBe(12);
  expect(
    await ground.import(se, ground.path('bolagsverket_bulkfil.zip'), {
      morePaths: [ground.path('scb_bulkfil.zip')],
      without: ['scb'],
    }),
  ).toMatchObject({ changed: 12 });
});

test('a new column without values changes no record, also in a file that came later than the others', async () => {
  await own();
  const morePaths = [ground.path('scb_bulkfil.zip')];
  const take = () => ground.import(se, ground.path('bolagsverket_bulkfil.zip'), { morePaths, allowChange: true });
  await ground.import(se, ground.path('bolagsverket_bulkfil.zip'));
  await statistics();
  expect(await take()).toMatchObject({ changed: 12 });
  await statistics('scb_bulkfil.zip', ['New', ...statisticsHeader]);
  expect(await take()).toMatchObject({ changed: 0, unchanged: 12 });
  await statistics('scb_bulkfil.zip', [...statisticsHeader, 'New'], { New: 'value' });
  expect(await take()).toMatchObject({ changed: 12 });
});

test('the same for lists of codes; samples ask for nothing', async () => {
  const { register, path, sourceUrl } = samples.find((sample) => sample.register.id === 'ro') ?? expect.unreachable();
  await ground.import(register, path, { sourceUrl });
  const files = {
    'OD_FIRME.CSV': 'DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA\nX SRL^1^J1/1/2001^SRL\n',
    'OD_STARE_FIRMA.CSV': 'COD_INMATRICULARE^COD\nJ1/1/2001^1048\n',
  };
  await zipText(ground.path('ro.zip'), Object.fromEntries(Object.entries(files).map(([name, text]) => [name, () => [text]])));
  await ground.import(register, ground.path('ro.zip'));
  await zipText(ground.path('ro2.zip'), {
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, () => [text]])),
    'N_STARE_FIRMA.CSV': () => ['COD^DENUMIRE\n1048^funcţiune\n'],
  });
  await ground.import(register, ground.path('ro2.zip'));
  await expect(ground.import(register, ground.path('ro.zip'))).rejects.toThrow(
    /N_STARE_FIRMA\.CSV is not among the files.*--without N_STARE_FIRMA/,
  );
});
