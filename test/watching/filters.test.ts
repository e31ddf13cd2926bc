import { afterAll, beforeAll, expect, test } from 'vitest';
import { leiCsv, leiNumber } from '../../scripts/samples/gleif/golden-copy.ts';
import { gb } from '../../src/registers/countries/gb/register.ts';
import { addKey, type ChangesGround, changesGround } from '../support/changes.ts';
import { catchUp, importGolden, nextEdition } from '../support/identifiers.ts';
import { connect } from '../support/imports.ts';

let ground: ChangesGround;
beforeAll(async () => {
  ground = await changesGround();
  await serve({});
});
afterAll(() => ground.close());

const columns = {
  CompanyNumber: '',
  CompanyName: '',
  CompanyCategory: 'Private Limited Company',
  CompanyStatus: 'Active',
  IncorporationDate: '01/02/2003',
  'SICCode.SicText_1': '62012 - Business software',
  'SICCode.SicText_2': '',
  'SICCode.SicText_3': '',
  'SICCode.SicText_4': '',
  'RegAddress.PostTown': 'LEEDS',
  'RegAddress.PostCode': 'LS1 4AP',
  'PreviousName_1.CompanyName': '',
};
type Cells = Partial<typeof columns>;
/** As they are before each test. */
const companies: Record<string, Cells> = {
  '00000001': { CompanyName: 'HERON GOOD WILL LIMITED' },
  '00000002': { CompanyName: 'EGRET TRADING PLC', CompanyCategory: 'Public Limited Company' },
  '00000003': { CompanyName: 'BITTERN LTD', 'RegAddress.PostTown': 'YORK', 'RegAddress.PostCode': 'YO1 7HH' },
  '00000004': { CompanyName: 'STORK LIMITED', 'PreviousName_1.CompanyName': 'CRANE LIMITED' },
  '00000005': { CompanyName: 'PLOVER LIMITED', 'SICCode.SicText_1': '01110 - Growing of cereals' },
  '00000006': { CompanyName: 'CURLEW LIMITED', IncorporationDate: '05/06/2020' },
  '00000007': { CompanyName: 'SNIPE HERON LIMITED' },
  '00000008': { CompanyName: 'UNCHANGED HERON LIMITED' },
};

/** Imports the companies with some changes; null leaves a company out. Returns the names of what changed. */
async function serve(changes: Record<string, Cells | null>): Promise<void> {
  const all = Object.entries({ ...companies, ...changes }).filter(([number]) => changes[number] !== null);
  const rows = all.map(([number, cells]) => ({ ...columns, ...companies[number], ...cells, CompanyNumber: number }));
  const lines = [Object.keys(columns), ...rows.map((row) => Object.values(row))].map((cells) => `${cells.join(',')}\n`);
  ground.now = new Date(ground.now.getTime() + 3_600_000);
  const path = await ground.file(`gb-${imports++}.csv`, lines.join(''));
  await ground.import(gb, path, { allowShrink: true, allowChange: true });
  await catchUp(ground);
}
let imports = 0;

async function call(method: string, path: string, body?: unknown, secret = ground.secret) {
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
  return ground.service.get(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
}

type Filter = Record<string, string | boolean | string[]>;

async function watch(filter: Filter): Promise<string> {
  const { status, body } = await call('POST', '/watch-lists', { name: JSON.stringify(filter).slice(0, 60), filter });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.data).toMatchObject({ filter, companies: 0 });
  return body.data.id;
}

/** The same as parameters of a search. */
const queryOf = (filter: Filter): string =>
  String(new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])));
/** The numbers of the companies that a search finds. */
const search = async (filter: Filter): Promise<string[]> =>
  numbersOf((await ground.get(`/entities?pageSize=100&${queryOf(filter)}`)).body.data);

type Entry = Record<'type' | 'number' | 'canonicalName', string>;
const numbersOf = (entries: Pick<Entry, 'number'>[]) => entries.map(({ number }) => number).toSorted();
const numbersInOrder = (entries: Pick<Entry, 'number'>[]) => entries.map(({ number }) => number);
const feed = async (list: string): Promise<Entry[]> => (await call('GET', `/watch-lists/${list}/changes?limit=1000`)).body.data;
/** Waits until the hits of all imports are found. */
async function settled(): Promise<void> {
  const [newest] = await ground.query('SELECT max(version) AS version FROM change_set');
  await expect
    .poll(
      async () =>
        (await ground.query(`SELECT least(version, (SELECT min(version) FROM watch_lane)) AS version FROM watch_progress`))[0],
    )
    .toEqual(newest);
}
const cursorNow = async () => (await ground.get('/changes?cursor=now')).body.meta.nextCursor;

const filters: Filter[] = [
  { q: 'heron' },
  { q: 'limited', status: 'active' },
  { q: 'goodwill', mode: 'words' },
  { q: 'herom', mode: 'words', fuzzy: true },
  { q: 'crane' },
  { q: 'crane', names: 'all' },
  { q: 'crane lim', mode: 'words', names: 'all' },
  { country: 'gb' },
  { countries: ['GB', 'MD'] },
  { country: 'MD' },
  { updatedSince: '2020-01-01T00:00:00Z' },
  { updatedSince: '2099-01-01T00:00:00Z' },
  { legalForm: 'Public Limited Company' },
  { legalFormGroup: 'limited_company' },
  { legalFormCode: 'B6ES' },
  { activity: '01110' },
  { activityScheme: 'UK-SIC-2007', status: 'dissolved' },
  { nace: '62' },
  { nace: 'A' },
  { postalCode: 'LS1' },
  { postalCode: 'yo17hh' },
  { locality: 'york' },
  { status: 'dissolved' },
  { registeredFrom: '2020-01-01' },
  { registeredTo: '2019-12-31', q: 'a' },
  { number: '3' },
  { identifier: 'EUID:BEKBOBCE.0403101811' },
];

test('a list with a filter gets the changes of what a search with it finds, before or after', async () => {
  await serve({});
  const since = await cursorNow();
  const lists = await Promise.all(filters.map(watch));
  const before = await Promise.all(filters.map(search));
  await serve({
    '00000001': { CompanyName: 'HERON SERVICES LIMITED' },
    '00000002': { CompanyCategory: 'Private Limited Company', 'RegAddress.PostTown': 'YORK' },
    '00000003': { CompanyStatus: 'Converted/Closed', 'RegAddress.PostTown': 'LEEDS', 'RegAddress.PostCode': 'LS1 4AP' },
    '00000004': { 'PreviousName_1.CompanyName': '' },
    '00000005': { 'SICCode.SicText_1': '62012 - Business software' },
    '00000006': { IncorporationDate: '05/06/2010' },
    '00000007': null,
    '00000009': { CompanyName: 'GOODWILL CRANE LIMITED' },
  });
  const after = await Promise.all(filters.map(search));
  const changed = numbersOf((await ground.get(`/changes?cursor=${since}`)).body.data);
  expect(changed).toHaveLength(8);
  await settled();
  for (const [place, filter] of filters.entries()) {
    const fitting = new Set([...(before[place] ?? []), ...(after[place] ?? [])]);
    expect(numbersOf(await feed(lists[place] ?? '')), JSON.stringify(filter)).toEqual(changed.filter((one) => fitting.has(one)));
  }
  // However many changes fit, a filter takes one row for them, and its feed can be read in pages of any size.
  const [broad] = await ground.query(
    `SELECT list_id AS id, count(*)::int AS rows FROM watch_hit GROUP BY list_id ORDER BY max(bit_count(earlier)) DESC NULLS LAST`,
  );
  expect(broad?.['rows']).toBe(1);
  const whole = numbersInOrder(await feed(broad?.id ?? ''));
  expect(whole).toHaveLength(8);
  for (const limit of [1, 3, 8]) {
    const pages: string[] = [];
    for (let cursor = 'start', hasMore = true; hasMore; ) {
      const { body } = await call('GET', `/watch-lists/${broad?.id}/changes?limit=${limit}&cursor=${cursor}`);
      pages.push(...numbersInOrder(body.data));
      ({ nextCursor: cursor, hasMore } = body.meta);
    }
    expect(pages).toEqual(whole);
  }
  expect(filters.filter((_, place) => before[place]?.length || after[place]?.length).length).toBeGreaterThan(20);
  // What changes later, while nothing looks for hits, does not alter what is found for an import before.
  await ground.query('DELETE FROM watch_list');
  const list = await watch({ q: 'heron' });
  const busy = await connect(ground.url);
  await busy.query('BEGIN; SELECT FROM watch_progress FOR UPDATE');
  await serve({ '00000001': { CompanyName: 'HERON ONCE LIMITED' } });
  await serve({ '00000001': { CompanyName: 'EAGLE LIMITED' } });
  await serve({ '00000001': null });
  await busy.end();
  await settled();
  const told = (await feed(list)).filter(({ number }) => number === '00000001');
  expect(told.map(({ type, canonicalName }) => `${type} ${canonicalName}`)).toEqual([
    'updated HERON ONCE LIMITED',
    'updated EAGLE LIMITED',
  ]);
});

test('the company that lost an LEI, and the one that got it, are hits of the LEI', async () => {
  await serve({});
  const lei = leiNumber(41);
  const golden = (number: string, name: string, day: string) =>
    leiCsv([{ lei, name, authority: 'RA000585', number, country: 'GB', updated: `2026-12-${day}T00:00:00Z` }]);
  await importGolden(ground, { [nextEdition()]: golden('00000002', 'Egret Trading plc', '01') });
  const list = await watch({ lei });
  const other = await watch({ lei, postalCode: 'YO' });
  await importGolden(ground, { [nextEdition()]: golden('00000003', 'Bittern Ltd', '02') }, { allowShrink: true });
  await settled();
  expect(numbersOf(await feed(list))).toEqual(['00000002', '00000003']);
  expect(numbersOf(await feed(other))).toEqual(['00000003']);
});

test('a filter is refused as a search refuses it, and an empty one too', async () => {
  const refusals: [unknown, RegExp][] = [
    [{ nace: 'X' }, /^filter\.nace: must be a section/],
    [{ fuzzy: true, q: 'a' }, /^fuzzy: needs mode=words/],
    [{ countries: ['ZZ'] }, /^countries: no register has ZZ/],
    [{ country: 'ZZ' }, /^country: no register has ZZ/],
    [{ country: 'GB', countries: ['GB'] }, /^countries: country must not/],
    [{ legalFormCode: 'ZZZZ' }, /^legalFormCode: no legal form/],
    [{ lei: 'X' }, /^filter\.lei: must be an LEI/],
    [{ q: '...', mode: 'words' }, /^q: must have a letter/],
    [{}, /^filter: must have something/],
    [{ q: ' ', mode: 'words', names: 'all' }, /^filter: must have something/],
    [{ page: 1 }, /^filter: .*page/],
    [{ sort: 'name' }, /^filter: .*sort/],
  ];
  for (const [filter, message] of refusals) {
    const { status, body } = await call('POST', '/watch-lists', { name: 'wrong', filter });
    expect([status, body.error?.message], JSON.stringify(filter)).toEqual([400, expect.stringMatching(message)]);
  }
});

test('a list has companies or a filter, and its filter can be changed', async () => {
  const list = await watch({ q: 'stork' });
  const { body: made } = await call('POST', '/watch-lists', { name: 'companies' });
  const [company] = (await ground.get('/entities?q=heron')).body.data;
  const added = await call('POST', `/watch-lists/${list}/companies`, { add: [company.id] });
  expect([added.status, added.body.error.message]).toEqual([400, expect.stringMatching(/has a filter/)]);
  const mixed = await call('PATCH', `/watch-lists/${made.data.id}`, { filter: { q: 'a' } });
  expect([mixed.status, mixed.body.error.message]).toEqual([400, expect.stringMatching(/has companies/)]);
  expect((await call('PATCH', `/watch-lists/${list}`, {})).status).toBe(400);
  const changed = await call('PATCH', `/watch-lists/${list}`, { filter: { q: 'plover', names: 'current' } });
  expect(changed.body.data).toMatchObject({ name: '{"q":"stork"}', filter: { q: 'plover' } });
  expect((await call('PATCH', `/watch-lists/${list}`, { name: 'birds' })).body.data).toMatchObject({ filter: { q: 'plover' } });
  await serve({ '00000004': { CompanyName: 'STORK TWO LIMITED' }, '00000005': { CompanyName: 'PLOVER TWO LIMITED' } });
  await settled();
  expect(numbersOf(await feed(list))).toEqual(['00000005']);
  expect((await call('GET', `/watch-lists/${list}/companies`)).body.meta.total).toBe(0);
});

test('an account with many filters waits for the others, and nobody waits for it', async () => {
  await serve({});
  const many = await addKey(ground.query as never);
  const others = await addKey(ground.query as never);
  const wanted = { filter: { q: 'heron' }, name: 'herons' };
  const [last] = await Promise.all(Array.from({ length: 21 }, () => call('POST', '/watch-lists', wanted, many.secret)));
  const { body: one } = await call('POST', '/watch-lists', wanted, others.secret);
  const feedOf = async (list: string, secret: string) =>
    numbersOf((await call('GET', `/watch-lists/${list}/changes`, undefined, secret)).body.data);
  await serve({ '00000001': { CompanyName: 'HERON ONE LIMITED' } });
  await settled();
  expect(await feedOf(last?.body.data.id, many.secret)).toEqual(['00000001']);
  const busy = await connect(ground.url);
  await busy.query(`BEGIN; SELECT FROM watch_lane WHERE account_id = '${many.accountId}' FOR UPDATE`);
  await serve({ '00000007': { CompanyName: 'SNIPE HERON TWO LIMITED' } });
  await expect.poll(() => feedOf(one.data.id, others.secret)).toContain('00000007');
  expect(await feedOf(last?.body.data.id, many.secret)).not.toContain('00000007');
  await busy.end();
  await settled();
  expect(await feedOf(last?.body.data.id, many.secret)).toContain('00000007');
});

test('companies are looked up and added, each for a unit, and what is not found is named', async () => {
  const { secret } = await addKey(ground.query as never);
  const { body: made } = await call('POST', '/watch-lists', { name: 'looked up' }, secret);
  const lookup = [{ country: 'gb', number: '8' }, { country: 'GB', number: '99999999' }, { lei: leiNumber(99) }];
  const path = `/watch-lists/${made.data.id}/companies`;
  const { body, headers } = await call('POST', path, { lookup }, secret);
  const [found] = (await ground.get('/entities?number=00000008')).body.data;
  expect(body.data).toEqual({
    ...{ added: 1, removed: 0, unknown: [], companies: 1 },
    lookup: [
      { input: lookup[0], status: 'found', entityId: found.id },
      { input: lookup[1], status: 'not_found', entityId: null },
      { input: lookup[2], status: 'not_found', entityId: null },
    ],
  });
  expect(Number(headers.get('x-monthly-quota-remaining'))).toBe(1_000_000 - 4);
  const wrong = await call('POST', path, { lookup: [{ number: '8' }] }, secret);
  expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringMatching(/^lookup\[0\]\.country: is required/)]);
  // A company that is removed and added at once is in the list.
  const both = await call('POST', path, { add: [found.id], remove: [found.id] }, secret);
  expect(both.body.data).toMatchObject({ added: 1, removed: 1, companies: 1, lookup: null });
});
