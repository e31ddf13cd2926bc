import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fi } from '../../../src/registers/countries/fi/register.ts';
import { naturalPerson } from '../../../src/registers/declaration/register.ts';
import { companiesOf, takenOf } from '../../support/imports.ts';
import { only, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();

async function read(...records: unknown[]) {
  await writeFile(path('fi.json'), JSON.stringify(records));
  return companiesOf(fi, path('fi.json'));
}

const inThreeLanguages = (fiText: string, svText: string, enText: string) => [
  { languageCode: '3', description: enText },
  { languageCode: '1', description: fiText },
  { languageCode: '2', description: svText },
];
const businessId = { value: '1234567-1', registrationDate: '2001-03-15', source: '3' };
const small = { businessId, names: [{ name: 'Kurki Oy', type: '1', registrationDate: '2001-03-20' }] };

test('a record becomes a company, with everything that it tells', async () => {
  const company = only(
    await read({
      businessId,
      euId: { value: 'FIFPRO.1234567-1', source: '1' },
      names: [
        { name: 'Vanha Kurki Oy', type: '1', registrationDate: '1990-01-01', endDate: '2001-03-19', version: 2 },
        { name: ' Kurki Oyj ', type: '1', registrationDate: '2001-03-20', version: 1 },
        { name: 'Kurki Abp', type: '2', registrationDate: '2001-03-20' },
        { name: 'Kurki Kauppa', type: '3', registrationDate: '2005-01-01' },
        { name: 'Kurki Huolto', type: '3', registrationDate: '2005-01-01', endDate: '2010-01-01' },
      ],
      mainBusinessLine: {
        type: '70100',
        descriptions: inThreeLanguages('Pääkonttorien toiminta', 'Verksamheter', 'Head offices'),
        typeCodeSet: 'TOIMI4',
        registrationDate: '2026-01-01',
      },
      website: { url: 'kurki.example', registrationDate: '2019-07-01' },
      companyForms: [
        { type: '16', descriptions: [], registrationDate: '1990-01-01', endDate: '2001-03-19' },
        {
          type: '17',
          descriptions: inThreeLanguages('Julkinen osakeyhtiö', 'Publikt aktiebolag', 'Public'),
          registrationDate: '2001-03-20',
        },
      ],
      companySituations: [{ type: 'KONK', registrationDate: '2002-01-01', endDate: '2003-01-01' }],
      registeredEntries: [
        {
          type: '1',
          descriptions: inThreeLanguages('Rekisterissä', 'Registrerad', 'Registered'),
          registrationDate: '1990-02-01',
          register: '1',
          authority: '2',
        },
      ],
      addresses: [
        {
          type: 1,
          street: 'Kurkikatu',
          postCode: '00100',
          postOffices: [
            { city: 'HELSINGFORS', languageCode: '2', municipalityCode: '091' },
            { city: 'HELSINKI', languageCode: '1', municipalityCode: '091' },
          ],
          buildingNumber: '7',
          entrance: 'A',
          apartmentNumber: '12',
          apartmentIdSuffix: 'b',
          co: 'c/o Kurjen Kerttu',
        },
        { type: 2, street: '', postCode: '00045', postOffices: [], postOfficeBox: '226' },
      ],
      tradeRegisterStatus: '1',
      status: '2',
      registrationDate: '1990-02-01',
      lastModified: '2026-08-19T10:04:06',
    }),
  );
  expect(company).toEqual({
    number: '1234567-1',
    name: 'Kurki Oyj',
    status: 'active',
    legalForm: 'Julkinen osakeyhtiö',
    registeredAt: '1990-02-01',
    endedAt: null,
    registry: {
      numberValid: true,
      businessIdRegisteredOn: '2001-03-15',
      euId: 'FIFPRO.1234567-1',
      tradeRegisterStatus: '1',
      businessIdStatus: '2',
      endedOn: null,
      legalFormCode: '17',
      legalFormText: 'Julkinen osakeyhtiö',
      parallelNames: [{ name: 'Kurki Abp', from: '2001-03-20' }],
      auxiliaryNames: [{ name: 'Kurki Kauppa', from: '2005-01-01' }],
      previousNames: [{ name: 'Vanha Kurki Oy', from: '1990-01-01', until: '2001-03-19' }],
      situations: [{ type: 'KONK', from: '2002-01-01', until: '2003-01-01' }],
      visitingAddress: {
        street: 'Kurkikatu',
        buildingNumber: '7',
        entrance: 'A',
        apartment: '12b',
        poBox: null,
        postCode: '00100',
        city: 'HELSINKI',
        citySwedish: 'HELSINGFORS',
        municipalityCode: '091',
        country: null,
        freeText: null,
      },
      postalAddress: {
        street: null,
        buildingNumber: null,
        entrance: null,
        apartment: null,
        poBox: '226',
        postCode: '00045',
        city: null,
        citySwedish: null,
        municipalityCode: null,
        country: null,
        freeText: null,
      },
      website: 'kurki.example',
      entries: [{ register: '1', authority: '2', type: '1', text: 'Rekisterissä', from: '1990-02-01', until: null }],
      modifiedAt: '2026-08-19T10:04:06',
    },
    activities: [{ kind: 'unlicensed', scheme: 'FI-TOL-2025', code: '70100', label: 'Pääkonttorien toiminta' }],
    registrations: [
      { scheme: 'FI-PRO', number: '1234567-1', status: '1', validFrom: '1990-02-01', validTo: null },
      { scheme: 'EUID', number: 'FIFPRO.1234567-1', status: null, validFrom: null, validTo: null },
    ],
  });
  expect(fi.persons?.[0]).toEqual({ columns: ['addresses'] });
});

const entry = (type: string, more = {}) => ({ type, register: '1', registrationDate: '1976-04-23', ...more });
test.each([
  [{ tradeRegisterStatus: '1' }, 'active'],
  [{ tradeRegisterStatus: '0' }, 'unknown'],
  [{ tradeRegisterStatus: '2' }, 'unknown'],
  [{ tradeRegisterStatus: '4' }, 'dissolved'],
  [{ tradeRegisterStatus: '1', endDate: '2020-01-01' }, 'dissolved'],
  [{ registeredEntries: [entry('1', { endDate: '2005-12-18' }), entry('4')] }, 'dissolved'],
  [{ tradeRegisterStatus: '1', registeredEntries: [entry('4', { endDate: '2005-12-18' })] }, 'active'],
  [{ registeredEntries: [entry('1')] }, 'active'],
  [{ registeredEntries: [entry('4', { register: '6' })] }, 'unknown'],
  [{ tradeRegisterStatus: '1', companySituations: [{ type: 'KONK' }] }, 'insolvent'],
  [{ tradeRegisterStatus: '1', companySituations: [{ type: 'SELTILA' }, { type: 'SANE' }] }, 'insolvent'],
  [{ tradeRegisterStatus: '1', companySituations: [{ type: 'SELTILA' }] }, 'winding_up'],
  [{ tradeRegisterStatus: '1', companySituations: [{ type: 'KONK', endDate: '2020-01-01' }] }, 'active'],
  [{}, 'unknown'],
])('%j is %s', async (fields, status) => {
  expect(only(await read({ ...small, ...fields }))).toMatchObject({ status });
});

test('a company that has ceased goes by its newest name', async () => {
  const ended = (name: string, registrationDate: string, endDate: string) => ({ name, type: '1', registrationDate, endDate });
  const names = [ended('Ensin Oy', '1980-01-01', '1990-01-01'), ended('Sitten Oy', '1990-01-01', '2005-12-19')];
  expect(only(await read({ businessId, names }))).toMatchObject({
    name: 'Sitten Oy',
    registry: { previousNames: [{ name: 'Ensin Oy', from: '1980-01-01', until: '1990-01-01' }] },
  });
});

test.each([
  ['TOIMI', 'FI-TOL-1995'],
  ['TOIMI2', 'FI-TOL-2002'],
  ['TOIMI3', 'FI-TOL-2008'],
  ['TOIMI4', 'FI-TOL-2025'],
  ['constructor', 'FI-TOL'],
  [undefined, 'FI-TOL'],
])('business lines of %s are of %s', async (typeCodeSet, scheme) => {
  expect(only(await read({ ...small, mainBusinessLine: { type: '62010', typeCodeSet } })).activities).toEqual([
    { kind: 'unlicensed', scheme, code: '62010', label: null },
  ]);
});

test.each([
  ['1234567-1', true],
  ['1234567-2', false],
  ['0000006-1', false],
  ['1234567', false],
])('the check digit of %s is right: %s', async (value, numberValid) => {
  expect(only(await read({ ...small, businessId: { value } })).registry).toMatchObject({ numberValid });
});

test('a record without a business ID is left out, and senseless members do no harm', async () => {
  expect(await read({ ...small, businessId: null }, { names: [] })).toEqual([]);
  const senseless = {
    addresses: 'x',
    companyForms: [null, 1, []],
    registeredEntries: {},
    companySituations: [[]],
    euId: [],
    website: 7,
  };
  expect(only(await read({ ...small, ...senseless, names: [null, { name: 'A\u0000B', type: 1 }] }))).toMatchObject({
    name: 'AB',
    legalForm: null,
    registry: { visitingAddress: null, website: null },
  });
});

test('the answer of the API is read too, and other JSON is refused', async () => {
  await writeFile(path('api.json'), JSON.stringify({ totalResults: 1, companies: [small] }));
  expect(only(await companiesOf(fi, path('api.json'))).name).toBe('Kurki Oy');
  await writeFile(path('other.json'), JSON.stringify([{ id: 1, name: 'x' }]));
  await expect(companiesOf(fi, path('other.json'))).rejects.toThrow(
    'This is not the file of this register: its records lack "businessId", "names". They start with: id, name.',
  );
});

test('a private trader is a natural person', async () => {
  await writeFile(
    path('fi.json'),
    JSON.stringify([{ ...small, companyForms: [{ type: '26', registrationDate: '2001-03-20' }] }]),
  );
  expect(await takenOf(fi, path('fi.json'))).toEqual([naturalPerson]);
});
