import { describe, expect, test } from 'vitest';
import { Columns, decimalOf, integerOf, record, textOf } from '../../../src/registers/declaration/columns.ts';
import { WrongFile } from '../../../src/registers/files/table.ts';

describe('columns are found by name', () => {
  const columns = new Columns([' CompanyNumber', 'companyName ', 'name', 'Name']);

  test('whatever the space around it and its case', () => {
    const cells = [' 01 ', 'A', 'first', 'second'];
    expect(columns.need('CompanyNumber')(cells)).toBe('01');
    expect(columns.need('CompanyName')(cells)).toBe('A');
    expect(() => columns.check()).not.toThrow();
  });

  test('of two with one name the first counts', () => {
    expect(columns.need('name')(['', '', 'first', 'second'])).toBe('first');
  });

  test('one that an edition lacks is empty, and so is a cell that a row lacks', () => {
    expect(columns.maybe('SICCode')(['1', 'A'])).toBe('');
    expect(columns.read('SICCode', integerOf)(['1', 'A'])).toBeNull();
    expect(columns.need('name')(['1', 'A'])).toBe('');
    expect(columns.has('SICCode')).toBe(false);
  });

  test('those that must be there and are not are told together, once each, beside what is there', () => {
    const poor = new Columns(['nimi', 'kood']);
    poor.need('name');
    poor.cell('date');
    poor.need('name');
    poor.maybe('address');
    expect(() => poor.check()).toThrow(WrongFile);
    expect(() => poor.check()).toThrow(/lacks "name", "date"\. It starts with: nimi, kood\./);
    const headless = new Columns(['FIE ADA', '10000006', 'R']);
    headless.need('name');
    expect(() => headless.check()).toThrow(/lacks "name"\. It is a row of data\.$/);
  });
});

test('a record has a field for each reader', () => {
  const columns = new Columns(['a', 'b']);
  const read = record({ first: columns.need('a'), inner: record({ second: columns.read('b', integerOf) }) });
  expect(read(['x', '7'])).toEqual({ first: 'x', inner: { second: 7 } });
});

test.each([
  ['12', 12, 12],
  ['-3', -3, -3],
  ['007', 7, 7],
  ['100000.00', null, 100_000],
  ['0.5', null, 0.5],
  ['1,5', null, null],
  ['1e3', null, null],
  ['0x10', null, null],
  ['Infinity', null, null],
  ['9999999999999999', null, null],
  ['.5', null, null],
  ['', null, null],
])('%j as a whole number is %j, as a decimal %j', (text, integer, decimal) => {
  expect(integerOf(text)).toBe(integer);
  expect(decimalOf(text)).toBe(decimal);
});

test.each([
  [' a\u00a0', 'a'],
  [1003600000008, '1003600000008'],
  [0, '0'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
])('the text of %j is %j', (cell, text) => {
  expect(textOf(cell)).toBe(text);
});
