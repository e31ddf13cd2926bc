import { afterAll, beforeAll, expect, test } from 'vitest';
import { ro } from '../../../src/registers/countries/ro/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { folderOf, joinedCompanies } from '../../support/registers/joined-files.ts';

let ground: ImportGround;
let folders = 0;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());

const header =
  'DENUMIRE^CUI^COD_INMATRICULARE^DATA_INMATRICULARE^EUID^FORMA_JURIDICA^ADR_TARA^ADR_JUDET^ADR_LOCALITATE^ADR_DEN_STRADA^ADR_NR_STRADA^ADR_BLOC^ADR_SCARA^ADR_ETAJ^ADR_APARTAMENT^ADR_COD_POSTAL^ADR_SECTOR^ADR_COMPLETARE^WEB^TARA_FIRMA_MAMA';
const lines = (...rows: string[]) => `\uFEFF${rows.join('\r\n')}\r\n`;
const firm = (number: string, { name = 'BARZA SRL', cui = '18547290', form = 'SRL', day = '08/11/2021' } = {}) =>
  `${name}^${cui}^${number}^${day}^ROONRC.${number}^${form}^Romania^Bucuresti^Sectorul 3^Mosilor^88^B1^F^2^F1^ 30152^3^fond^office@example.com^Franta`;
const files = (firms: string[], states: string[] = [], activities: string[] = []) => ({
  'OD_FIRME.CSV': lines(header, ...firms),
  'OD_STARE_FIRMA.CSV': lines('COD_INMATRICULARE^COD', ...states),
  'OD_CAEN_AUTORIZAT.CSV': lines('COD_INMATRICULARE^COD_CAEN_AUTORIZAT^VER_CAEN_AUTORIZAT', ...activities),
  'N_STARE_FIRMA.CSV': lines('COD^DENUMIRE', '1048^funcţiune'),
  'N_CAEN.CSV': lines(
    'SECTIUNEA^SUBSECTIUNEA^DIVIZIUNEA^GRUPA^CLASA^DENUMIRE^VERSIUNE_CAEN',
    'M^^70^702^7022^Consultanţă^2',
    'M^^70^702^7022^Altceva^1',
    'M^^70^702^^Grupa^2',
  ),
});
const read = async (...given: Parameters<typeof files>) =>
  joinedCompanies(ground, ro, await folderOf(ground, `ro-${folders++}`, files(...given)));

test('a firm with its states and activities becomes a company, with everything that they tell', async () => {
  const number = 'J40/19358/2021';
  const { companies } = await read(
    [firm(number)],
    [`${number}^1048`, `J1/1/1^1084`, `${number}^2069`],
    [`${number}^7022^2`, `${number}^7022^1`, `${number}^0111^Versiunea 2008`, `${number}^9999^3`],
  );
  expect(companies).toEqual([
    {
      number,
      name: 'BARZA SRL',
      status: 'active',
      legalForm: 'SRL',
      legalFormLabel: 'Societate cu răspundere limitată',
      registeredAt: '2021-11-08',
      registry: {
        fiscalCode: '18547290',
        fiscalCodeValid: true,
        euid: `ROONRC.${number}`,
        legalFormCode: 'SRL',
        statuses: [
          { code: '1048', text: 'funcţiune' },
          { code: '2069', text: null },
        ],
        address: {
          country: 'Romania',
          county: 'Bucuresti',
          locality: 'Sectorul 3',
          street: 'Mosilor',
          number: '88',
          block: 'B1',
          staircase: 'F',
          floor: '2',
          apartment: 'F1',
          sector: '3',
          more: 'fond',
          postCode: '030152',
        },
        web: 'office@example.com',
        parentCountry: 'Franta',
      },
      activities: [
        { kind: 'unlicensed', scheme: 'RO-CAEN-2008', code: '7022', label: 'Consultanţă' },
        { kind: 'unlicensed', scheme: 'RO-CAEN-2003', code: '7022', label: 'Altceva' },
        { kind: 'unlicensed', scheme: 'RO-CAEN-2008', code: '0111', label: null },
        { kind: 'unlicensed', scheme: 'RO-CAEN-2025', code: '9999', label: null },
      ],
      registrations: [
        { scheme: 'RO-ONRC', number, status: 'funcţiune; 2069', validFrom: '2021-11-08', validTo: null },
        { scheme: 'RO-CUI', number: '18547290', status: null, validFrom: null, validTo: null },
      ],
    },
  ]);
});

test('of several states the gravest tells the status', async () => {
  const expected = {
    ...{ '1048 1084': 'dissolved', '1049 1070': 'insolvent', '1139': 'insolvent', '1048 1052': 'winding_up' },
    ...{ '1048 1074': 'unknown', '2069 1048': 'active', '2069': 'unknown', '': 'unknown' },
  };
  const sets = Object.keys(expected).map((codes, at) => ({ codes, number: `J1/${at}/2000` }));
  const { companies } = await read(
    sets.map(({ number }) => firm(number)),
    sets
      .flatMap(({ codes, number }) =>
        codes
          .split(' ')
          .filter(Boolean)
          .map((code) => `${number}^${code}`),
      )
      .toReversed(),
  );
  const statusOf = new Map(companies.map(({ number, status }) => [number, status]));
  expect(Object.fromEntries(sets.map(({ codes, number }) => [codes, statusOf.get(number)]))).toEqual(expected);
});

test('a quote is a character like any other, and nothing behind it is swallowed', async () => {
  const { companies, problems } = await read([
    firm('J1/1/2000', { name: '"GARZA" SRL' }),
    firm('J1/2/2000', { name: '" FORTA SRL' }),
    firm('J2025048519000', { name: 'NOUA SRL', day: '17/11/2021 09:00:20', cui: '0' }),
    firm('J1/4/2000', { cui: '18547291', day: '' }),
  ]);
  expect(problems).toEqual([]);
  expect(companies).toMatchObject([
    { name: '"GARZA" SRL' },
    { name: '" FORTA SRL' },
    { registeredAt: null, registry: { fiscalCodeValid: false } },
    { name: 'NOUA SRL', registeredAt: '2021-11-17', registry: { fiscalCode: null, fiscalCodeValid: null }, registrations: [{}] },
  ]);
});

test('people who trade are dropped by their form and by their number', async () => {
  const { companies, persons } = await read(
    [
      ...['PFA', 'II', 'IF', 'AF', 'PF', 'pfa'].map((form, at) => firm(`J1/${at}/2000`, { form, name: 'Ion Inventat' })),
      firm('F40/1/2010', { name: 'Ion Inventat' }),
      firm('J1/9/2000'),
    ],
    ['F40/1/2010^1048', 'J1/9/2000^1048'],
  );
  expect(persons).toBe(7);
  expect(companies).toMatchObject([{ number: 'J1/9/2000', status: 'active' }]);
});

test('exports with fewer columns, or one more at the end, are read by name', async () => {
  const few = {
    ...files([], ['J14/33/2001^1048']),
    'OD_FIRME.CSV': lines('DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA', '"L" SRL^13735411^J14/33/2001^SRL'),
  };
  const { companies } = await joinedCompanies(ground, ro, await folderOf(ground, 'few', few));
  expect(companies).toMatchObject([{ name: '"L" SRL', registry: { fiscalCodeValid: true, address: { street: null } } }]);
  const more = { ...files([], []), 'OD_FIRME.CSV': lines(`${header}^`, `${firm('J1/1/2000')}^`) };
  expect((await joinedCompanies(ground, ro, await folderOf(ground, 'more', more))).companies).toHaveLength(1);
  const lacking = { ...files([], []), 'OD_FIRME.CSV': lines('DENUMIRE^CUI', 'X^1') };
  await expect(joinedCompanies(ground, ro, await folderOf(ground, 'lacking', lacking))).rejects.toThrow(
    /^OD_FIRME\.CSV: This is not the file of this register: the header lacks "COD_INMATRICULARE", "FORMA_JURIDICA"/,
  );
});
