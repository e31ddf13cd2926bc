import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeBritishFile } from '../../../scripts/samples/gb.ts';
import { normalize } from '../../../src/company/normalization.ts';
import type { Authenticate } from '../../../src/kernel/principal.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { ro } from '../../../src/registers/countries/ro/register.ts';
import { type ImportGround, importGround, usualSamples } from '../../support/imports.ts';
import { folderOf } from '../../support/registers/joined-files.ts';
import { someone, startTestService, type TestService } from '../../support/service.ts';

const account = { kind: 'apiKey', accountId: someone.accountId, keyId: someone.accountId, familyId: someone.accountId } as const;
const authenticate: Authenticate = async () => account;

let ground: ImportGround;
let service: TestService;
beforeAll(async () => {
  ground = await importGround();
  for (const { register, path } of usualSamples) {
    ground.now = new Date(register.id === 'md' ? '2026-11-05T08:00:00Z' : '2026-11-01T08:00:00Z');
    await ground.import(register, path);
  }
  await ground.backdate();
  await ground.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [account.accountId]);
  service = await startTestService({ databaseUrl: ground.url, authenticate });
});
afterAll(async () => {
  await service.stop();
  await ground.close();
});

const get = (path: string, headers: Record<string, string> = {}) => service.get(`/api/v1/entities${path}`, { headers });
const total = async (query: string) => (await get(`?${query}`)).body.meta.total;
const count = async (where: string) => (await ground.query(`SELECT count(*)::int AS count FROM entity WHERE ${where}`))[0].count;

test('status, days and changes narrow, each and together', async () => {
  expect(await total('status=dissolved')).toBe(await count(`status = 'dissolved'`));
  expect(await total('registeredFrom=2010-01-01&registeredTo=2010-12-31')).toBe(
    await count(`registered_at BETWEEN '2010-01-01' AND '2010-12-31'`),
  );
  expect(await total('registeredFrom=2010-01-02&registeredTo=2010-01-01')).toBe(0);
  expect(await total('registeredTo=0000-01-01')).toBe(0);
  // Another test of this file may have imported something later.
  const since = (moment: string) => count(`(SELECT imported_at FROM import_run WHERE id = import_run_id) >= '${moment}'`);
  const moldovan = '2026-11-05T08:00:00Z';
  expect(await total('updatedSince=2026-11-05T09:00:00%2B01:00')).toBe(await since(moldovan));
  expect(await total('updatedSince=2026-11-05T08:00:00.001Z')).toBe(
    (await since(moldovan)) - (await count(`country_code = 'MD'`)),
  );
  expect(await total('updatedSince=2026-11-01T08:00:00Z&status=active&registeredFrom=2015-06-01')).toBe(
    await count(`status = 'active' AND registered_at >= '2015-06-01'`),
  );
});

test('a number is found however it is typed', async () => {
  const [{ id, number }] = (await ground.query(
    `SELECT id, number FROM entity WHERE register_id = 'gb' AND number LIKE '0%' LIMIT 1`,
  )) as [{ id: string; number: string }];
  const typed = [
    number,
    number.replace(/^0+/, ''),
    `${number.slice(0, 3)} ${number.slice(3)}`,
    `${number.slice(0, 2)}.${number.slice(2)}`,
  ];
  for (const one of typed) {
    const { body } = await get(`?number=${encodeURIComponent(one)}&country=GB`);
    expect(body.data.map((item: { id: string }) => item.id)).toEqual([id]);
  }
  expect(await total(`number=${number.slice(0, -1)}`)).toBe(0);
  expect(await total(`number=${number}&country=MD`)).toBe(0);
  const [{ scottish }] = (await ground.query(`SELECT number AS scottish FROM entity WHERE number LIKE 'SC0%' LIMIT 1`)) as [
    { scottish: string },
  ];
  expect(await total(`number=${scottish.toLowerCase().replace(/^sc0+/, 'sc')}`)).toBe(1);
});

test('a company whose number was published without its zeros is found with them and without; in Romania also by its fiscal code', async () => {
  const other = await importGround();
  const firms = ['"LEMNLIND" SRL^13735411^J14/33/2001^SRL', 'OTHER SRL^0^J2025048519000^SRL', 'THIRD SRL^1373541^J13735411^SRL'];
  await other.import(
    ro,
    await folderOf(other, 'ro', {
      'OD_FIRME.CSV': ['DENUMIRE^CUI^COD_INMATRICULARE^FORMA_JURIDICA', ...firms, ''].join('\n'),
      'OD_STARE_FIRMA.CSV': 'COD_INMATRICULARE^COD\n',
    }),
  );
  await writeBritishFile(other.path('gb.csv'), 300);
  const text = (await readFile(other.path('gb.csv'), 'utf8')).replaceAll(/","0+(\d+)",/g, '","$1",');
  await other.import(gb, await other.file('stripped.csv', text));
  await other.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [account.accountId]);
  const [{ number }] = (await other.query(`SELECT number FROM entity WHERE number ~ '^\\d{5,7}$' LIMIT 1`)) as [
    { number: string },
  ];
  const lenient = await startTestService({ databaseUrl: other.url, authenticate });
  for (const typed of [number, number.padStart(8, '0')])
    expect((await lenient.get(`/api/v1/entities?number=${typed}`)).body.meta.total, typed).toBe(1);
  for (const typed of ['13735411', 'ro 1373 5411', 'J14/33/2001', 'j14332001', 'J2025048519000', 'J13735411', '1373541'])
    expect((await lenient.get(`/api/v1/entities?number=${typed}`)).body.meta.total, typed).toBe(1);
  for (const typed of ['0', '3735411', 'J14/33', 'J1433200113735411'])
    expect((await lenient.get(`/api/v1/entities?number=${typed}`)).body.meta.total, typed).toBe(0);
  await lenient.stop();
  await other.close();
});

test.each(['registeredAt', '-registeredAt', '-updatedAt'])('sorted by %s, all pages together are all records', async (sort) => {
  const ids: string[] = [];
  const dates: (string | null)[] = [];
  for (let page = 1; ; page++) {
    const { body } = await get(`?status=active&sort=${sort}&page=${page}&pageSize=100`);
    if (body.data.length === 0) break;
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    dates.push(...body.data.map((item: Record<string, string | null>) => item[sort.replace('-', '')] ?? null));
  }
  expect(new Set(ids).size).toBe(await count(`status = 'active'`));
  const known = dates.filter((date) => date !== null);
  expect(dates.slice(known.length).every((date) => date === null)).toBe(true);
  expect(known).toEqual(sort.startsWith('-') ? known.toSorted().reverse() : known.toSorted());
});

test.each([
  'status=alive',
  'registeredFrom=2010',
  'registeredFrom=2010-02-30',
  'registeredTo=01.01.2010',
  'updatedSince=2026-11-05',
  'updatedSince=2026-11-05T08:00:00',
  'updatedSince=yesterday',
  'number=',
  `number=${'1'.repeat(51)}`,
  'sort=number',
  'sort=-name',
])('%s is a bad request', async (query) => {
  const { status, body } = await get(`?${query}`);
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
});

test('a country that no register has is said to be unknown, with the one that is meant', async () => {
  const { status, body, headers } = await get('?country=uk');
  expect([status, body.meta.total, headers.get('x-unknown-country')]).toEqual([200, 0, 'UK; likely=GB']);
  expect((await get('?country=ZZ')).headers.get('x-unknown-country')).toBe('ZZ');
  expect((await get('?country=LT')).headers.get('x-unknown-country')).toBe('LT');
  expect((await get('?country=gb&q=zzzzzz')).headers.get('x-unknown-country')).toBeNull();
});

test('facets add up to the total, cost one unit, and belong to a version', async () => {
  const first = await get('/facets?q=a&facets=status,legalForm,country,registeredYear,activity&size=5');
  expect(first.status).toBe(200);
  expect(first.body.meta.total).toBe(await total('q=a'));
  expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual([
    'status',
    'legalForm',
    'country',
    'registeredYear',
    'activity',
  ]);
  for (const { name, values, other, missing } of first.body.data) {
    expect(values.length).toBeLessThanOrEqual(5);
    const sum = values.reduce((all: number, one: { count: number }) => all + one.count, 0) + other + missing;
    if (name === 'activity') expect(sum).toBeGreaterThan(0);
    else expect(sum, name).toBe(first.body.meta.total);
  }
  const [year] = first.body.data[3].values;
  expect(await total(`q=a&registeredFrom=${year.value}-01-01&registeredTo=${year.value}-12-31`)).toBe(year.count);
  const remaining = (answer: { headers: Headers }) => Number(answer.headers.get('x-monthly-quota-remaining'));
  const again = await get('/facets?q=a&facets=status', { 'if-none-match': '"other"' });
  const once = await get('/facets?q=a&facets=status', { 'if-none-match': again.headers.get('etag') ?? '' });
  expect([again.status, once.status, remaining(again) - remaining(once)]).toEqual([200, 304, 0]);
});

test('a code of a legal form has its words, unless registers mean different things by it', async () => {
  const forms = async (query: string): Promise<{ value: string; label: string | null }[]> =>
    (await get(`/facets?facets=legalForm&size=100${query}`)).body.data[0].values;
  const labelsOf = (register: string, form: string) =>
    ground.query('SELECT DISTINCT legal_form_label AS label FROM entity WHERE register_id = $1 AND legal_form = $2', [
      register,
      form,
    ]);
  const latvian = (await forms('&country=lv')).filter(({ label }) => label !== null);
  expect(latvian.length).toBeGreaterThan(1);
  for (const { value, label } of latvian) expect(await labelsOf('lv', value)).toEqual([{ label }]);
  await ground.query("INSERT INTO legal_form_label VALUES ('gb', $1, 'Something else')", [latvian[0]?.value]);
  const [version] = await ground.query('UPDATE data_version SET epoch = gen_random_uuid() RETURNING version');
  expect(version).toBeDefined();
  const everywhere = () => forms('').then((all) => all.find(({ value }) => value === latvian[0]?.value)?.label);
  await expect.poll(everywhere).toBeNull();
  expect((await forms('&country=LV')).find(({ value }) => value === latvian[0]?.value)).toEqual(latvian[0]);
});

test.each([
  '',
  'facets=',
  'facets=colour',
  'facets=status&size=0',
  'facets=status&size=101',
  'facets=status&page=1',
])('facets?%s is a bad request', async (query) => {
  expect((await get(`/facets?${query}`)).body.error.code).toBe('invalid_request');
});

test('suggestions: beginnings of words first, active ones first, with the places in the name', async () => {
  const { status, body, headers } = await get('/suggest?q=TRA&limit=25');
  expect([status, body.data.length, body.meta.count]).toEqual([200, 25, 25]);
  expect(headers.get('etag')).toMatch(/^"/);
  for (const { canonicalName, ranges } of body.data) {
    for (const { start, end } of ranges) expect(normalize(canonicalName.slice(start, end))).toContain('tra');
    expect(ranges.length).toBeGreaterThan(0);
  }
  const statuses = body.data.map((one: { status: string }) => one.status === 'active');
  expect(statuses).toEqual(statuses.toSorted().reverse());
  expect((await get('/suggest?q=zzzqqq')).body).toEqual({ data: [], meta: { count: 0 } });
  const { body: one } = await get('/suggest?q=tra&country=no&limit=1');
  expect(one.data[0].countryCode).toBe('NO');
});

test.each([
  '',
  'q=',
  'q=+',
  'q=a&limit=0',
  'q=a&limit=26',
  'q=a&country=NOR',
  `q=${'x'.repeat(201)}`,
])('suggest?%s is a bad request', async (query) => {
  expect((await get(`/suggest?${query}`)).body.error.code).toBe('invalid_request');
});

test('several countries are searched, counted and suggested at once, each by its own rules', async () => {
  const [md, no] = [await count(`country_code = 'MD'`), await count(`country_code = 'NO'`)];
  expect(await total('countries=no,MD,md')).toBe(md + no);
  expect(await total('countries=NO')).toBe(no);
  const active = await get('/facets?countries=MD,NO&status=active&facets=country');
  expect(active.body.data[0].values.map(({ value }: { value: string }) => value).toSorted()).toEqual(['MD', 'NO']);
  expect(active.body.meta.total).toBe((await total('country=MD&status=active')) + (await total('country=NO&status=active')));
  const suggested = (await get('/suggest?q=a&countries=MD,NO&limit=25')).body.data as { countryCode: string }[];
  expect(new Set(suggested.map(({ countryCode }) => countryCode))).toEqual(new Set(['MD', 'NO']));
  const [{ number }] = (await ground.query(
    `SELECT number FROM entity WHERE register_id = 'gb' AND number LIKE '0%' LIMIT 1`,
  )) as [{ number: string }];
  const typed = number.replace(/^0+/, '');
  expect(await total(`number=${typed}&countries=GB,NO`)).toBe(
    (await total(`number=${typed}&country=GB`)) + (await total(`number=${typed}&country=NO`)),
  );
  for (const [query, message] of [
    ['countries=gb,xx', 'no register has XX; there are '],
    ['countries=XX', 'no register has XX; there are '],
    ['countries=GB,', 'must be 1 to 50 codes of two letters'],
    ['countries=', 'must be 1 to 50 codes of two letters'],
    ['countries=GB,NO&country=GB', 'country must not be sent with it'],
    ['country=GB,NO', 'country: must be two letters'],
  ] as const)
    for (const path of [`?${query}`, `/facets?facets=status&${query}`, `/suggest?q=a&${query}`]) {
      const { status, body } = await get(path);
      expect([status, body.error?.message], path).toEqual([400, expect.stringContaining(message)]);
    }
  const asked = await service.graphql('{ entities(filter: { countries: ["md", "NO"] }) { meta { total } } }');
  expect(asked.body.data.entities.meta.total).toBe(md + no);
  const refused = await service.graphql('{ entities(filter: { countries: [] }) { meta { total } } }');
  expect(refused.body.errors[0].extensions.code).toBe('invalid_request');
});

test('GraphQL has the same filters, sorts, facets and suggestions', async () => {
  const { body } = await service.graphql(`{
    entities(filter: { status: active, registeredFrom: "2010-01-01", country: "uk" }, sort: registeredAtDescending) {
      unknownCountry { likely } meta { total }
    }
    entityFacets(filter: { q: "a" }, facets: [status], size: 2) { total facets { name values { value count } other missing } }
    entitySuggestions(q: "tra", limit: 2) { canonicalName ranges { start end } }
  }`);
  expect(body.data.entities).toEqual({ unknownCountry: { likely: 'GB' }, meta: { total: 0 } });
  expect(body.data.entityFacets.total).toBe(await total('q=a'));
  expect(body.data.entitySuggestions).toHaveLength(2);
  for (const wrong of [
    'entities(filter: { registeredFrom: "x" }) { meta { total } }',
    'entities(filter: { updatedSince: "2026-01-01" }) { meta { total } }',
    `entities(filter: { number: "${'1'.repeat(51)}" }) { meta { total } }`,
    `entities(filter: { legalForm: "${'x'.repeat(501)}" }) { meta { total } }`,
    'entityFacets(facets: [status], size: 101) { total }',
    'entitySuggestions(q: "a", limit: 26) { id }',
    'entitySuggestions(q: "a", country: "xxx") { id }',
  ])
    expect((await service.graphql(`{ ${wrong} }`)).body.errors[0].extensions.code, wrong).toBe('invalid_request');
});

test('two hundred different broad searches at once are all answered', async () => {
  const letters = 'abcdefghijklmnopqrst';
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => get(`?q=${letters[index % 20]}&pageSize=1&page=${1 + Math.floor(index / 20)}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('the ETag of a record is of the record: another import leaves it, and a record that is missing has none', async () => {
  const [{ id }] = (await ground.query(`SELECT id FROM entity WHERE register_id = 'ee' LIMIT 1`)) as [{ id: string }];
  const { headers, text } = await get(`/${id}`);
  const etag = headers.get('etag') ?? '';
  expect((await get(`/${id}`)).text).toBe(text);
  expect((await get(`/${id}`, { 'if-none-match': etag })).status).toBe(304);
  const missing = await get('/00000000-0000-5000-8000-000000000000', { 'if-none-match': etag });
  expect([missing.status, missing.headers.get('etag')]).toEqual([404, null]);
  await writeBritishFile(ground.path('gb.csv'), 400, { edition: 2 });
  const before = (await get('?country=GB')).headers.get('etag');
  await ground.import(gb, ground.path('gb.csv'), { allowShrink: true });
  await vi.waitFor(async () => expect((await get('?country=GB')).headers.get('etag')).not.toBe(before), {
    timeout: 60_000,
    interval: 20,
  });
  expect((await get(`/${id}`, { 'if-none-match': etag })).status).toBe(304);
});

test('after a restore the same version number means other data: nothing is answered of what is gone', async () => {
  const tables = ['import_run', 'register', 'entity', 'tombstone', 'search_segment', 'change_set', 'change', 'data_version'];
  await ground.query(`CREATE SCHEMA saved; ${tables.map((table) => `CREATE TABLE saved.${table} AS TABLE ${table}`).join(';')}`);
  await writeBritishFile(ground.path('lost.csv'), 500, { edition: 3 });
  await ground.import(gb, ground.path('lost.csv'), { allowShrink: true });
  const truth = () => count(`country_code = 'GB'`);
  await vi.waitFor(async () => expect(await total('country=GB')).toBe(await truth()), { timeout: 60_000, interval: 20 });
  const lost = await get('?country=GB&q=a');
  // The import is lost, and another one takes its number.
  await ground.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
     ${tables
       .toReversed()
       .map((table) => `DELETE FROM ${table}`)
       .join(';')};
     ${tables.map((table) => `INSERT INTO ${table} SELECT * FROM saved.${table}`).join(';')}; COMMIT`,
  );
  await writeBritishFile(ground.path('other.csv'), 350, { edition: 4 });
  await ground.import(gb, ground.path('other.csv'), { allowShrink: true });
  const seen = await vi.waitFor(
    async () => {
      const answer = await get('?country=GB&q=a', { 'if-none-match': lost.headers.get('etag') ?? '' });
      expect(answer.status).toBeLessThan(500);
      expect(answer.status).toBe(200);
      expect(await total('country=GB')).toBe(await truth());
      return answer;
    },
    { timeout: 60_000, interval: 20 },
  );
  expect(seen.body.meta.total).toBe(await count(`country_code = 'GB' AND search_text LIKE '%a%'`));
});
