import { expect, test } from 'vitest';
import { lv } from '../../../src/registers/countries/lv/register.ts';
import { companiesIn, type Fields, only, type TextFormat, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const header = (
  'regcode;sepa;name;name_before_quotes;name_in_quotes;name_after_quotes;without_quotes;regtype;regtype_text;type;type_text;' +
  'registered;terminated;closed;address;index;addressid;region;city;atvk;reregistration_term'
).split(';');
const format: TextFormat = { delimiter: ';', quote: 'needed', lineBreak: '\n' };
const small: Fields = { regcode: '40000000001', name: 'SIA "Gārnis"', type: 'SIA', registered: '2012-05-31' };

const read = (...rows: Fields[]) => companiesIn(lv, path('lv.csv'), header, rows, format);

test('a row becomes a company, with everything that it tells', async () => {
  expect(header).toHaveLength(21);
  const companies = await read({
    regcode: '40000000001',
    sepa: 'LV00ZZZ40000000001',
    name: 'SIA "Gārnis; un citi" filiāle',
    name_before_quotes: 'SIA',
    name_in_quotes: 'Gārnis; un citi',
    name_after_quotes: 'filiāle',
    without_quotes: '0',
    regtype: 'K',
    regtype_text: 'Komercreģistrs',
    type: 'SIA',
    type_text: 'Sabiedrība ar ierobežotu atbildību',
    registered: '1998-02-26',
    terminated: '2014-04-10',
    closed: 'L',
    address: 'Gārņu nov., "Centrs", Gārņu iela 1',
    index: '0201',
    addressid: '103000001',
    region: '100000001',
    city: '0',
    atvk: '0885162',
    reregistration_term: '2004-12-31',
  });
  expect(companies).toEqual([
    {
      number: '40000000001',
      name: 'SIA "Gārnis; un citi" filiāle',
      status: 'dissolved',
      legalForm: 'SIA',
      legalFormLabel: 'Sabiedrība ar ierobežotu atbildību',
      registeredAt: '1998-02-26',
      endedAt: '2014-04-10',
      endKind: 'liquidated',
      registry: {
        legalFormCode: 'SIA',
        legalFormText: 'Sabiedrība ar ierobežotu atbildību',
        registerCode: 'K',
        registerText: 'Komercreģistrs',
        nameBeforeQuotes: 'SIA',
        nameInQuotes: 'Gārnis; un citi',
        nameAfterQuotes: 'filiāle',
        withoutQuotes: false,
        sepaCreditorId: 'LV00ZZZ40000000001',
        closureCode: 'L',
        terminatedOn: '2014-04-10',
        reregistrationTerm: '2004-12-31',
        address: {
          full: 'Gārņu nov., "Centrs", Gārņu iela 1',
          postCode: '0201',
          addressId: '103000001',
          regionId: '100000001',
          cityId: null,
          territoryCode: '0885162',
        },
      },
      activities: [],
      registrations: [{ scheme: 'LV-RE', number: '40000000001', status: 'L', validFrom: '1998-02-26', validTo: '2014-04-10' }],
    },
  ]);
});

test.each([
  ['', '', 'active', null],
  [' ', ' ', 'active', null],
  ['2014-04-10', 'L', 'dissolved', '2014-04-10'],
  ['2014-04-10', '', 'dissolved', '2014-04-10'],
  ['', 'R', 'dissolved', null],
  // Dissolved on a day that nobody knows.
  ['1111-01-01', '', 'dissolved', null],
])('terminated %j and closed %j is %s', async (terminated, closed, status, validTo) => {
  const company = only(await read({ ...small, terminated, closed }));
  expect(company).toMatchObject({ status, registry: { terminatedOn: validTo }, registrations: [{ validTo }] });
});

test('what is empty is null, and so is place 0', async () => {
  const company = only(await read({ ...small, addressid: '0', region: '0', city: '0', without_quotes: '1' }));
  expect(company.registry).toMatchObject({
    legalFormText: null,
    nameInQuotes: null,
    withoutQuotes: true,
    closureCode: null,
    address: { full: null, addressId: null, regionId: null, cityId: null, territoryCode: null },
  });
});

test('columns may come in another order, more or fewer', async () => {
  const needed = ['closed', 'jauns', 'terminated', 'registered', 'type', 'name', 'regcode'];
  expect(only(await companiesIn(lv, path('other.csv'), needed, [{ ...small, jauns: '1' }], format))).toMatchObject({
    number: '40000000001',
    name: 'SIA "Gārnis"',
    legalForm: 'SIA',
    registeredAt: '2012-05-31',
    registry: { withoutQuotes: null, sepaCreditorId: null },
  });
});
