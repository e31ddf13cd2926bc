import { expect, test } from 'vitest';
import { ee } from '../../../src/registers/countries/ee/register.ts';
import { companiesIn, type Fields, only, type TextFormat, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();
const header = (
  'nimi;ariregistri_kood;ettevotja_oiguslik_vorm;ettevotja_oigusliku_vormi_alaliik;kmkr_nr;ettevotja_staatus;' +
  'ettevotja_staatus_tekstina;ettevotja_esmakande_kpv;ettevotja_aadress;asukoht_ettevotja_aadressis;asukoha_ehak_kood;' +
  'asukoha_ehak_tekstina;indeks_ettevotja_aadressis;ads_adr_id;ads_ads_oid;ads_normaliseeritud_taisaadress;teabesysteemi_link'
).split(';');
const format: TextFormat = { delimiter: ';', quote: 'needed', lineBreak: '\n', start: '\uFEFF' };
const small: Fields = { nimi: 'Hõbehaigur OÜ', ariregistri_kood: '10000006', ettevotja_staatus: 'R' };

const read = (...rows: Fields[]) => companiesIn(ee, path('ee.csv'), header, rows, format);

test('a row becomes a company, with everything that it tells', async () => {
  const companies = await read({
    nimi: 'Hõbehaigur; Äri "Õu" OÜ',
    ariregistri_kood: '10000006',
    ettevotja_oiguslik_vorm: 'Osaühing',
    ettevotja_oigusliku_vormi_alaliik: 'Muu',
    kmkr_nr: 'EE100000001',
    ettevotja_staatus: 'R',
    ettevotja_staatus_tekstina: 'Registrisse kantud',
    ettevotja_esmakande_kpv: '05.06.1999',
    ettevotja_aadress: 'Haigru talu',
    asukoht_ettevotja_aadressis: 'Haigru tee 7-8',
    asukoha_ehak_kood: '0176',
    asukoha_ehak_tekstina: 'Haigru linnaosa, Tallinn, Harju maakond',
    indeks_ettevotja_aadressis: '01351',
    ads_adr_id: '2182000',
    ads_ads_oid: 'EE00000001',
    ads_normaliseeritud_taisaadress: 'Harju maakond, Tallinn, Haigru linnaosa, Haigru tee 7-8',
    teabesysteemi_link: 'https://ariregister.rik.ee/est/company/10000006',
  });
  expect(companies).toEqual([
    {
      number: '10000006',
      name: 'Hõbehaigur; Äri "Õu" OÜ',
      status: 'active',
      legalForm: 'Osaühing',
      registeredAt: '1999-06-05',
      registry: {
        statusCode: 'R',
        statusText: 'Registrisse kantud',
        legalForm: 'Osaühing',
        legalFormSubtype: 'Muu',
        vatNumber: 'EE100000001',
        address: {
          full: 'Harju maakond, Tallinn, Haigru linnaosa, Haigru tee 7-8',
          business: 'Haigru talu',
          location: 'Haigru tee 7-8',
          municipalityCode: '0176',
          municipality: 'Haigru linnaosa, Tallinn, Harju maakond',
          postCode: '01351',
          addressId: '2182000',
          addressObjectId: 'EE00000001',
        },
        link: 'https://ariregister.rik.ee/est/company/10000006',
      },
      activities: [],
      registrations: [
        { scheme: 'EE-RIK', number: '10000006', status: 'R', validFrom: '1999-06-05', validTo: null },
        { scheme: 'EE-KMKR', number: 'EE100000001', status: null, validFrom: null, validTo: null },
      ],
    },
  ]);
});

test.each([
  ['R', 'active'],
  ['L', 'winding_up'],
  ['N', 'insolvent'],
  ['K', 'dissolved'],
  [' K ', 'dissolved'],
  ['X', 'unknown'],
  ['constructor', 'unknown'],
  ['', 'unknown'],
])('the status %j is %s', async (code, status) => {
  expect(only(await read({ ...small, ettevotja_staatus: code })).status).toBe(status);
});

test('what is empty is null, and without a VAT number there is one registration', async () => {
  const company = only(await read(small));
  expect(company).toMatchObject({ legalForm: null, registeredAt: null, registry: { vatNumber: null, address: { full: null } } });
  expect(company.registrations).toEqual([{ scheme: 'EE-RIK', number: '10000006', status: 'R', validFrom: null, validTo: null }]);
});

test.each([
  ['31.12.2020', '2020-12-31'],
  ['31.02.2020', null],
  ['01.01.1111', null],
  ['2020-12-31', null],
])('a first entry on %s is %s', async (text, day) => {
  expect(only(await read({ ...small, ettevotja_esmakande_kpv: text })).registeredAt).toBe(day);
});

test('columns may come in another order, more or fewer', async () => {
  const needed = ['uus', 'ettevotja_esmakande_kpv', 'ettevotja_staatus', 'ettevotja_oiguslik_vorm', 'ariregistri_kood', 'nimi'];
  const row = { ...small, ettevotja_esmakande_kpv: '01.02.2003', uus: '1' };
  expect(only(await companiesIn(ee, path('other.csv'), needed, [row], format))).toMatchObject({
    number: '10000006',
    status: 'active',
    registeredAt: '2003-02-01',
    registry: { statusText: null, link: null },
  });
});

test('a file of another register is refused', async () => {
  await expect(companiesIn(ee, path('wrong.csv'), ['regcode', 'name'], [], format)).rejects.toThrow(
    /lacks "nimi", "ariregistri_kood", .*It starts with: regcode, name/,
  );
});
