import { expect, test } from 'vitest';
import { Personal } from '../../../src/companies/data/personal.ts';
import { fi } from '../../../src/registers/countries/fi/register.ts';
import { ie } from '../../../src/registers/countries/ie/register.ts';
import { no } from '../../../src/registers/countries/no/register.ts';

test.each([
  [no, 'PERS', { navn: 'ADA' }],
  [no, 'ENK', { navn: 'ADA' }],
  [fi, 'Yksityinen elinkeinonharjoittaja', { names: [{ name: 'ADA' }] }],
])('$id: the name of a %s is a person’s', (register, legalForm, sourceData) => {
  const record = { canonicalName: 'ADA', registry: { previousNames: [{ name: 'ADA' }] }, sourceData };
  const subject = { number: '7', legalForm };
  const erased = new Personal(register).erased(record, subject);
  expect(erased).toMatchObject({ canonicalName: '7', sourceData: { [Object.keys(sourceData)[0] as string]: null } });
  if (register === fi) expect(JSON.stringify(erased)).not.toContain('ADA');
  expect(new Personal(register).erased(record, { ...subject, legalForm: 'AS' }).canonicalName).toBe('ADA');
});

test('each row of a company is erased by itself: the name behind c/o is in its next column', () => {
  const row = (...lines: string[]) => Object.fromEntries(lines.map((line, place) => [`company_address_${place + 1}`, line]));
  const sourceData = { ...row('C/O', 'ADA', 'DUBLIN'), otherRows: [row('1 HILL', 'C/O', 'ADA', 'CORK'), row('2 HILL')] };
  expect(new Personal(ie).erased({ sourceData }, { number: '7', legalForm: 'LTD' }).sourceData).toEqual({
    ...sourceData,
    company_address_1: null,
    company_address_2: null,
    otherRows: [{ ...row('1 HILL', '', '', 'CORK'), company_address_2: null, company_address_3: null }, row('2 HILL')],
  });
});
