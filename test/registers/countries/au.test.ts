import { expect, test } from 'vitest';
import { australianHeader as header } from '../../../scripts/samples/au.ts';
import { au } from '../../../src/registers/countries/au/register.ts';
import { companiesIn, type Fields, only, type TextFormat, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const format: TextFormat = { delimiter: '\t', quote: 'never', lineBreak: '\r\n', start: '\uFEFF' };
const read = (...rows: Fields[]) => companiesIn(au, path('au.csv'), header, rows, format);
const small: Fields = {
  'Company Name': 'HERON PTY LTD',
  ACN: '612345670',
  Type: 'APTY',
  Status: 'REGD',
  'Current Name Indicator': 'Y',
};

test('the rows of a company become one, with everything that they tell', async () => {
  const common = {
    ACN: '000000019',
    Type: 'APTY',
    Class: 'LMSH',
    'Sub Class': 'PROP',
    Status: 'DRGD',
    'Date of Registration': '08/01/1990',
    'Date of Deregistration': '31/12/2020',
    'Previous State of Registration': 'NSW',
    'State Registration number': '46869041',
    ABN: '89000000019',
  };
  const former = { ...common, 'Current Name': '"HERON" PTY LTD', 'Current Name Start Date': '28/01/2016' };
  const companies = await read(
    { ...former, 'Company Name': 'EGRET PTY LTD' },
    { ...common, 'Company Name': '"HERON" PTY LTD', 'Current Name Indicator': 'Y', 'Modified since last report': 'Y' },
    { ...former, 'Company Name': 'BITTERN PTY LTD' },
    { ...former, 'Company Name': 'EGRET PTY LTD' },
    small,
  );
  expect(companies.map(({ number }) => number)).toEqual(['000000019', '612345670']);
  expect(companies[0]).toEqual({
    number: '000000019',
    name: '"HERON" PTY LTD',
    status: 'dissolved',
    legalForm: 'APTY',
    legalFormLabel: 'Australian Proprietary Company',
    registeredAt: '1990-01-08',
    endedAt: '2020-12-31',
    registry: {
      numberValid: true,
      numberKind: 'ACN',
      businessNumber: '89000000019',
      businessNumberValid: true,
      statusCode: 'DRGD',
      legalFormCode: 'APTY',
      legalFormText: 'Australian Proprietary Company',
      class: 'LMSH',
      subclass: 'PROP',
      deregisteredOn: '2020-12-31',
      previousState: 'NSW',
      stateNumber: '46869041',
      currentNameSince: '2016-01-28',
      previousNames: [
        { name: 'EGRET PTY LTD', from: null, until: null },
        { name: 'BITTERN PTY LTD', from: null, until: null },
      ],
    },
    activities: [],
    registrations: [
      { scheme: 'AU-ACN', number: '000000019', status: 'DRGD', validFrom: '1990-01-08', validTo: '2020-12-31' },
      { scheme: 'AU-ABN', number: '89000000019', status: null, validFrom: null, validTo: null },
    ],
  });
});

test('where the row of the current name is missing, a former one tells it', async () => {
  const row = { ...small, 'Company Name': 'EGRET PTY LTD', 'Current Name Indicator': '', 'Current Name': 'HERON PTY LTD' };
  expect(only(await read(row))).toMatchObject({
    name: 'HERON PTY LTD',
    registry: { previousNames: [{ name: 'EGRET PTY LTD' }] },
  });
});

test.each([
  ['REGD', 'active'],
  ['EXAD', 'insolvent'],
  ['SOFF', 'winding_up'],
  ['DRGD', 'dissolved'],
  ['DISS', 'dissolved'],
  ['CNCL', 'dissolved'],
  ['DIV3', 'dissolved'],
  ['NOAC', 'unknown'],
  ['PROV', 'unknown'],
  ['', 'unknown'],
])('status %s is %s', async (Status, status) => {
  expect(only(await read({ ...small, Status }))).toMatchObject({ status });
});

test.each([
  ['612345670', 'APTY', '0', false, 'ACN', null],
  ['004085616', 'RACN', '', true, 'ARBN', null],
  ['000000019', 'FNOS', '89000000018', true, 'ARBN', false],
])('number %s of type %s with the business number %j', async (ACN, Type, ABN, numberValid, numberKind, businessNumberValid) => {
  expect(only(await read({ ...small, ACN, Type, ABN })).registry).toMatchObject({ numberValid, numberKind, businessNumberValid });
});

test('editions before March 2025 have a column less; without a needed one the file is refused', async () => {
  const without = (name: string) => header.filter((column) => column !== name);
  const older = await companiesIn(au, path('old.csv'), without('Date of Deregistration'), [small], format);
  expect(only(older).registry).toMatchObject({ deregisteredOn: null });
  await expect(companiesIn(au, path('less.csv'), without('Current Name'), [small], format)).rejects.toThrow(
    'This is not the file of this register: the header lacks "Current Name".',
  );
});
