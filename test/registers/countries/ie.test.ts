import { expect, test } from 'vitest';
import { irishHeader as header } from '../../../scripts/samples/ie.ts';
import { ie } from '../../../src/registers/countries/ie/register.ts';
import { companiesIn, type Fields, only, type TextFormat, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const format: TextFormat = { delimiter: ',', quote: 'needed', lineBreak: '\n' };
const read = (...rows: Fields[]) => companiesIn(ie, path('ie.csv'), header, rows, format);
const small: Fields = { company_num: '1234', company_name: 'HERON LIMITED', company_status: 'Normal ', company_type: 'LTD' };

test('a row becomes a company, with everything that it tells', async () => {
  expect(header).toHaveLength(21);
  const company = await read({
    company_num: '673935',
    company_name: 'HERON  & SONS LIMITED',
    company_status_code: '1156',
    company_status: 'Strike Off Listed',
    company_type_code: '1153',
    company_type: 'LTD - Private Company Limited by Shares',
    company_reg_date: '2020-07-15',
    last_ar_date: '2021-02-01',
    company_address_1: 'THE BLACK HOUSE',
    company_address_2: '',
    company_address_3: 'DUBLIN 7',
    company_address_4: 'DUBLIN 7, DUBLIN',
    nard: '2021-01-15',
    last_accounts_date: '2021-01-31',
    company_status_date: '2026-08-31',
    nace_v2_code: '4741.0',
    eircode: 'D07P4AX',
    company_name_eff_date: '2020-12-03',
    company_type_eff_date: '2020-07-15',
    princ_object_code: '7',
  });
  expect(only(company)).toEqual({
    number: '673935',
    name: 'HERON & SONS LIMITED',
    status: 'winding_up',
    legalForm: 'LTD - Private Company Limited by Shares',
    registeredAt: '2020-07-15',
    endedAt: null,
    endKind: null,
    registry: {
      statusCode: '1156',
      statusText: 'Strike Off Listed',
      statusOn: '2026-08-31',
      legalFormCode: '1153',
      legalFormText: 'LTD - Private Company Limited by Shares',
      legalFormSince: '2020-07-15',
      nameSince: '2020-12-03',
      dissolvedOn: null,
      lastReturnOn: '2021-02-01',
      nextReturnOn: '2021-01-15',
      lastAccountsOn: '2021-01-31',
      principalObjectCode: '7',
      address: { lines: ['THE BLACK HOUSE', 'DUBLIN 7', 'DUBLIN 7, DUBLIN'], eircode: 'D07 P4AX' },
    },
    activities: [
      {
        kind: 'unlicensed',
        scheme: 'NACE-2',
        code: '4741',
        label: 'Retail sale of computers, peripheral units and software in specialised stores',
      },
    ],
    registrations: [{ scheme: 'IE-CRO', number: '673935', status: 'Strike Off Listed', validFrom: '2020-07-15', validTo: null }],
  });
});

test('of rows with one number the one with the latest name counts', async () => {
  const row = (company_name: string, company_name_eff_date: string) => ({ ...small, company_name, company_name_eff_date });
  const companies = await read(row('OLD LIMITED', '1999-01-01'), row('NEW LIMITED', '2020-01-01'), row('OLDER LIMITED', ''));
  expect(only(companies).name).toBe('NEW LIMITED');
});

test.each([
  ['Normal ', 'active'],
  ['NORMAL', 'active'],
  ['Liquidation Stayed', 'winding_up'],
  ['Receivership', 'insolvent'],
  ['Examinership', 'insolvent'],
  ['Dissolved PostMerger', 'dissolved'],
  ['Dissolved by Divis', 'dissolved'],
  ['Struck Off', 'dissolved'],
  ['Ceased IRL', 'dissolved'],
  ['Deleted - Something', 'dissolved'],
  ['Deregistered', 'dissolved'],
  ['Something else', 'unknown'],
])('status %j is %s', async (company_status, status) => {
  expect(only(await read({ ...small, company_status }))).toMatchObject({ status });
});

test.each([
  ['4741.0', ['4741']],
  ['111.0', ['0111']],
  ['6201', ['6201']],
  ['', []],
  ['0.0', []],
  ['abc', []],
])('the activity %j is %j', async (nace_v2_code, codes) => {
  expect(only(await read({ ...small, nace_v2_code })).activities.map(({ code }) => code)).toEqual(codes);
});

test('placeholders are nothing', async () => {
  const row = { company_address_1: '********NO ADDRESS DETAILS*******', company_reg_date: '1901-01-01', eircode: 'T12 X70A' };
  expect(only(await read({ ...small, ...row }))).toMatchObject({
    registeredAt: null,
    registry: { address: { lines: [], eircode: 'T12 X70A' } },
  });
  expect(only(await read({ ...small, company_reg_date: '1877-07-01T00:00:00' })).registeredAt).toBe('1877-07-01');
});
