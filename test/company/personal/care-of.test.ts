import { expect, test } from 'vitest';
import { CareOf } from '../../../src/company/personal/care-of.ts';
import { parseLossless } from '../../../src/kernel/lossless-json.ts';

test.each([
  'C/O ADA SMITH',
  'c/o Ada Smith, 1 High Street',
  'EAGLE HOUSE C/O RAMON LEE & PARTNERS',
  'C / O ADA',
  'c\\o Ada',
  'C.O. ADA',
  'c/- Ada Smith',
  '℅ Ada',
  'Care of Ada',
  'p/a Ada de Vries',
  'v/Ola Nordmann',
  'Attn: Ada',
  'chez Ada',
  'c/oAda Smith',
  'C/OADA SMITH',
  'カナダオンタリオ州ｃ／ｏアダ',
  'c∕o Ada',
  'FAO Ada Smith',
  'F.A.O. ADA',
  'F.A.O ADA',
  'For the attention of Ada',
  'ATTENTION: ADA SMITH',
  'ATTENTION ADA',
  'Att: Ada',
  'Att. Ada',
  'ATTN ADA',
  'CO ADA SMITH',
  'CO. ADA SMITH',
  'CO: ADA',
  'MR ADA SMITH',
  'Mr. Ada Smith, 1 High Street',
  'MRS A SMITH',
  'MS ADA SMITH',
  'MISS SMITH',
  'DR ADA SMITH',
  'z. Hd. Ada',
])('%j has somebody who receives the post', (line) => {
  expect(new CareOf().without(line)).toBeNull();
});

test.each([
  '1 HIGH STREET',
  '1 C O LIMITED',
  'CO DUBLIN',
  'CO DURHAM',
  'CO. CORK',
  'Co.Kerry',
  'CO DOWN BT20',
  'CO-OPERATIVE HOUSE',
  'CO WORKING SPACE 3',
  'CO-ORDINATION CENTRE',
  'COLD STREET',
  'MR KEBAB LTD',
  'MS LEGAL LIMITED',
  'MRSA CLINIC',
  'Dr. Holms vei 5',
  'Dr.-Karl-Renner-Platz',
  'DRURY LANE',
  'OAK DR',
  'ATTICA 4',
  'FAOLAIN STREET',
  'MARCO/OLIVA 3',
  'Office 12/0',
  'Chezy 4',
  'Rue Attenante',
  '',
  'ACC/OFFICE',
  'BLOCK C/OFFICE 2',
  'BLOCK C / ORCHARD ROAD',
])('%j has nobody', (line) => {
  expect(new CareOf().without(line)).toBe(line);
});

test('a name may stand in the line behind the sign; lists lose the line, fields become null', () => {
  const address = { line1: 'C/O', line2: null, poBox: '', line3: 'ADA SMITH', line4: '1 HIGH STREET' };
  expect(new CareOf().without(address)).toEqual({ ...address, line1: null, line3: null });
  expect(new CareOf().without({ lines: ['c/o Ada', 'Gata 1'] })).toEqual({ lines: ['Gata 1'] });
});

test.each(['CO', 'MR', 'FAO:', 'ATTENTION:', 'Att:', 'For the attention of'])('%j may have the name in the next line', (sign) => {
  expect(new CareOf().without(['MILL HOUSE', sign, 'ADA SMITH', 'LEEDS'])).toEqual(['MILL HOUSE', 'LEEDS']);
});

test('the numbers beside it keep their digits', () => {
  const address = parseLossless('{"street":"c/o Ada","number":9007199254740993}');
  expect(JSON.stringify(new CareOf().without(address))).toBe('{"street":null,"number":9007199254740993}');
});
