import { expect, test } from 'vitest';
import { Personal } from '../../../src/company/personal/personal.ts';
import { ie } from '../../../src/registers/countries/ie/register.ts';
import { no } from '../../../src/registers/countries/no/register.ts';

test.each(['PERS', 'ENK'])('the name of a %s in Norway is a person’s', (legalForm) => {
  const record = { canonicalName: 'ADA', registry: { activity: 'ADA' }, sourceData: { navn: 'ADA', aktivitet: 'ADA' } };
  const erased = { canonicalName: '7', registry: { activity: null }, sourceData: { navn: null, aktivitet: null } };
  expect(new Personal(no).erased(record, { number: '7', legalForm })).toEqual(erased);
  expect(new Personal(no).erased(record, { number: '7', legalForm: 'AS' })).toEqual(record);
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
