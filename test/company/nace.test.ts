import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { naceHeadings, naceOf, naceReader } from '../../src/company/nace.ts';
import { registers } from '../../src/registers/countries/registers.ts';

const reader = naceReader(registers);
const nace = (scheme: string, code: string | null) => reader({ scheme, code }).nace;
const codesIn = (file: string): string[] =>
  readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(0, line.indexOf(';')));

test.each([
  // A register that is already in Rev. 2.1: further digits or a letter are left out.
  ['FI-TOL-2025', '70100', 'same', ['70.10']],
  ['FR-NAF-2025', '77.39Y', 'same', ['77.39']],
  ['NACE-BEL-2025', '68121', 'same', ['68.12']],
  ['SE-SNI-2025', '01131', 'same', ['01.13']],
  ['RO-CAEN-2025', '6210', 'same', ['62.10']],
  ['CZ-NACE-2.1', '62', 'same', ['62']],
  // From Rev. 2, where one code became one code.
  ['UK-SIC-2007', '70229', 'derived', ['70.20']],
  ['UK-SIC-2007', '62012', 'derived', ['62.10']],
  ['NACE-2', '4741', 'derived', ['47.40']],
  ['MD-CAEM-2', '0111', 'derived', ['01.11']],
  ['SK-NACE-2', '62010', 'derived', ['62.10']],
  ['NACE-BEL-2008', '84130', 'derived', ['84.13']],
  ['CZ-NACE-2', 'A', 'derived', ['A']],
  // Where it became several.
  ['FR-NAF-2008', '64.20Z', 'several', ['64.21', '64.22']],
  ['FR-NAF-2008', '77.39Z', 'several', ['77.11', '77.12', '77.39']],
  ['MD-CAEM-2', '0119', 'several', ['01.13', '01.19']],
  ['RO-CAEN-2008', '4511', 'several', ['46.18', '46.71', '47.81']],
  ['CZ-NACE-2', '620', 'several', ['62.1', '62.2', '62.9']],
  ['CZ-NACE-2', 'J', 'several', ['J', 'K']],
  // Norway's file does not say which of the two it has: both readings count.
  ['NO-SN', '43.210', 'derived', ['43.21']],
  ['NO-SN', '62.010', 'derived', ['62.10']],
  ['NO-SN', '62.100', 'same', ['62.10']],
  ['NO-SN', '77.390', 'several', ['77.11', '77.12', '77.39']],
] as const)('%s %s is %s', (scheme, code, certainty, codes) => {
  expect(nace(scheme, code)).toEqual({ revision: '2.1', codes, certainty });
});

test.each([
  // Older revisions, and classifications that follow no NACE.
  ['UK-SIC-2003', '7415'],
  ['FR-NAF-2003', '74.1J'],
  ['FR-NAP-1973', '01.00'],
  ['MD-CAEM-1', '0111'],
  ['MD-LICENSED', '18'],
  ['FR-NAF', '62.01Z'],
  ['AU-ANZSIC', '0111'],
  // Codes that Companies House has added, and codes that no edition has.
  ['UK-SIC-2007', '99999'],
  ['UK-SIC-2007', '98000'],
  ['UK-SIC-2007', '74990'],
  ['UK-SIC-2007', null],
  ['SE-SNI-2025', '62010'],
  ['NACE-BEL-2025', '45110'],
  ['CZ-NACE-2', '4'],
  ['CZ-NACE-2', ''],
])('%s %s leads nowhere', (scheme, code) => {
  expect(nace(scheme, code)).toBeNull();
});

test('an activity says the revision of its classification, where it is known', () => {
  const revisions = ['NACE-BEL-2003', 'FI-TOL-2008', 'CZ-NACE-2.1', 'NO-SN', 'FR-NAF', 'no scheme'];
  expect(revisions.map((scheme) => reader({ scheme, code: '62' }).revision)).toEqual(['1.1', '2', '2.1', null, null, null]);
});

test('the table leads from every code of Rev. 2 to codes of Rev. 2.1, of the same level', () => {
  const from = readFileSync(new URL('../../src/company/nace-2-to-2.1.csv', import.meta.url), 'utf8').trimEnd();
  const rows = from.split('\n').map((line) => line.split(';') as [string, string]);
  expect(rows.map(([code]) => code.replace('.', '')).sort()).toEqual(codesIn('registers/countries/cz/nace-2.csv').sort());
  for (const [code, codes] of rows)
    expect(codes.split(' ').filter((one) => one.length !== code.length || !naceHeadings.has(one))).toEqual([]);
});

test('Rev. 2.1 has every code that the lists of the registers have, each below its section', () => {
  expect([...naceHeadings.keys()].map((code) => code.replace('.', '')).sort()).toEqual(
    codesIn('registers/countries/cz/nace-2.1.csv').sort(),
  );
  const order = [...naceHeadings.keys()];
  expect(order.slice(0, 4)).toEqual(['A', '01', '01.1', '01.11']);
  expect(order.indexOf('62')).toBeGreaterThan(order.indexOf('K'));
  expect(order.indexOf('62')).toBeLessThan(order.indexOf('L'));
});

test('a code is read without its further digits', () => {
  expect(naceOf('62010', '2')?.codes).toEqual(['62.10']);
});
