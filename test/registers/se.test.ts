import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { swedishHeader as header } from '../../scripts/samples/se.ts';
import { naturalPerson } from '../../src/registers/register.ts';
import { se } from '../../src/registers/se.ts';
import { companiesOf, takenOf } from '../support/imports.ts';
import { type Fields, only, useFolder } from '../support/register-files.ts';

const path = useFolder();
const small: Fields = {
  organisationsidentitet: '5560000001$ORGNR-IDORG',
  namnskyddslopnummer: '1',
  organisationsnamn: 'Häger AB$FORETAGSNAMN-ORGNAM$1985-10-01',
  organisationsform: 'AB-ORGFO',
};

async function write(...rows: Fields[]): Promise<string> {
  const lines = rows.map((row) => `"${header.map((column) => row[column] ?? '').join('";"')}"`);
  await writeFile(path('se.txt'), ['\uFEFF', header.join(';'), '\n', lines.join('\n'), '\n'].join(''));
  return path('se.txt');
}
const read = async (...rows: Fields[]) => companiesOf(se, await write(...rows));

test('a row becomes a company, with everything that it tells', async () => {
  const company = await read({
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
    registeredAt: '1985-10-01',
    registry: {
      numberValid: true,
      legalFormCode: 'I',
      legalFormText: 'Ideell förening',
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
  expect(se.personal).toEqual(['postadress']);
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
  expect(only(await read({ ...small, pagandeAvvecklingsEllerOmstruktureringsforfarande }))).toMatchObject({ status });
});

test('several rows of a number are one company, whose own row has the lowest number', async () => {
  const row = (namnskyddslopnummer: string, name: string) => ({
    ...small,
    namnskyddslopnummer,
    organisationsnamn: `${name}$NAMN-ORGNAM$`,
  });
  expect(only(await read(row('10', 'Tredje'), row('2', 'Andra'), row('1', 'Första')))).toMatchObject({
    name: 'Första',
    registry: { otherNames: [{ name: 'Tredje' }, { name: 'Andra' }] },
  });
});

test.each([
  [{ organisationsidentitet: '191212121212$PERSON-IDORG' }],
  [{ organisationsidentitet: '191212121212$DODSBO-IDORG' }],
  [{ organisationsform: 'E-ORGFO' }],
])('%j is a natural person', async (fields) => {
  expect(await takenOf(se, await write({ ...small, ...fields }))).toEqual([naturalPerson]);
});

test('NUL characters and the word null are nothing; what is no date and no identity is rejected', async () => {
  const row = {
    organisationsnamn: 'Hä\0ger AB$FORETAGSNAMN-ORGNAM$',
    verksamhetsbeskrivning: 'null',
    avregistreringsdatum: 'null',
  };
  expect(only(await read({ ...small, ...row }))).toMatchObject({
    name: 'Häger AB',
    status: 'active',
    registry: { business: null },
  });
  await expect(read({ ...small, registreringsdatum: 'Solna' })).rejects.toThrow('a column of dates holds something else');
  await expect(read({ ...small, organisationsidentitet: '1$OTHER-IDORG' })).rejects.toThrow('the identity is of an unknown kind');
});
