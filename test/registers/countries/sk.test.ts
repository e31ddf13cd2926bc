import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sk } from '../../../src/registers/countries/sk/register.ts';
import { naturalPerson } from '../../../src/registers/declaration/register.ts';
import { companiesOf, takenOf } from '../../support/imports.ts';
import { only, useFolder } from '../../support/registers/register-files.ts';

const path = useFolder();

async function write(...results: unknown[]): Promise<string> {
  await writeFile(path('sk.json'), JSON.stringify({ results, license: 'CC BY 4.0' }));
  return path('sk.json');
}
const read = async (...results: unknown[]) => companiesOf(sk, await write(...results));

const coded = (value: string, code: string, codelistCode = 'CL000000') => ({ value, code, codelistCode });
const small = { id: 7, identifiers: [{ value: '31322832' }], fullNames: [{ value: 'VOLAVKA, a.s.', validFrom: '2008-05-30' }] };

test('an entity becomes a company, with everything that it tells', async () => {
  const company = await read({
    id: 1003617,
    dbModificationDate: '2026-07-09',
    identifiers: [{ value: '31322832', validFrom: '1992-04-29' }],
    fullNames: [
      { value: 'VOLAVKA a.s.', validFrom: '1992-04-29', validTo: '1998-11-29' },
      { value: 'VOLAVKA, a.s.', validFrom: '2008-05-30', validTo: '1800-01-01' },
      { value: 'VOLAVKA , a.s.', validFrom: '1998-11-30', validTo: '2008-05-29' },
    ],
    alternativeNames: [{ value: 'Heron', validFrom: '2010-01-01' }],
    addresses: [
      { validFrom: '1992-04-29', validTo: '2006-06-15', street: 'Stará', regNumber: 1 },
      {
        validFrom: '2006-06-16',
        street: 'Vlčie',
        regNumber: 0,
        buildingNumber: '1',
        postalCodes: ['824 12'],
        municipality: { value: 'Bratislava' },
        country: coded('Slovenská republika', '703', 'CL000086'),
      },
    ],
    legalForms: [{ value: coded('Akciová spoločnosť', '121', 'CL000056'), validFrom: '1992-04-29' }],
    establishment: '1992-05-01',
    termination: '2020-01-31',
    legalStatuses: [{ value: coded('Bez záznamu', '1'), validFrom: '1992-05-01' }],
    activities: [
      { economicActivityDescription: 'obchod', validFrom: '1992-05-01' },
      { economicActivityDescription: 'skončené', validFrom: '1992-05-01', validTo: '1999-01-01' },
    ],
    sourceRegister: {
      value: coded('Obchodný register', '1', 'CL010112'),
      registrationOffices: [{ value: 'Mestský súd', validFrom: '1992-04-29' }],
      registrationNumbers: [{ value: 'Sa/426/B', validFrom: '1992-04-29' }],
    },
    statisticalCodes: { mainActivity: coded('Výroba', '19200', 'CL005205') },
    statutoryBodies: [{ personName: { formatedName: 'Niekto' } }],
  });
  expect(only(company)).toEqual({
    key: '1003617',
    number: '31322832',
    name: 'VOLAVKA, a.s.',
    status: 'dissolved',
    legalForm: 'Akciová spoločnosť',
    registeredAt: '1992-05-01',
    endedAt: '2020-01-31',
    registry: {
      rpoId: '1003617',
      ico: '31322832',
      numberValid: true,
      legalFormCode: '121',
      legalFormText: 'Akciová spoločnosť',
      legalStatusCode: '1',
      legalStatusText: 'Bez záznamu',
      endedOn: '2020-01-31',
      previousNames: [
        { name: 'VOLAVKA , a.s.', from: '1998-11-30', until: '2008-05-29' },
        { name: 'VOLAVKA a.s.', from: '1992-04-29', until: '1998-11-29' },
      ],
      alternativeNames: [{ name: 'Heron', from: '2010-01-01', until: null }],
      address: {
        street: 'Vlčie',
        registerNumber: null,
        buildingNumber: '1',
        postCode: '82412',
        municipality: 'Bratislava',
        country: 'Slovenská republika',
        countryCode: '703',
        from: '2006-06-16',
      },
      sourceRegister: { code: '1', name: 'Obchodný register' },
      registrationOffice: 'Mestský súd',
      registrationNumber: 'Sa/426/B',
      businessObjects: [{ text: 'obchod', from: '1992-05-01' }],
      modifiedOn: '2026-07-09',
    },
    activities: [{ kind: 'unlicensed', scheme: 'SK-NACE-2', code: '19200', label: 'Výroba' }],
    registrations: [
      { scheme: 'SK-RPO', number: '1003617', status: 'Bez záznamu', validFrom: '1992-05-01', validTo: '2020-01-31' },
      { scheme: 'SK-ICO', number: '31322832', status: null, validFrom: null, validTo: null },
      { scheme: 'SK-SOURCE-REGISTER', number: 'Sa/426/B', status: null, validFrom: null, validTo: null },
    ],
  });
  expect(sk.persons?.[0]?.columns).toEqual(['statutoryBodies', 'stakeholders', 'kuvPersonsInfo', 'topManagementsInfo']);
});

const inStatus = (text: string, more = {}) => ({
  legalStatuses: [{ value: coded(text, '2'), validFrom: '2020-01-01', ...more }],
});
test.each([
  [{}, 'active'],
  [inStatus('V likvidácii'), 'winding_up'],
  [inStatus('Vyhlásený konkurz'), 'insolvent'],
  [inStatus('Reštrukturalizácia'), 'insolvent'],
  [{ fullNames: [{ value: 'VOLAVKA, s.r.o. v likvidácii' }] }, 'winding_up'],
  [{ fullNames: [{ value: 'VOLAVKA, s.r.o. "v konkurze"' }] }, 'active'],
  [{ fullNames: [{ value: 'VOLAVKA, s.r.o. v konkurze' }] }, 'insolvent'],
  [{ ...inStatus('V likvidácii'), termination: '2020-01-01' }, 'dissolved'],
])('%j is %s', async (fields, status) => {
  expect(only(await read({ ...small, ...fields }))).toMatchObject({ status });
});

test.each([
  [{ sourceRegister: { value: coded('Živnostenský register', '2') } }],
  [{ legalForms: [{ value: coded('Podnikateľ', '101') }] }],
  [{ legalForms: [{ value: coded('Podnikateľ', '110') }] }],
  [{ legalForms: [{ value: coded('Fyzická osoba-príležitostne činná', '100') }] }],
  [{ legalForms: [{ value: coded('Zahraničná osoba, fyzická osoba s bydliskom mimo územia SR', '422') }] }],
])('%j is a natural person', async (fields) => {
  expect(await takenOf(sk, await write({ ...small, ...fields }))).toEqual([naturalPerson]);
});

test('a number may be wrong, short or missing', async () => {
  const numbers = async (value: string) => only(await read({ ...small, identifiers: [{ value }] }));
  expect(await numbers('31322833')).toMatchObject({ number: '31322833', registry: { numberValid: false } });
  expect(await numbers('151866')).toMatchObject({ number: '00151866', registry: { ico: '00151866' } });
  expect(await numbers('Neuvedené')).toMatchObject({ key: '7', number: '7', registry: { ico: null, numberValid: null } });
});
