import { describe, expect, test } from 'vitest';
import {
  activitiesIn,
  activitiesOf,
  addressBlock,
  addressesOf,
  ageOf,
  nameText,
  sentencesOf,
} from '../../dashboard/company/facts.ts';
import { addressOf, chipsOf, problemsOf, requestOf, searchOf, wordsOf } from '../../dashboard/company/search-request.ts';
import { reactionTo } from '../../dashboard/explorer/combobox.ts';
import {
  exportPageSize,
  type Item,
  mostExported,
  readExport,
  requestsFor,
  tableOf,
} from '../../dashboard/explorer/export-records.ts';
import { flag } from '../../dashboard/format.ts';

test('what the explorer looks for is what its address says, and what the API is asked', () => {
  const words = wordsOf([
    ['q', ' x&y '],
    ['country', ''],
    ['activityType', 'licensed'],
    ['sort', 'relevance'],
    ['mode', 'words'],
    ['updatedSince', '2026-11-01'],
    ['page', '2'],
  ]);
  expect(words).toEqual({ q: 'x&y', updatedSince: '2026-11-01T00:00:00Z', page: '2' });
  expect(addressOf('/e', words)).toBe('/e?q=x%26y&updatedSince=2026-11-01T00%3A00%3A00Z&page=2');
  expect(searchOf(words)).toEqual({
    filter: { q: 'x&y', mode: 'words', names: 'all', updatedSince: '2026-11-01T00:00:00Z' },
    page: 2,
    pageSize: 25,
    sort: 'relevance',
  });
  expect(addressOf('/e', requestOf({ q: 'x', names: 'current' }))).toBe('/e?q=x&mode=words&names=current');
  expect(searchOf({ page: '-1', sort: 'toString' }).sort).toBe('name');
});

test('several countries are chosen, each can be removed, and one alone is a country', () => {
  const words = wordsOf([
    ['countries', 'EE'],
    ['countries', 'LV'],
    ['countries', 'FI'],
  ]);
  expect(words).toEqual({ countries: 'EE,LV,FI' });
  expect(searchOf(words).filter).toEqual({ countries: ['EE', 'LV', 'FI'] });
  expect(chipsOf(words).map(({ value, without }) => [value, without])).toEqual([
    ['Estonia', { countries: 'LV,FI' }],
    ['Latvia', { countries: 'EE,FI' }],
    ['Finland', { countries: 'EE,LV' }],
  ]);
  expect(wordsOf([['countries', 'EE']])).toEqual({ country: 'EE' });
  expect(wordsOf(Object.entries({ country: 'EE', countries: 'LV,EE' }))).toEqual({ countries: 'EE,LV' });
  expect(problemsOf({ countries: 'EE,LVA' })).toEqual([expect.stringContaining('Country must be 1 to 50 codes')]);
});

test('without a name the explorer asks as the API does by itself, and orders by name', () => {
  const words = wordsOf(Object.entries({ country: 'GB', sort: 'relevance', mode: 'fragment', names: 'current', fuzzy: 'true' }));
  expect(words).toEqual({ country: 'GB' });
  expect(searchOf(words)).toMatchObject({ filter: { country: 'GB' }, sort: 'name' });
  expect(wordsOf(Object.entries({ q: 'x', sort: 'name' }))).toEqual({ q: 'x', sort: 'name' });
  expect(wordsOf(Object.entries({ q: 'x', mode: 'fragment', sort: 'name' }))).toEqual({ q: 'x', mode: 'fragment' });
  expect(searchOf({ q: 'x', fuzzy: 'true' }).filter).toEqual({ q: 'x', mode: 'words', names: 'all', fuzzy: true });
});

test('what the API refuses is neither asked nor offered as a request', () => {
  expect(
    wordsOf([
      ['utm', 'x'],
      ['record', 'y'],
      ['q', 'z'],
    ]),
  ).toEqual({ q: 'z' });
  expect(problemsOf({ q: 'holding', country: 'gb', status: 'active', page: '999', sort: '-updatedAt' })).toEqual([]);
  expect(problemsOf({ status: 'foo', page: '0', pageSize: '101', sort: 'x', registeredFrom: '2026-02-30' })).toEqual([
    'Registered from must be a day, as in 2026-11-15.',
    'Status must be one of active, winding_up, insolvent, dissolved, unknown.',
    expect.stringMatching(/^Order must be one of name, /),
    expect.stringMatching(/^Page must be a whole number/),
    'Records per page must be a whole number from 1 to 100.',
  ]);
});

test('chips say what narrows the search, and each leads to the search without it', () => {
  const chips = chipsOf({ q: 'holding', country: 'gb', status: 'winding_up', page: '3', sort: '-updatedAt' });
  expect(chips.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Name: holding',
    'Country: United Kingdom',
    'Status: Winding up',
  ]);
  expect(chips[1]?.without).toEqual({ q: 'holding', status: 'winding_up', sort: '-updatedAt' });
  expect(chipsOf({ activity: '62', activityType: 'licensed' })[0]?.without).toEqual({});
});

test('the common filters have chips in words, are asked of the API, and are refused as the API refuses them', () => {
  const words = wordsOf(Object.entries({ legalFormGroup: 'limited_company', nace: 'k', postalCode: 'SW1A', locality: 'London' }));
  const headings = new Map([['K', 'Telecommunication']]);
  expect(chipsOf(words, headings).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Sector: K Telecommunication',
    'Postal code: SW1A',
    'Town: London',
    'Kind of company: Limited company',
  ]);
  expect(searchOf(words).filter).toEqual(words);
  expect(addressOf('/api/v1/entities', requestOf(words))).toContain('legalFormGroup=limited_company&nace=k&postalCode=SW1A');
  expect(problemsOf({ nace: '6', legalFormGroup: 'gmbh', postalCode: '1234567890' })).toHaveLength(3);
});

test('an address is written as on a letter, and an activity has its codes of NACE', () => {
  const none = { lines: [], postalCode: null, locality: null, region: null, country: null, raw: null };
  const letter = { ...none, lines: ['Langgata 87'], postalCode: '4306', locality: 'SANDNES', country: 'NO' };
  expect(addressBlock(letter, 'NO', (code) => code)).toEqual(['Langgata 87', '4306 SANDNES']);
  expect(addressBlock(letter, 'SE', () => 'Norway')).toEqual(['Langgata 87', '4306 SANDNES', 'Norway']);
  expect(addressBlock({ ...none, postalCode: '4201', raw: 'Valmiera, Centrs' }, 'LV', String)).toEqual(['Valmiera, Centrs']);
  expect(addressBlock(null, 'LV', String)).toEqual([]);
  const nace = { codes: ['62.10'] };
  expect(activitiesIn({ unlicensed: [{ code: '62.010', label: 'IT', scheme: 'NO-SN', nace }], licensed: [] })).toEqual([
    { text: 'IT (62.010)', codes: ['62.10'] },
  ]);
});

test('keys move through the suggestions, choose one and close them', () => {
  expect([reactionTo('ArrowDown', -1, 3), reactionTo('ArrowDown', 2, 3)]).toEqual([{ active: 0 }, { active: 0 }]);
  expect([reactionTo('ArrowUp', -1, 3), reactionTo('ArrowUp', 2, 3)]).toEqual([{ active: 2 }, { active: 1 }]);
  expect([reactionTo('Enter', 1, 3), reactionTo('Escape', 1, 3)]).toEqual(['choose', 'close']);
  // Without a marked suggestion Enter sends the form, and without suggestions Escape clears the field.
  expect([reactionTo('Enter', -1, 3), reactionTo('Escape', -1, 0), reactionTo('a', 1, 3)]).toEqual(Array(3).fill(undefined));
});

describe('the history in words', () => {
  const change = (path: string, old: unknown, now: unknown) => ({ path, old, new: now });
  const technical = [change('/updatedAt', 'a', 'b'), change('/provenance/file', 'a', 'b'), change('/sourceData/Name', 'A', 'B')];

  test('leaves out what every change updates', () => {
    expect(sentencesOf('updated', [change('/canonicalName', 'A', 'B'), ...technical])).toEqual(['Renamed from “A” to “B”.']);
    expect(sentencesOf('updated', technical)).toEqual(['Only technical fields changed.']);
    expect(sentencesOf('created', [change('', null, { id: 'x' })])).toEqual(['Appeared in the register.']);
    expect(sentencesOf('removed', [change('', { id: 'x' }, null)])).toEqual(['Disappeared from the register.']);
  });

  test('says what happened, and nothing twice', () => {
    const sentences = sentencesOf('updated', [
      change('/status', 'active', 'winding_up'),
      change('/registry/companyStatus', 'Active', 'Liquidation'),
      change('/registrations', [{ status: 'Active' }], [{ status: 'Liquidation' }]),
      change('/legalForm', 'AS', 'ASA'),
      change('/legalFormLabel', 'Aksjeselskap', 'Allmennaksjeselskap'),
      change('/registry/legalFormText', 'Aksjeselskap', 'Allmennaksjeselskap'),
      change('/endedAt', null, '2026-11-01'),
      change('/endKind', null, 'merged'),
      change('/registry/address', { line1: '1 ROAD' }, { careOf: null, line1: '2 STREET', postCode: 'AB1', countryCode: 'GB' }),
      change('/registry/postalAddress', { full: 'x' }, null),
      change('/registry/employees', 6, 8),
      change('/registry/accounts', { a: 1 }, { a: 2 }),
    ]);
    expect(sentences).toEqual([
      'Status changed from active to winding up.',
      'Legal form changed from “AS” to “ASA”.',
      'Ended on 2026-11-01.',
      'Moved to 2 STREET, AB1.',
      'Postal address removed.',
      'Employees changed from “6” to “8”.',
      'Accounts changed.',
    ]);
  });

  test('names activities that came and went', () => {
    const one = { code: '62', label: 'Software', scheme: 'X' };
    const other = { code: '01', label: null, scheme: 'X' };
    const before = { unlicensed: [one], licensed: [] };
    const after = { unlicensed: [], licensed: [other] };
    expect(sentencesOf('updated', [change('/registry/activities', before, after)])).toEqual([
      'New activity: 01, licensed.',
      'Ended activity: Software (62).',
    ]);
    expect([activitiesOf(before), activitiesOf(null)]).toEqual([['Software (62)'], []]);
  });
});

test('the facts of a record are in words', () => {
  const registry = {
    postalAddress: { lines: ['Box 1'], postTown: 'OSLO', municipalityCode: '0301' },
    businessAddress: { lines: ['Street 2'], postTown: 'OSLO', municipality: 'OSLO', postCode: '0150' },
    address: { full: 'Tallinn, Street 1', addressId: '7' },
    englishAddress: { city: null },
  };
  expect(addressesOf(registry)).toEqual([
    { label: 'Business address', line: 'Street 2, OSLO, 0150' },
    { label: 'Address', line: 'Tallinn, Street 1' },
    { label: 'Postal address', line: 'Box 1, OSLO' },
  ]);
  const previous = { kind: 'previous', language: null, from: null, to: '2004-05-06' };
  expect(nameText(previous)).toBe('Previous, until 2004-05-06');
  expect(nameText({ kind: 'trading', language: 'fi', from: '2001-01-02', to: null })).toBe(
    'Trading, in Finnish, since 2001-01-02',
  );
  const now = new Date('2026-11-16');
  expect(['2026-01-01', '2025-11-16', '2001-11-17', null].map((day) => ageOf(day, now))).toEqual([
    'under a year',
    '1 year',
    '24 years',
    '',
  ]);
});

test('an export ends at 1,000 records, its requests are known before, and a cancelled one asks no more', async () => {
  expect([1, 100, 101, 1_000, 500_000].map(requestsFor)).toEqual([1, 1, 2, 10, 10]);
  const asked: number[] = [];
  const found = { canonicalName: 'a, "b"', countryCode: 'GB', status: 'active', number: null, numberScheme: null };
  const item = { ...found, legalForm: null, registeredAt: null, legalFormCode: null, legalFormGroup: null } as Item;
  const read = async (page: number) => {
    asked.push(page);
    return Array.from({ length: exportPageSize }, (_, place) => ({ ...item, id: `${page}/${place}` }));
  };
  const items = await readExport(500_000, read, () => false);
  expect([items?.length, asked.length]).toEqual([mostExported, 10]);
  const [head, first] = tableOf(items ?? []).split(/\r?\n/);
  expect(head).toBe(
    'id,canonicalName,number,numberScheme,countryCode,status,legalForm,registeredAt,legalFormCode,legalFormGroup',
  );
  expect(first).toContain('1/0,"a, ""b""');
  expect(await readExport(500_000, read, () => asked.length === 12)).toBeUndefined();
  expect(asked.slice(10)).toEqual([1, 2]);
});

test('a country has its flag', () => {
  expect([flag('GB'), flag('NO'), flag('?')]).toEqual(['🇬🇧', '🇳🇴', '']);
});
