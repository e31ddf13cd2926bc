import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { legalFormGroups } from '../../../src/company/values.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { legalFormRows } from '../../../src/registers/declaration/legal-forms.ts';
import { exemplified } from '../../support/registers/examples.ts';

const textOf = (file: URL) => readFileSync(file, 'utf8').trimEnd().split('\n');

/** The codes of ISO 20275 (version 1.4.1) for the country, with their status. Moldova has none. */
const isoCodes = (folder: URL) => {
  const file = new URL('iso-20275.csv', folder);
  return new Map(existsSync(file) ? textOf(file).map((line) => line.split(';', 2) as [string, string]) : []);
};

describe.each(exemplified)('the table of $id', ({ id, register, examples, folder }) => {
  const rows = legalFormRows(id);

  test('has codes of the standard for its country; a code that has ended comes with a remark', () => {
    const known = isoCodes(folder);
    const coded = rows.flatMap(({ code, remark }) => (code === null ? [] : [{ code, remark, status: known.get(code) }]));
    expect(coded.filter(({ status, remark }) => status !== 'ACTV' && !(status === 'INAC' && remark.includes('ended')))).toEqual(
      [],
    );
  });

  test('has a group of the shared list for every form', () => {
    expect(rows.filter(({ group }) => !legalFormGroups.includes(group))).toEqual([]);
  });

  test('has every spelling once, and finds it', () => {
    const spellings = rows.flatMap((row) => row.spellings);
    expect(spellings).toEqual([...new Set(spellings)]);
    const found = rows.flatMap((row) => row.spellings.map((one) => [one, register.legalForms?.of(one)]));
    expect(found).toEqual(rows.flatMap(({ code, group, ...row }) => row.spellings.map((one) => [one, { code, group }])));
  });

  test('has every code of the published list of forms', () => {
    const file = new URL('forms.csv', folder);
    if (!existsSync(file)) return;
    const codes = textOf(file).map((line) => line.slice(0, line.indexOf(';')));
    expect(codes.filter((code) => !register.legalForms?.of(code))).toEqual([]);
  });

  test('has the forms of real rows', () => {
    expect(examples.legalForms.filter((form) => !register.legalForms?.of(form))).toEqual([]);
  });
});

const codeOf = (id: string, form: string) => registers.find((register) => register.id === id)?.legalForms?.of(form);

test('some forms, by hand', () => {
  expect(codeOf('gb', 'Private Limited Company')).toEqual({ code: 'H0PO', group: 'limited_company' });
  // Its own code was removed from the standard in favour of this one.
  expect(codeOf('gb', 'Industrial and Provident Society')).toEqual({ code: 'XLZV', group: 'cooperative' });
  expect(codeOf('fr', '5599')).toEqual({ code: 'K65D', group: 'public_limited_company' });
  expect(codeOf('no', 'ENK')).toEqual({ code: 'EXD7', group: 'sole_trader' });
  expect(codeOf('md', 'Societate pe acţiuni')).toEqual({ code: null, group: 'public_limited_company' });
  expect(codeOf('jp', '401')).toEqual({ code: 'MXMH', group: 'branch' });
});

test('case, diacritics and punctuation do not matter, and nothing else is guessed', () => {
  // Romanian letters have a comma below or a cedilla.
  expect(codeOf('md', 'SOCIETATE PE ACȚIUNI')).toEqual(codeOf('md', 'Societate pe acţiuni'));
  expect(codeOf('ie', 'CLG-Company Limited by Guarantee (licenced company)')).toEqual({ code: 'C58S', group: 'limited_company' });
  expect(codeOf('lt', 'Asociacijos filialas')).toEqual({ code: null, group: 'branch' });
  expect(codeOf('lt', 'Filialasis')).toBeUndefined();
  expect(codeOf('gb', 'Private Limited Company of a new kind')).toBeUndefined();
  expect(codeOf('no', 'constructor')).toBeUndefined();
});
