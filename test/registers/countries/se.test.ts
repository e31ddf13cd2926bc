import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { swedishHeader as header, statisticsHeader } from '../../../scripts/samples/se.ts';
import { se } from '../../../src/registers/countries/se/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { folderOf, joinedCompanies } from '../../support/registers/joined-files.ts';
import { type Fields, only } from '../../support/registers/register-files.ts';

let ground: ImportGround;
let folders = 0;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());

const small: Fields = {
  organisationsidentitet: '5560000001$ORGNR-IDORG',
  namnskyddslopnummer: '1',
  organisationsnamn: 'Häger AB$FORETAGSNAMN-ORGNAM$1985-10-01',
  organisationsform: 'AB-ORGFO',
};

const ownFile = (rows: Fields[]): string => {
  const lines = rows.map((row) => `"${header.map((column) => row[column] ?? '').join('";"')}"`);
  return ['\uFEFF', header.join(';'), '\n', lines.join('\n'), '\n'].join('');
};
const read = async (rows: Fields[], more: Record<string, string> = {}) =>
  joinedCompanies(ground, se, await folderOf(ground, `se-${folders++}`, { 'bolagsverket_bulkfil.txt': ownFile(rows), ...more }));
const companies = async (...rows: Fields[]) => (await read(rows)).companies;

test('a row becomes a company, with everything that it tells', async () => {
  const company = await companies({
    organisationsidentitet: '2220000000$ORGNR-IDORG',
    namnskyddslopnummer: '1',
    registreringsland: 'SE-LAND',
    organisationsnamn:
      'Heron Ltd$FORNAMN_FRSPRAK-ORGNAM$1990-01-01|Föreningen "Hägern" med ""firma"" A$AP.$FORETAGSNAMN-ORGNAM$1985-10-01',
    organisationsform: 'I-ORGFO',
    avregistreringsdatum: '2017-03-30',
    avregistreringsorsak: 'OVERK-AVORG',
    pagandeAvvecklingsEllerOmstruktureringsforfarande: '|LI-AVOMFO$2016-04-01|KKAVOV-AVSLAVOMFO$2015-01-01',
    registreringsdatum: '1985-10-01',
    verksamhetsbeskrivning: 'Vägbelysning; "mer"',
    postadress: 'Hägern 2$c/o Någon$ÅNGE$84100$SE-LAND',
  });
  expect(only(company)).toEqual({
    number: '2220000000',
    name: 'Föreningen "Hägern" med "firma" A$AP.',
    status: 'dissolved',
    legalForm: 'I',
    legalFormLabel: 'Ideell förening som bedriver näringsverksamhet',
    registeredAt: '1985-10-01',
    endedAt: '2017-03-30',
    endKind: null,
    registry: {
      numberValid: true,
      legalFormCode: 'I',
      legalFormText: 'Ideell förening som bedriver näringsverksamhet',
      registrationCountry: 'SE',
      nameSince: '1985-10-01',
      otherNames: [{ name: 'Heron Ltd', type: 'FORNAMN_FRSPRAK', since: '1990-01-01' }],
      deregisteredOn: '2017-03-30',
      deregistrationReason: 'OVERK',
      proceedings: [{ code: 'LI', since: '2016-04-01' }],
      business: 'Vägbelysning; "mer"',
      address: { street: 'Hägern 2', postCode: '84100', postTown: 'ÅNGE', country: 'SE' },
    },
    activities: [],
    registrations: [{ scheme: 'SE-BLV', number: '2220000000', status: 'OVERK', validFrom: '1985-10-01', validTo: '2017-03-30' }],
  });
  expect(se.persons?.[0]?.columns).toContain('bolagsverket_bulkfil/postadress');
});

test.each([
  ['', 'active'],
  ['|KK-AVOMFO$2026-04-01', 'insolvent'],
  ['|FR-AVOMFO$2026-04-01', 'insolvent'],
  ['|AC-AVOMFO$', 'insolvent'],
  ['|RES-AVOMFO$2026-04-01', 'insolvent'],
  ['|LI-AVOMFO$2026-04-01|KK-AVOMFO$2026-05-01', 'insolvent'],
  ['|LI-AVOMFO$2026-04-01', 'winding_up'],
  ['|FUOL-AVOMFO$2026-04-01', 'winding_up'],
  ['|FUOT-AVOMFO$2026-04-01', 'active'],
  ['|LIUHOR-AVSLAVOMFO$2026-04-01', 'active'],
  ['null', 'active'],
])('the proceedings %j make it %s', async (pagandeAvvecklingsEllerOmstruktureringsforfarande, status) => {
  expect(only(await companies({ ...small, pagandeAvvecklingsEllerOmstruktureringsforfarande }))).toMatchObject({ status });
});

test('several rows of a number are one company, whose own row has the lowest number', async () => {
  const row = (namnskyddslopnummer: string, name: string) => ({
    ...small,
    namnskyddslopnummer,
    organisationsnamn: `${name}$NAMN-ORGNAM$`,
  });
  expect(only(await companies(row('10', 'Tredje'), row('2', 'Andra'), row('1', 'Första')))).toMatchObject({
    name: 'Första',
    registry: { otherNames: [{ name: 'Andra' }, { name: 'Tredje' }] },
  });
});

test.each([
  [{ organisationsidentitet: '191212121212$PERSON-IDORG' }],
  [{ organisationsidentitet: '191212121212$DODSBO-IDORG' }],
  [{ organisationsform: 'E-ORGFO' }],
])('%j is a natural person', async (fields) => {
  expect(await read([{ ...small, ...fields }])).toMatchObject({ companies: [], persons: 1, problems: [] });
});

test('NUL characters and the word null are nothing; what is no date and no identity is rejected', async () => {
  const row = {
    organisationsnamn: 'Hä\0ger AB$FORETAGSNAMN-ORGNAM$',
    verksamhetsbeskrivning: 'null',
    avregistreringsdatum: 'null',
  };
  expect(only(await companies({ ...small, ...row }))).toMatchObject({
    name: 'Häger AB',
    status: 'active',
    registry: { business: null },
  });
  await expect(companies({ ...small, registreringsdatum: 'Solna' })).rejects.toThrow('a column of dates holds something else');
  await expect(companies({ ...small, organisationsidentitet: '1$OTHER-IDORG' })).rejects.toThrow(
    'the identity is of an unknown kind',
  );
});

test('activities come from the file of the statistical office, in which persons are passed over', async () => {
  const row = (cells: Record<string, string>) => statisticsHeader.map((column) => cells[column] ?? '').join('\t');
  const statistics = [
    statisticsHeader.join('\t'),
    row({ PeOrgNr: '165560000001', Ng1: '62100', Ng2: '00000', Ng3: '01110', Ng4: '62100', Namn: '"H\u00e4ger' }),
    row({ PeOrgNr: '195560000001', Ng1: '47110', Namn: 'Hemlig' }),
    row({ PeOrgNr: '165560000002', Ng1: '47110', Namn: 'Nobody' }),
    '',
  ].join('\n');
  const folder = await folderOf(ground, 'both', { 'bolagsverket_bulkfil.txt': ownFile([small]) });
  await writeFile(`${folder}/scb_bulkfil_JE_20261101T010000_01.txt`, statistics, 'latin1');
  const company = only((await joinedCompanies(ground, se, folder)).companies);
  expect(company.activities).toEqual(
    [
      ['62100', 'Dataprogrammering'],
      ['01110', 'Odling av spannmål (utom ris), baljväxter och oljeväxter'],
    ].map(([code, label]) => ({ kind: 'unlicensed', scheme: 'SE-SNI-2025', code, label })),
  );
  await ground.import(se, folder);
  const [stored] = await ground.query("SELECT source_cells::text AS cells FROM entity WHERE register_id = 'se'");
  expect(stored?.['cells']).toContain('Häger');
  expect(stored?.['cells']).not.toMatch(/Hemlig|Nobody/);
});
