import { afterAll, beforeAll, expect, test } from 'vitest';
import { australianHeader } from '../../../scripts/samples/au.ts';
import { au } from '../../../src/registers/countries/au/register.ts';
import { be } from '../../../src/registers/countries/be/register.ts';
import { fi } from '../../../src/registers/countries/fi/register.ts';
import { japaneseColumns, jp } from '../../../src/registers/countries/jp/register.ts';
import { type ChangesGround, changesGround } from '../../support/changes.ts';
import { as } from '../../support/people.ts';
import { folderOf } from '../../support/registers/joined-files.ts';
import { textOf } from '../../support/registers/register-files.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
  await importAustralian();
  await importFinnish();
  await importJapanese();
  await importBelgian();
});
afterAll(() => ground.close());

async function importAustralian() {
  const names = ['"K" LINE HOLDING (EUROPE) LIMITED', 'MONAKA PTY LTD', 'D & C TRANSPORT PTY. LTD.', 'GOODWILL HOLDING S.A.'];
  const common = { Type: 'APTY', Status: 'REGD', 'Current Name Indicator': 'Y' };
  const rows = [
    ...names.map((name, place) => ({ ...common, 'Company Name': name, ACN: `00000000${place}` })),
    {
      Type: 'APTY',
      Status: 'REGD',
      ACN: '000000001',
      'Company Name': 'EGRET HOLDINGS PTY LTD',
      'Current Name': 'MONAKA PTY LTD',
    },
    { ...common, Status: 'DRGD', ACN: '000000009', 'Company Name': 'TRANSPORT' },
  ];
  const format = { delimiter: '\t', quote: 'never', lineBreak: '\r\n', start: '\uFEFF' } as const;
  await ground.import(au, await ground.file('company_202610.csv', textOf(australianHeader, rows, format)));
}

async function importFinnish() {
  const name = (type: string, text: string, more = {}) => ({ name: text, type, registrationDate: '1997-09-01', ...more });
  const names = [
    name('1', 'Haikara Oyj'),
    name('2', 'Haikara Abp'),
    name('3', 'Lintumylly'),
    name('3', 'Oy Haikarala'),
    name('1', 'Oy Vanha Ab', { registrationDate: '1966-06-10', endDate: '1997-08-31' }),
  ];
  const record = { businessId: { value: '0112038-9' }, names, tradeRegisterStatus: '1' };
  await ground.import(fi, await ground.file('data_20261101.json', JSON.stringify([record])));
}

async function importJapanese() {
  const fields = { corporateNumber: '1130001011420', process: '01', kind: '301', latest: '1' };
  const row: Record<string, string> = {
    ...fields,
    name: '青鷺図書館',
    enName: 'Heron Diet Library',
    furigana: 'アオサギトショカン',
  };
  const text = `${japaneseColumns.map((column) => row[column] ?? '').join(',')}\n`;
  await ground.import(jp, await ground.file('00_zenkoku_all_20261030.csv', text));
}

async function importBelgian() {
  const files = {
    'meta.csv': '"Variable","Value"\n"SnapshotDate","30-05-2025"\n"ExtractType","full"\n"ExtractNumber","136"\n',
    'code.csv': '"Category","Code","Language","Description"\n',
    'enterprise.csv': `"EnterpriseNumber","Status","JuridicalSituation","TypeOfEnterprise","JuridicalForm","JuridicalFormCAC","StartDate"
"0400.000.185","AC","000","2","416",,09-08-1960\n`,
    'denomination.csv': `"EntityNumber","Language","TypeOfDenomination","Denomination"
"0400.000.185","2","001","Vereniging Veldzicht"
"0400.000.185","1","001","Association Vue des Champs"
"0400.000.185","3","001","Verein Feldblick"
"0400.000.185","2","003","De Winkel"\n`,
    'address.csv': `"EntityNumber","TypeOfAddress","CountryNL","CountryFR","Zipcode","MunicipalityNL","MunicipalityFR","StreetNL",\
"StreetFR","HouseNumber","Box","ExtraAddressInfo","DateStrikingOff"\n`,
    'activity.csv': '"EntityNumber","ActivityGroup","NaceVersion","NaceCode","Classification"\n',
  };
  await ground.import(be, await folderOf(ground, 'be', files));
}

const get = (query: Record<string, string>, path = '') =>
  ground.get(`/entities${path}?${new URLSearchParams({ mode: 'words', ...query })}`);
const names = async (query: Record<string, string>): Promise<string[]> =>
  (await get(query)).body.data.map(({ canonicalName }: { canonicalName: string }) => canonicalName);
const graphql = async (query: string) => (await ground.service.graphql(query, { headers: as(ground.accountId) })).body;

test('words are found in any order, whatever stands between them', async () => {
  for (const q of ['k line', 'holding europe', 'LINE k limited', 'k. line', 'europe ltd'])
    expect(await names({ q }), q).toEqual(['"K" LINE HOLDING (EUROPE) LIMITED']);
  for (const q of ['d & c transport', 'd and c transport', 'transport d c'])
    expect(await names({ q }), q).toEqual(['D & C TRANSPORT PTY. LTD.']);
  for (const q of ['good will', 'goodw', 'goodwill sa', 'holding s.a.'])
    expect(await names({ q }), q).toEqual(['GOODWILL HOLDING S.A.']);
  // The fragment search stays as it is.
  expect((await ground.get('/entities?q=holding+europe')).body.meta).toEqual({ page: 1, pageSize: 25, pageCount: 0, total: 0 });
});

test('every other name finds its record with names=all, and the summary says which name it was', async () => {
  const cases = {
    'egret pty': ['MONAKA PTY LTD', 'EGRET HOLDINGS PTY LTD'],
    'oy vanha ab': ['Haikara Oyj', 'Oy Vanha Ab'],
    'ab vanha': ['Haikara Oyj', 'Oy Vanha Ab'],
    'haikara abp': ['Haikara Oyj', 'Haikara Abp'],
    lintumylly: ['Haikara Oyj', 'Lintumylly'],
    'library diet': ['青鷺図書館', 'Heron Diet Library'],
    アオサギ: ['青鷺図書館', 'アオサギトショカン'],
    'champs vue': ['Vereniging Veldzicht', 'Association Vue des Champs'],
    feldblick: ['Vereniging Veldzicht', 'Verein Feldblick'],
    winkel: ['Vereniging Veldzicht', 'De Winkel'],
    veldzicht: ['Vereniging Veldzicht', null],
    haikara: ['Haikara Oyj', null],
    // A number of the record may be among the words.
    'lintumylly 0112038': ['Haikara Oyj', 'Lintumylly'],
    'haikara 0112038': ['Haikara Oyj', null],
  };
  for (const [q, [canonicalName, matchedName]] of Object.entries(cases)) {
    expect((await get({ q, names: 'all' })).body.data, q).toMatchObject([{ canonicalName, matchedName }]);
    if (matchedName !== null) expect(await names({ q, names: 'current', sort: 'name' }), q).toEqual([]);
  }
  // A fragment is found in all names too.
  for (const q of ['GRET HOLD', 'ret holdings p']) {
    const { body } = await ground.get(`/entities?${new URLSearchParams({ q, names: 'all' })}`);
    expect(body.data).toMatchObject([{ canonicalName: 'MONAKA PTY LTD', matchedName: 'EGRET HOLDINGS PTY LTD' }]);
    expect(body.meta).not.toHaveProperty('fuzzy');
    expect((await ground.get(`/entities?${new URLSearchParams({ q })}`)).body.meta.total).toBe(0);
  }
  // Words of two different names are not one name.
  expect(await names({ q: 'monaka egret', names: 'all' })).toEqual([]);
});

test('a typing mistake is forgiven where nothing else is found, or where it is asked for, and the answer says so', async () => {
  const mistaken = await get({ q: 'tranpsort' });
  expect(mistaken.body.meta).toMatchObject({ total: 2, fuzzy: true });
  expect((await get({ q: 'transport' })).body.meta).toMatchObject({ total: 2, fuzzy: false });
  expect((await get({ q: 'transport', fuzzy: 'true' })).body.meta).toMatchObject({ total: 2, fuzzy: true });
  expect((await get({ q: 'nothinglikeit' })).body.meta).toMatchObject({ total: 0, fuzzy: false });
  const other = await get({ q: 'feldblik', names: 'all' });
  expect(other.body).toMatchObject({ data: [{ matchedName: 'Verein Feldblick' }], meta: { fuzzy: true } });
  const facets = await get({ q: 'tranpsort', facets: 'status' }, '/facets');
  expect(facets.body.meta).toEqual({ total: 2, fuzzy: true });
  expect((await ground.get('/entities/facets?facets=status&q=transport')).body.meta).toEqual({ total: 2 });
});

test('relevance is the usual order of words, and names, days and filters work as ever', async () => {
  expect(await names({ q: 'transport' })).toEqual(['TRANSPORT', 'D & C TRANSPORT PTY. LTD.']);
  expect(await names({ q: 'transport', sort: 'relevance', status: 'active' })).toEqual(['D & C TRANSPORT PTY. LTD.']);
  expect(await names({ q: 'transport', sort: 'name' })).toEqual(['D & C TRANSPORT PTY. LTD.', 'TRANSPORT']);
  const [all, first, second] = await Promise.all([
    names({ q: 'holding' }),
    names({ q: 'holding', pageSize: '1' }),
    names({ q: 'holding', pageSize: '1', page: '2' }),
  ]);
  expect([...first, ...second]).toEqual(all);
  // Without a text there is nothing to rank.
  expect((await names({ country: 'AU' }))[0]).toBe('"K" LINE HOLDING (EUROPE) LIMITED');
});

test('what does not go together is a 400 that says what to do', async () => {
  const refused = async (query: string) => {
    const { status, body } = await ground.get(`/entities?${query}`);
    return [status, body.error?.code, body.error?.message];
  };
  const invalid = (message: string) => [400, 'invalid_request', expect.stringContaining(message)];
  expect(await refused('q=transport&sort=relevance')).toEqual(invalid('mode=words'));
  expect(await refused('q=transport&fuzzy=true')).toEqual(invalid('fuzzy: needs mode=words'));
  expect(await refused('q=transport&mode=words&pageSize=100&page=101')).toEqual(invalid('sort=name'));
  expect(await refused('q=...&mode=words')).toEqual(invalid('q: must have a letter'));
  expect(await refused('mode=phrase')).toEqual(invalid('mode: must be fragment or words'));
  expect(await refused('names=some')).toEqual(invalid('names: must be current or all'));
  expect(await refused('mode=words&fuzzy=1')).toEqual(invalid('fuzzy: must be true or false'));
  expect((await get({ q: 'transport', pageSize: '100', page: '101', sort: 'name' })).body.meta.total).toBe(2);
  const { errors } = await graphql('{ entities(filter: { q: "..." mode: words }) { meta { total } } }');
  expect(errors[0].message).toContain('q: must have a letter');
});

test('GraphQL answers the same, and a search by words costs what a search costs', async () => {
  const used = async () => (await graphql('{ usage { used } }')).data.usage.used as number;
  const before = await used();
  const { data } = await graphql(`{ entities(filter: { q: "egret", mode: words, names: all }) {
    items { id canonicalName number numberScheme matchedName } meta { total } fuzzy
  } }`);
  expect(await used()).toBe(before + 1);
  const left = async (query: Record<string, string>) => Number((await get(query)).headers.get('x-monthly-quota-remaining'));
  const plain = await left({ mode: 'fragment', q: 'egret' });
  expect(await left({ q: 'egret', names: 'all', fuzzy: 'true' })).toBe(plain - 1);
  const { body } = await get({ q: 'egret', names: 'all' });
  expect(body.data).toMatchObject(data.entities.items);
  expect(body.meta).toMatchObject({ total: data.entities.meta.total, fuzzy: data.entities.fuzzy });
  expect(data.entities.items).toMatchObject([{ number: '000000001', numberScheme: 'AU-ACN' }]);
});

test('suggestions have the number, and say which other name matches, also with a typing mistake', async () => {
  const suggested = async (q: string) => (await ground.get(`/entities/suggest?${new URLSearchParams({ q })}`)).body.data;
  const monaka = { canonicalName: 'MONAKA PTY LTD', number: '000000001', numberScheme: 'AU-ACN' };
  expect(await suggested('monaka')).toMatchObject([{ ...monaka, matchedName: null }]);
  expect(await suggested('ltd monaka')).toMatchObject([{ ...monaka, matchedName: null }]);
  expect(await suggested('egret')).toMatchObject([{ ...monaka, matchedName: 'EGRET HOLDINGS PTY LTD' }]);
  expect(await suggested('hodlings egret')).toMatchObject([{ ...monaka, matchedName: 'EGRET HOLDINGS PTY LTD' }]);
  expect(await suggested('000000001')).toMatchObject([{ ...monaka, matchedName: null }]);
  // An abbreviation is one word, with or without its dots.
  const places = [
    { start: 0, end: 8 },
    { start: 17, end: 20 },
  ];
  for (const q of ['sa goodwill', 's.a. goodwill', 's a goodwill'])
    expect(await suggested(q), q).toMatchObject([{ canonicalName: 'GOODWILL HOLDING S.A.', ranges: places }]);
  // The current name has the words, another one has the text.
  expect(await suggested('oy haik')).toMatchObject([{ canonicalName: 'Haikara Oyj', matchedName: null }]);
});
