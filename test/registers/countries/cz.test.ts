import { expect, test } from 'vitest';
import { czechHeader as header } from '../../../scripts/samples/cz.ts';
import { cz } from '../../../src/registers/countries/cz/register.ts';
import { naturalPerson } from '../../../src/registers/declaration/register.ts';
import { companiesIn, type Fields, only, type TextFormat, takenIn, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const format: TextFormat = { delimiter: ',', quote: 'needed', lineBreak: '\r\n' };
const read = (...rows: Fields[]) => companiesIn(cz, path('cz.csv'), header, rows, format);
const small: Fields = { ICO: '25596641', FORMA: '112', ROSFORMA: '112', FIRMA: 'Volavka s.r.o.' };

test('a row becomes a company, with everything that it tells', async () => {
  expect(header).toHaveLength(25);
  const company = await read({
    ICO: '25596641',
    OKRESLAU: 'CZ0100',
    DDATVZN: '1998-02-26',
    DDATZAN: '2024-04-10',
    ZPZAN: '4',
    DDATPAKT: '2026-08-01',
    FORMA: '112',
    ROSFORMA: '112',
    KATPO: '120',
    NACE: '6201',
    NACE2025: '62100',
    ICZUJ: '554782',
    FIRMA: 'Volavka "a"\nsyn, s.r.o.',
    CISS2010: '11002',
    KODADM: '21732342',
    TEXTADR: 'Volavčí 1, Praha',
    PSC: '11000',
    OBEC_TEXT: 'Praha',
    COBCE_TEXT: 'Staré Město',
    ULICE_TEXT: 'Volavčí',
    TYPCDOM: '1',
    CDOM: '12',
    COR: '3a',
    DATPLAT: '2026-09-30',
    PRIZNAK: 'Z',
  });
  expect(only(company)).toEqual({
    number: '25596641',
    name: 'Volavka "a"\nsyn, s.r.o.',
    status: 'dissolved',
    legalForm: '112',
    legalFormLabel: 'Společnost s ručením omezeným',
    registeredAt: '1998-02-26',
    endedAt: '2024-04-10',
    registry: {
      numberValid: true,
      legalFormCode: '112',
      legalFormText: 'Společnost s ručením omezeným',
      registerFormCode: '112',
      ceasedOn: '2024-04-10',
      ceasedHow: '4',
      updatedOn: '2026-08-01',
      employeesBand: '120',
      sectorCode: '11002',
      address: {
        street: 'Volavčí',
        houseNumberType: '1',
        houseNumber: '12',
        orientationNumber: '3a',
        district: 'Staré Město',
        municipality: 'Praha',
        postCode: '11000',
        full: 'Volavčí 1, Praha',
        addressPointCode: '21732342',
        municipalityCode: '554782',
        regionCode: 'CZ0100',
      },
    },
    activities: [
      { kind: 'unlicensed', scheme: 'CZ-NACE-2', code: '6201', label: 'Programování' },
      { kind: 'unlicensed', scheme: 'CZ-NACE-2.1', code: '62100', label: 'Počítačové programování' },
    ],
    registrations: [{ scheme: 'CZ-ICO', number: '25596641', status: null, validFrom: '1998-02-26', validTo: '2024-04-10' }],
  });
});

test.each([
  ['Volavka s.r.o.', 'active'],
  ['Volavka s.r.o. v likvidaci', 'winding_up'],
  ['Volavka s.r.o. - v konkursu', 'insolvent'],
  ['Klub v likvidaci škod z.s.', 'active'],
])('the name %j makes it %s', async (FIRMA, status) => {
  expect(only(await read({ ...small, FIRMA }))).toMatchObject({ status });
});

test.each([
  [{ FORMA: '101' }],
  [{ FORMA: '107' }],
  [{ FORMA: '424' }],
  [{ ROSFORMA: '100' }],
  [{ FORMA: '', ROSFORMA: '', FIRMA: '', DDATZAN: '2024-05-31' }],
])('%j is a natural person', async (fields) => {
  expect(await takenIn(cz, path('person.csv'), header, [{ ...small, ...fields }], format)).toEqual([naturalPerson]);
});

test('activities may be of any depth, or none; a wrong check digit is noted', async () => {
  const codes = async (NACE: string) => only(await read({ ...small, NACE })).activities.map(({ code }) => code);
  for (const code of ['F', '62', '471', '62010']) expect(await codes(code)).toEqual([code]);
  for (const code of ['', '00', '04']) expect(await codes(code)).toEqual([]);
  expect(only(await read({ ...small, ICO: '25596642' })).registry).toMatchObject({ numberValid: false });
});

test.each([
  ['F', 'STAVEBNICTVÍ'],
  ['62', 'Programování, poradenství a související činnosti'],
  ['471', 'Maloobchod v nespecializovaných prodejnách'],
  ['4711', 'Maloobchod s převahou potravin, nápojů a tabákových výrobků v nespecializovaných prodejnách'],
  ['62010', 'Programování'],
  ['35111', null],
])('the activity %s is %j', async (NACE, label) => {
  expect(only(await read({ ...small, NACE })).activities).toMatchObject([{ code: NACE, label }]);
});

test('editions before 2026 have a column less; without a needed one the file is refused', async () => {
  const without = (name: string) => header.filter((column) => column !== name);
  expect(only(await companiesIn(cz, path('old.csv'), without('NACE2025'), [small], format)).number).toBe('25596641');
  await expect(companiesIn(cz, path('less.csv'), without('DDATZAN'), [small], format)).rejects.toThrow(
    'the header lacks "DDATZAN"',
  );
});
