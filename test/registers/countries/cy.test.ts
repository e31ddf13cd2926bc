import { afterAll, beforeAll, expect, test } from 'vitest';
import { cy } from '../../../src/registers/countries/cy/register.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { folderOf, joinedCompanies } from '../../support/registers/joined-files.ts';

let ground: ImportGround;
let folders = 0;
beforeAll(async () => {
  ground = await importGround();
});
afterAll(() => ground.close());

const header =
  'ORGANISATION_NAME,REGISTRATION_NO,ORGANISATION_TYPE_CODE,ORGANISATION_TYPE,ORGANISATION_SUB_TYPE,NAME_STATUS_CODE,NAME_STATUS,REGISTRATION_DATE,ORGANISATION_STATUS,ORGANISATION_STATUS_DATE,ADDRESS_SEQ_NO';
const organisation = (
  name: string,
  number: string,
  { type = 'C', nameStatus = 'ACR', status = 'Εγγεγραμμένη', address = '7' } = {},
) =>
  `"${name}","${number}","${type}","Εταιρεία","Ιδιωτική","${nameStatus}","Όνομα","01/02/1999","${status}","03/04/2005","${address}"`;
const read = async (rows: string[], offices = ['"7","ΟΔΟΣ 1","ΜΕΓΑΡΟ","1000, ΛΕΥΚΩΣΙΑ"', '"8","ΑΛΛΗ","","2000"']) =>
  joinedCompanies(
    ground,
    cy,
    await folderOf(ground, `cy-${folders++}`, {
      'organisations_94.csv': `\uFEFF${[header, ...rows, ''].join('\r\n')}`,
      'registered_office_96.csv': `\uFEFF${['ADDRESS_SEQ_NO,STREET,BUILDING,TERRITORY', ...offices, ''].join('\r\n')}`,
    }),
  );

test('the rows of an organisation become one company, with former names and the office that they link to', async () => {
  const { companies } = await read([
    organisation('<< PELARGOS >> LTD', '123'),
    organisation('OTHER LTD', '124', { address: '7' }),
    organisation('STORK LTD', '123', { nameStatus: 'OLD' }),
    organisation('NO OFFICE LTD', '125', { address: '' }),
  ]);
  expect(companies).toEqual([
    {
      number: 'HE123',
      name: 'PELARGOS LTD',
      status: 'active',
      legalForm: 'Ιδιωτική',
      registeredAt: '1999-02-01',
      endedAt: null,
      endKind: null,
      registry: {
        typeCode: 'C',
        typeText: 'Εταιρεία',
        subType: 'Ιδιωτική',
        statusText: 'Εγγεγραμμένη',
        statusSince: '2005-04-03',
        previousNames: [{ name: 'STORK LTD', status: 'Όνομα' }],
        address: { street: 'ΟΔΟΣ 1', building: 'ΜΕΓΑΡΟ', territory: '1000, ΛΕΥΚΩΣΙΑ' },
      },
      activities: [],
      registrations: [{ scheme: 'CY-DRCOR', number: 'HE123', status: 'Εγγεγραμμένη', validFrom: '1999-02-01', validTo: null }],
    },
    expect.objectContaining({
      number: 'HE124',
      registry: expect.objectContaining({ address: expect.objectContaining({ street: 'ΟΔΟΣ 1' }) }),
    }),
    expect.objectContaining({ number: 'HE125', registry: expect.objectContaining({ address: null }) }),
  ]);
});

test('a number is unique only with its type, and business names are the trades of people', async () => {
  const { companies, persons } = await read([
    organisation('A LTD', '1'),
    organisation('B OVERSEAS', '1', { type: 'O' }),
    organisation('C PARTNERS', '1', { type: 'P' }),
    organisation('Maria Invented Crafts', '1', { type: 'B' }),
  ]);
  expect(companies.map(({ number }) => number)).toEqual(['AE1', 'HE1', 'S1']);
  expect(persons).toBe(1);
});

test('the text of the status tells the status', async () => {
  const expected = {
    Εγγεγραμμένη: 'active',
    ΕΓΓΕΓΡΑΜΜΕΝΗ: 'active',
    'Στάληκε επιστολή Υπενθύμισης': 'winding_up',
    'Εκούσια Εκκαθάριση από Μετόχους': 'winding_up',
    'Εκούσια Εκκαθάριση από Πιστωτές': 'insolvent',
    'Εκκαθάριση με Διάταγμα Δικαστηρίου κάτι': 'insolvent',
    'Υπο Εκκαθάριση': 'winding_up',
    'Διαλύθηκε λόγω συγχώνευσης': 'dissolved',
    Διαγραμμένη: 'dissolved',
    'Κάτι άλλο': 'unknown',
  };
  const { companies } = await read(Object.keys(expected).map((status, at) => organisation('A LTD', String(at), { status })));
  expect(Object.fromEntries(companies.map(({ registry, status }) => [registry['statusText'], status]))).toEqual(expected);
  for (const { status, registrations } of companies)
    expect(registrations[0]?.validTo).toBe(status === 'dissolved' ? '2005-04-03' : null);
});

test('numbers are found in Greek and in Latin letters', () => {
  for (const typed of ['ΗΕ 123', 'HE123', 'he-123']) expect(cy.normalizeNumber?.(typed)).toBe('HE123');
});
