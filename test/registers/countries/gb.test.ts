import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { britishHeader } from '../../../scripts/samples/gb.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { WrongFile } from '../../../src/registers/files/table.ts';
import { companiesOf } from '../../support/imports.ts';
import { companiesIn, type Fields, only, type TextFormat, textOf, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const header = britishHeader.split(',');
const format: TextFormat = { delimiter: ',', quote: 'all', lineBreak: '\r\n' };
const small: Fields = { CompanyName: 'LITTLE HERON LIMITED', CompanyNumber: '00012345', CompanyStatus: 'Active' };

const read = (...rows: Fields[]) => companiesIn(gb, path('gb.csv'), header, rows, format);
const readOne = async (fields: Fields) => only(await read({ ...small, ...fields }));

const rich: Fields = {
  CompanyName: '"THE" QUILL, INK & PAPER COMPANY LIMITED',
  CompanyNumber: '00098765',
  'RegAddress.CareOf': 'HERON & SONS LLP',
  'RegAddress.POBox': '12',
  'RegAddress.AddressLine1': 'UNIT 9   OLD MILL',
  'RegAddress.AddressLine2': 'MILL LANE',
  'RegAddress.PostTown': 'WEIRFORD',
  'RegAddress.County': 'HERONSHIRE',
  'RegAddress.Country': 'ENGLAND',
  'RegAddress.PostCode': 'ZZ9 9ZZ',
  CompanyCategory: 'Private Limited Company',
  CompanyStatus: 'Active - Proposal to Strike off',
  CountryOfOrigin: 'United Kingdom',
  IncorporationDate: '29/02/2008',
  'Accounts.AccountRefDay': '31',
  'Accounts.AccountRefMonth': '3',
  'Accounts.NextDueDate': '31/12/2026',
  'Accounts.LastMadeUpDate': '31/03/2025',
  'Accounts.AccountCategory': 'TOTAL EXEMPTION FULL',
  'Returns.NextDueDate': '28/03/2017',
  'Returns.LastMadeUpDate': '29/02/2016',
  'Mortgages.NumMortCharges': '3',
  'Mortgages.NumMortOutstanding': '1',
  'Mortgages.NumMortPartSatisfied': '0',
  'Mortgages.NumMortSatisfied': '2',
  'SICCode.SicText_1': '70229 - Management consultancy activities other than financial management',
  'SICCode.SicText_2': '01110 - Growing of cereals (except rice), leguminous crops and oil seeds',
  'LimitedPartnerships.NumGenPartners': '0',
  'LimitedPartnerships.NumLimPartners': '0',
  URI: 'http://business.data.gov.uk/id/company/00098765',
  'PreviousName_1.CONDATE': '15/07/2011',
  'PreviousName_1.CompanyName': 'QUILL LIMITED',
  'PreviousName_2.CONDATE': '01/03/2009',
  'PreviousName_2.CompanyName': 'INK, LIMITED',
  ConfStmtNextDueDate: '14/03/2026',
  ConfStmtLastMadeUpDate: '28/02/2025',
};

test('a row becomes a company, with everything that it tells', async () => {
  expect(header).toHaveLength(55);
  expect(await read(rich)).toEqual([
    {
      number: '00098765',
      name: '"THE" QUILL, INK & PAPER COMPANY LIMITED',
      status: 'winding_up',
      legalForm: 'Private Limited Company',
      registeredAt: '2008-02-29',
      endedAt: null,
      endKind: null,
      registry: {
        companyCategory: 'Private Limited Company',
        companyStatus: 'Active - Proposal to Strike off',
        dissolvedOn: null,
        countryOfOrigin: 'United Kingdom',
        uri: 'http://business.data.gov.uk/id/company/00098765',
        address: {
          careOf: 'HERON & SONS LLP',
          poBox: '12',
          line1: 'UNIT 9   OLD MILL',
          line2: 'MILL LANE',
          postTown: 'WEIRFORD',
          county: 'HERONSHIRE',
          country: 'ENGLAND',
          postCode: 'ZZ9 9ZZ',
        },
        accounts: {
          referenceDay: 31,
          referenceMonth: 3,
          nextDueOn: '2026-12-31',
          lastMadeUpOn: '2025-03-31',
          category: 'TOTAL EXEMPTION FULL',
        },
        returns: { nextDueOn: '2017-03-28', lastMadeUpOn: '2016-02-29' },
        confirmationStatement: { nextDueOn: '2026-03-14', lastMadeUpOn: '2025-02-28' },
        mortgages: { charges: 3, outstanding: 1, partSatisfied: 0, satisfied: 2 },
        limitedPartnership: { generalPartners: 0, limitedPartners: 0 },
        previousNames: [
          { name: 'QUILL LIMITED', until: '2011-07-15' },
          { name: 'INK, LIMITED', until: '2009-03-01' },
        ],
      },
      activities: [
        {
          kind: 'unlicensed',
          scheme: 'UK-SIC-2007',
          code: '70229',
          label: 'Management consultancy activities other than financial management',
        },
        {
          kind: 'unlicensed',
          scheme: 'UK-SIC-2007',
          code: '01110',
          label: 'Growing of cereals (except rice), leguminous crops and oil seeds',
        },
      ],
      registrations: [
        {
          scheme: 'GB-COH',
          number: '00098765',
          status: 'Active - Proposal to Strike off',
          validFrom: '2008-02-29',
          validTo: null,
        },
      ],
    },
  ]);
});

test('the columns keep their names, leading spaces and all', async () => {
  await writeFile(path('header.csv'), textOf(header, [small], format));
  const snapshot = await gb.open(path('header.csv'));
  expect(snapshot.columns).toEqual(header);
  expect(snapshot.columns).toContain(' CompanyNumber');
  await snapshot.close();
});

test.each([
  ['Active', 'active'],
  ['ACTIVE', 'active'],
  // One word for one stage: IE, AU and CY have it too.
  ['Active - Proposal to Strike off', 'winding_up'],
  ['Liquidation', 'winding_up'],
  ['LIQUIDATION', 'winding_up'],
  ['In Administration', 'insolvent'],
  ['In Administration/Administrative Receiver', 'insolvent'],
  ['ADMINISTRATION ORDER', 'insolvent'],
  ['ADMINISTRATIVE RECEIVER', 'insolvent'],
  ['Voluntary Arrangement', 'insolvent'],
  ['VOLUNTARY ARRANGEMENT / RECEIVER MANAGER', 'insolvent'],
  ['RECEIVERSHIP', 'insolvent'],
  ['Live but Receiver Manager on at least one charge', 'insolvent'],
  ['Dissolved', 'dissolved'],
  ['Something new', 'unknown'],
  ['constructor', 'unknown'],
  ['', 'unknown'],
])('the status %j is %s', async (text, status) => {
  const company = await readOne({ CompanyStatus: text });
  expect(company.status).toBe(status);
  expect(company.registrations[0]?.status).toBe(text || null);
});

test.each([
  ['99999 - Dormant Company', 'UK-SIC-2007', '99999', 'Dormant Company'],
  // The digits of 2003 mean something else in 2007.
  ['7499 - Non-trading company', 'UK-SIC-2003', '7499', 'Non-trading company'],
  ['0111 - Grow cereals & other crops', 'UK-SIC-2003', '0111', 'Grow cereals & other crops'],
  ['46390 - Wholesale - food, drink', 'UK-SIC-2007', '46390', 'Wholesale - food, drink'],
  ['70229-Consultancy', 'UK-SIC-2007', '70229', 'Consultancy'],
  ['Undefined trade', 'UK-SIC-2007', null, 'Undefined trade'],
])('the activity %j', async (text, scheme, code, label) => {
  const { activities } = await readOne({ 'SICCode.SicText_1': text });
  expect(activities).toEqual([{ kind: 'unlicensed', scheme, code, label }]);
});

test('there are up to four activities, and none where none is supplied', async () => {
  const texts = ['11111 - A', '22222 - B', '33333 - C', '44444 - D'];
  const four = await readOne(Object.fromEntries(texts.map((text, index) => [`SICCode.SicText_${index + 1}`, text])));
  expect(four.activities.map(({ code }) => code)).toEqual(['11111', '22222', '33333', '44444']);
  expect((await readOne({ 'SICCode.SicText_1': 'None Supplied' })).activities).toEqual([]);
  expect((await readOne({})).activities).toEqual([]);
});

test('all ten previous names are kept, in their order; a senseless day is none', async () => {
  const pairs = Array.from({ length: 10 }, (_, index) => [
    [`PreviousName_${index + 1}.CompanyName`, `HERON ${index + 1} LIMITED`],
    [`PreviousName_${index + 1}.CONDATE`, index === 9 ? '31/02/2000' : `0${index + 1}/01/2001`],
  ]);
  const { registry } = await readOne(Object.fromEntries(pairs.flat()));
  expect(registry['previousNames']).toHaveLength(10);
  expect(registry['previousNames']).toMatchObject({ 0: { until: '2001-01-01' }, 9: { name: 'HERON 10 LIMITED', until: null } });
});

test.each(['SC123456', 'NI000001', 'OC300001', '00000001', 'R0000001'])('the number %s is text', async (number) => {
  const company = await readOne({ CompanyNumber: number });
  expect([company.number, company.registrations[0]?.number]).toEqual([number, number]);
});

test('a day of dissolution ends the registration', async () => {
  const company = await readOne({ CompanyStatus: 'Dissolved', DissolutionDate: '05/06/2024', IncorporationDate: '01/02/1903' });
  expect(company).toMatchObject({
    status: 'dissolved',
    registry: { dissolvedOn: '2024-06-05' },
    registrations: [{ validFrom: '1903-02-01', validTo: '2024-06-05' }],
  });
});

describe('the layout', () => {
  test('may have its columns in another order, in another case, and more of them', async () => {
    const other = ['Something.New', ...header.toReversed().map((name) => ` ${name.toUpperCase()} `)];
    const row = Object.fromEntries(Object.entries(rich).map(([name, value]) => [name.toUpperCase(), value]));
    const [expected] = await read(rich);
    const found = only(await companiesIn(gb, path('other.csv'), other, [{ ...row, 'Something.New': '1' }], format));
    expect(found).toEqual(expected);
  });

  test('may be an extract of 14 columns, without days and without quotes', async () => {
    const extract = header
      .map((name) => name.trim())
      .filter((name) => /^Company|^SICCode|^RegAddress\.(?!CareOf|POBox)/.test(name));
    expect(extract).toHaveLength(14);
    const row = { ...small, 'SICCode.SicText_1': '01500 - Mixed farming', 'RegAddress.PostTown': 'WEIRFORD' };
    const company = only(await companiesIn(gb, path('extract.csv'), extract, [row], { ...format, quote: 'needed' }));
    expect(company).toMatchObject({
      number: '00012345',
      registeredAt: null,
      endedAt: null,
      endKind: null,
      registry: { address: { postTown: 'WEIRFORD', careOf: null }, previousNames: [], mortgages: { charges: null } },
      activities: [{ code: '01500' }],
    });
  });

  test('must have number, name, status and activities', async () => {
    await writeFile(path('poor.csv'), 'CompanyName,CompanyCategory\r\n"A","B"\r\n');
    await expect(gb.open(path('poor.csv'))).rejects.toThrow(WrongFile);
    await expect(gb.open(path('poor.csv'))).rejects.toThrow(/"CompanyNumber", "CompanyStatus", "SICCode\.SicText_1"/);
  });

  test('is the same in a packed file', async () => {
    await writeFile(path('gb.csv.gz'), gzipSync(textOf(header, [rich], format)));
    expect(await companiesOf(gb, path('gb.csv.gz'))).toEqual(await read(rich));
  });
});

test('space around a value is not part of it', async () => {
  const company = await readOne({ CompanyName: '  HERON ', CompanyNumber: ' 00012345 ', CompanyStatus: ' Active ' });
  expect(company).toMatchObject({ name: 'HERON', number: '00012345', status: 'active' });
});

test.each([
  [{ CompanyNumber: ' ' }, 'the national number is missing'],
  [{ CompanyName: '' }, 'the name is missing'],
])('%j is refused alone', async (fields, problem) => {
  await expect(read({ ...small, ...fields })).rejects.toThrow(problem);
});
