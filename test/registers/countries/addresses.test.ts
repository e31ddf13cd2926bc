import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registers } from '../../../src/registers/countries/registers.ts';

const nothing = { lines: [], postalCode: null, locality: null, region: null, country: null, raw: null };

/** The typed fields of a record as they are stored, and its address. The values have the form of real rows. */
const rows: [id: string, registry: Record<string, unknown>, address: object | null][] = [
  ['au', { numberKind: 'ACN' }, null],
  ['fr', { seatNumber: '01675069700050' }, null],
  [
    'be',
    { address: { postCode: '9000', municipalityNl: 'Gent', municipalityFr: 'Gent', streetNl: 'Stropstraat', houseNumber: '1' } },
    { ...nothing, lines: ['Stropstraat 1'], postalCode: '9000', locality: 'Gent', country: 'BE' },
  ],
  // A town of two languages, and an address abroad.
  [
    'be',
    {
      address: {
        ...{
          postCode: '1000',
          municipalityNl: 'Brussel',
          municipalityFr: 'Bruxelles',
          houseNumber: '5',
          box: '3',
          extra: 'toren',
        },
        ...{ streetNl: 'Wetstraat', streetFr: 'Rue de la Loi' },
      },
    },
    {
      ...nothing,
      lines: ['Wetstraat / Rue de la Loi 5 box 3', 'toren'],
      postalCode: '1000',
      locality: 'Brussel / Bruxelles',
      country: 'BE',
    },
  ],
  [
    'be',
    { address: { countryNl: 'Frankrijk', countryFr: 'France', postCode: '62000', municipalityFr: 'Arras', streetFr: 'Rue X' } },
    { ...nothing, lines: ['Rue X'], postalCode: '62000', locality: 'Arras', country: 'FR' },
  ],
  [
    'cy',
    { address: { street: 'Λεωφόρος 7', building: null, territory: '1095, ΛΕΥΚΩΣΙΑ' } },
    { ...nothing, lines: ['Λεωφόρος 7', '1095, ΛΕΥΚΩΣΙΑ'] },
  ],
  [
    'cz',
    {
      address: {
        ...{ street: 'Dlouhá', houseNumber: '730', orientationNumber: '35', district: 'Staré Město', municipality: 'Praha' },
        ...{ postCode: '11000', municipalityCode: '554782' },
      },
    },
    { ...nothing, lines: ['Dlouhá 730/35', 'Staré Město'], postalCode: '11000', locality: 'Praha', country: 'CZ' },
  ],
  // A village without streets; and a text alone.
  [
    'cz',
    { address: { houseNumber: '12', district: 'Lhota', municipality: 'Lhota', postCode: '28002' } },
    { ...nothing, lines: ['Lhota 12'], postalCode: '28002', locality: 'Lhota' },
  ],
  ['cz', { address: { full: 'Wien, Hauptstrasse 1' } }, { ...nothing, raw: 'Wien, Hauptstrasse 1' }],
  [
    'ee',
    {
      address: {
        ...{ full: 'Harju maakond, Tallinn, Tee 78-9', location: 'Tee 78-9', municipalityCode: '0176', postCode: '13513' },
        municipality: 'Haabersti linnaosa, Tallinn, Harju maakond',
      },
    },
    {
      lines: ['Tee 78-9'],
      postalCode: '13513',
      locality: 'Haabersti linnaosa, Tallinn, Harju maakond',
      region: null,
      country: 'EE',
      raw: 'Harju maakond, Tallinn, Tee 78-9',
    },
  ],
  [
    'fi',
    {
      visitingAddress: {
        street: 'Karakatu',
        buildingNumber: '7',
        entrance: 'A',
        apartment: '3',
        postCode: '02610',
        city: 'ESPOO',
      },
    },
    { ...nothing, lines: ['Karakatu 7 A 3'], postalCode: '02610', locality: 'ESPOO' },
  ],
  [
    'fi',
    { visitingAddress: null, postalAddress: { poBox: '226', postCode: '00045', city: 'NOKIA', municipalityCode: '536' } },
    { ...nothing, lines: ['PL 226'], postalCode: '00045', locality: 'NOKIA', country: 'FI' },
  ],
  [
    'fi',
    { visitingAddress: { freeText: '1 Main Street, Cork', country: 'IE' } },
    { ...nothing, country: 'IE', raw: '1 Main Street, Cork' },
  ],
  // The c/o line names a person and is left out.
  [
    'gb',
    {
      address: {
        ...{ careOf: 'JANE DOE', poBox: '7', line1: '26 ROAD', line2: 'HUNSLET', postTown: 'LEEDS', county: 'YORKSHIRE' },
        ...{ country: 'ENGLAND', postCode: 'LS10 2RU' },
      },
    },
    {
      ...nothing,
      lines: ['PO Box 7', '26 ROAD', 'HUNSLET'],
      postalCode: 'LS10 2RU',
      locality: 'LEEDS',
      region: 'YORKSHIRE',
      country: 'GB',
    },
  ],
  ['gb', { address: { careOf: 'JANE DOE' } }, null],
  ['gb', { address: { line1: '1', country: 'WEST GERMANY' } }, { ...nothing, lines: ['1'] }],
  ['gb', { address: { line1: '1', country: 'UNITED KINGDOM' } }, { ...nothing, lines: ['1'], country: 'GB' }],
  ['gb', { address: { line1: '1', country: 'RUSSIA' } }, { ...nothing, lines: ['1'], country: 'RU' }],
  [
    'ie',
    { address: { lines: ['THE CHURCH', "ST. MARY'S PLACE", 'DUBLIN 7'], eircode: 'D07 P4AX' } },
    { ...nothing, lines: ['THE CHURCH', "ST. MARY'S PLACE", 'DUBLIN 7'], postalCode: 'D07 P4AX', country: 'IE' },
  ],
  ['ie', { address: { lines: [], eircode: null } }, null],
  [
    'jp',
    { address: { prefecture: '京都府', city: '京都市南区', street: '鉾立町１', prefectureCode: '26', postCode: '6018116' } },
    { ...nothing, lines: ['鉾立町１'], postalCode: '6018116', locality: '京都市南区', region: '京都府', country: 'JP' },
  ],
  [
    'jp',
    { address: { prefectureCode: '99', outsideJapan: 'アメリカ合衆国カリフォルニア州' } },
    { ...nothing, raw: 'アメリカ合衆国カリフォルニア州' },
  ],
  ['lt', { address: { full: 'Vilnius, Gatvės g. 95, LT-07114' } }, { ...nothing, raw: 'Vilnius, Gatvės g. 95, LT-07114' }],
  [
    'lv',
    { address: { full: 'Valmiera, "Centrs"', postCode: '4201', territoryCode: '0885162' } },
    { ...nothing, postalCode: '4201', country: 'LV', raw: 'Valmiera, "Centrs"' },
  ],
  [
    'md',
    { address: 'mun. Chişinău, str. Mare, 1', territoryCode: '0120' },
    { ...nothing, country: 'MD', raw: 'mun. Chişinău, str. Mare, 1' },
  ],
  [
    'no',
    {
      businessAddress: {
        ...{ lines: ['Langgata 87'], postTown: 'SANDNES', postCode: '4306', municipality: 'SANDNES' },
        ...{ municipalityCode: '1108', country: 'Norge', countryCode: 'NO' },
      },
      postalAddress: { lines: ['Postboks 32'] },
    },
    { ...nothing, lines: ['Langgata 87'], postalCode: '4306', locality: 'SANDNES', region: 'SANDNES', country: 'NO' },
  ],
  [
    'no',
    { businessAddress: { lines: [], postTown: null, countryCode: null }, postalAddress: { lines: ['Box 1'], countryCode: 'SE' } },
    { ...nothing, lines: ['Box 1'], country: 'SE' },
  ],
  [
    'ro',
    {
      address: {
        ...{ country: 'Romania', county: 'Bucuresti', locality: 'Bucuresti Sectorul 3', street: 'Mosilor', number: '88' },
        ...{ staircase: 'F', apartment: 'F1', sector: '3', postCode: '030152' },
      },
    },
    {
      ...nothing,
      lines: ['Mosilor 88', 'sc. F, ap. F1'],
      postalCode: '030152',
      locality: 'Bucuresti Sectorul 3',
      region: 'Bucuresti',
      country: 'RO',
    },
  ],
  [
    'se',
    { address: { street: 'Ensillre 2286', postCode: '84100', postTown: 'ÅNGE', country: 'SE' } },
    { ...nothing, lines: ['Ensillre 2286'], postalCode: '84100', locality: 'ÅNGE', country: 'SE' },
  ],
  [
    'sk',
    {
      address: { street: 'Vlčie hrdlo', buildingNumber: '1', postCode: '82412', municipality: 'Bratislava', countryCode: '703' },
    },
    { ...nothing, lines: ['Vlčie hrdlo 1'], postalCode: '82412', locality: 'Bratislava', country: 'SK' },
  ],
  [
    'sk',
    { address: { registerNumber: '12', buildingNumber: '4', municipality: 'Lehota', countryCode: '203' } },
    { ...nothing, lines: ['Lehota 12/4'], locality: 'Lehota', country: 'CZ' },
  ],
];

test.each(rows)('an address of %s', (id, registry, address) => {
  expect(registers.find((register) => register.id === id)?.address?.(registry) ?? null).toEqual(address);
});

test('a record without the fields, or with erased ones, has no address', () => {
  const fields = ['address', 'visitingAddress', 'postalAddress', 'businessAddress'];
  const erased = Object.fromEntries(fields.map((field) => [field, null]));
  for (const { address } of registers) expect([address?.({}) ?? null, address?.(erased) ?? null]).toEqual([null, null]);
});

test('the guide says which parts each register fills', () => {
  const guide = readFileSync(new URL('../../../docs/guides/registers.md', import.meta.url), 'utf8');
  const [header = '', , ...lines] = /^\| \| lines .*?(?=\n\n)/ms.exec(guide)?.[0].split('\n') ?? [];
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...parts] = cells(header);
  const told = lines.map((line) => {
    const [id = '', ...filled] = cells(line);
    return [id.replaceAll('`', ''), parts.filter((_, place) => filled[place] !== '–')];
  });
  const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null);
  const found = registers.map(({ id }) => {
    const addresses = rows
      .filter(([register]) => register === id)
      .map(([, , address]) => (address ?? {}) as Record<string, unknown>);
    return [id, parts.filter((part) => addresses.some((address) => part in address && isFilled(address[part])))];
  });
  expect(told).toEqual(found);
});
