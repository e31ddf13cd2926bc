import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { writeLatvianFile } from '../../../scripts/samples/lv.ts';
import { legalFormGroups } from '../../../src/company/values.ts';
import type { Authenticate } from '../../../src/kernel/principal.ts';
import { lv } from '../../../src/registers/countries/lv/register.ts';
import { registers } from '../../../src/registers/countries/registers.ts';
import { samples } from '../../../src/registers/import/samples.ts';
import { type ImportGround, importGround } from '../../support/imports.ts';
import { someone, startTestService, type TestService } from '../../support/service.ts';

const account = { kind: 'apiKey', accountId: someone.accountId, keyId: someone.accountId, familyId: someone.accountId } as const;
const authenticate: Authenticate = async () => account;

let ground: ImportGround;
let service: TestService;
/** How many records and countries there are. */
let all: { records: number; countries: number };
beforeAll(async () => {
  ground = await importGround();
  for (const { register, path, sourceUrl } of samples) await ground.import(register, path, { sourceUrl });
  const [counts] = await ground.query(
    'SELECT (SELECT count(*)::int FROM entity) AS records, (SELECT count(*)::int FROM country) AS countries',
  );
  all = counts as typeof all;
  await ground.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [account.accountId]);
  service = await startTestService({ databaseUrl: ground.url, authenticate });
});
afterAll(async () => {
  await service.stop();
  await ground.close();
});

const search = (query: string) => service.get(`/api/v1/entities?${query}`);

test('countries are listed by code, with their number', async () => {
  const { status, body, headers } = await service.get('/api/v1/countries');
  expect(status).toBe(200);
  expect(body.meta).toEqual({ count: all.countries });
  expect(body.data).toHaveLength(all.countries);
  expect(body.data).toContainEqual({ code: 'MD', name: 'Moldova', nativeName: 'Moldova', enabled: true });
  expect(body.data).toContainEqual({ code: 'PL', name: 'Poland', nativeName: 'Polska', enabled: false });
  expect(body.data.map(({ code }: { code: string }) => code)).toEqual(
    body.data.map(({ code }: { code: string }) => code).toSorted(),
  );
  expect(headers.get('cache-control')).toBe('private, no-cache');
});

test('the source of a register of several files has the rows of each file, under its name', async () => {
  const [{ id, cells }] = (await ground.query(
    "SELECT id, source_cells AS cells FROM entity WHERE country_code = 'BE' ORDER BY number LIMIT 1",
  )) as [{ id: string; cells: string[][][] }];
  const { body } = await service.get(`/api/v1/entities/${id}`);
  const { sourceData } = body.data;
  expect(Object.keys(sourceData)).toEqual([
    'enterprise',
    'denomination',
    'address',
    'activity',
    'contact',
    'establishment',
    'branch',
  ]);
  expect(Object.values(sourceData).map((rows) => (rows as object[]).map((row) => Object.values(row)))).toEqual(cells);
  expect(Object.keys(sourceData.denomination[0])).toEqual(['EntityNumber', 'Language', 'TypeOfDenomination', 'Denomination']);
});

test('a search without parameters is the first 25 of all, by name', async () => {
  const { status, body } = await service.get('/api/v1/entities');
  expect(status).toBe(200);
  expect(body.meta).toEqual({ page: 1, pageSize: 25, pageCount: Math.ceil(all.records / 25), total: all.records });
  expect(body.data).toHaveLength(25);
  expect(Object.keys(body.data[0]).sort()).toEqual([
    'canonicalName',
    'countryCode',
    'endKind',
    'endedAt',
    'id',
    'legalForm',
    'legalFormCode',
    'legalFormGroup',
    'legalFormLabel',
    'matchedName',
    'number',
    'numberScheme',
    'registeredAt',
    'status',
    'updatedAt',
  ]);
});

test('filters narrow, each and together', async () => {
  const total = async (query: string) => (await search(query)).body.meta.total;
  expect(await total('country=md')).toBe(500);
  expect(await total('country=ZZ')).toBe(0);
  expect(await total('q=+++')).toBe(all.records);
  const [{ form, count }] = (await ground.query(
    "SELECT legal_form AS form, count(*)::int AS count FROM entity WHERE country_code = 'NO' GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
  )) as [{ form: string; count: number }];
  expect(await total(`country=NO&legalForm=${encodeURIComponent(form)}`)).toBe(count);
  const licensed = await total('activity=17&activityType=licensed');
  expect(licensed).toBeGreaterThan(0);
  expect(await total('activity=17')).toBe(0);
  const [{ label, code }] = (await ground.query(
    "SELECT label, code FROM activity WHERE scheme = 'MD-CAEM-2' AND code = '0111'",
  )) as [{ label: string; code: string }];
  expect(await total(`activity=${code}&country=MD`)).toBeGreaterThanOrEqual(await total(`activity=${encodeURIComponent(label)}`));
  expect((await search('country=ZZ')).body.meta).toEqual({ page: 1, pageSize: 25, pageCount: 0, total: 0 });
});

test('case and diacritics do not matter, wildcards are ordinary characters', async () => {
  const total = async (q: string) => (await search(`q=${encodeURIComponent(q)}`)).body.meta.total;
  expect(await total('Întreprinderea')).toBeGreaterThan(0);
  expect(await total('intreprinderea')).toBe(await total('ÎNTREPRINDEREA'));
  expect(await total('ş')).toBe(await total('ș'));
  expect(await total('%')).toBeLessThan(100);
  expect(await total('_')).toBeLessThan(100);
  expect(await total('zzzqqq%')).toBe(0);
});

test.each([
  'country=MDA',
  'country=M',
  'country=',
  'country=%C3%A9%C3%A9',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=1e309',
  'page=abc',
  'page=',
  'page=2147483648',
  'page=99999999999999999999',
  'pageSize=0',
  'pageSize=101',
  'pageSize=x',
  'activityType=both',
  'legalForm=',
  'activity=',
  'q=a&q=b',
  'q[]=a',
  'q[x]=a',
  'unknown=1',
  'q=%00',
  'q=a%00b',
  'q=%ED%A0%80',
  'q=%FF',
  'q=%',
  `q=${'x'.repeat(201)}`,
])('%s is a bad request', async (query) => {
  const { status, body } = await search(query);
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
});

test('a fragment is measured without the blanks around it', async () => {
  const blanks = '%20'.repeat(150);
  const [{ name }] = (await ground.query('SELECT canonical_name AS name FROM entity LIMIT 1')) as [{ name: string }];
  const { status, body } = await search(`q=${blanks}${encodeURIComponent(name)}${blanks}`);
  expect([status, body.meta?.total > 0]).toEqual([200, true]);
  expect((await search(`q=${blanks}${'x'.repeat(201)}`)).status).toBe(400);
  const wide = await service.graphql(
    `{ entities(filter: { q: "${' '.repeat(300)}${name.replaceAll('"', '')}" }) { meta { total } } }`,
  );
  expect(wide.body.errors).toBeUndefined();
});

test.each([
  '\u0001',
  '\u0301',
  ' \u0301\u0007 ',
  '\u0085',
  '\u0001'.repeat(200),
])('a fragment of nothing but control and combining characters is refused, not taken for everything (%j)', async (q) => {
  const { status, body } = await search(`q=${encodeURIComponent(q)}`);
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('something to search for')]);
  const { body: graphql } = await service.graphql(`{ entities(filter: { q: ${JSON.stringify(q)} }) { meta { total } } }`);
  expect(graphql.errors[0].extensions.code).toBe('invalid_request');
});

test('any answer that there is will do where it is free; of company data the tag must be named', async () => {
  const any = { headers: { 'if-none-match': ' * ' } };
  const missing = await service.get('/api/v1/entities/00000000-0000-5000-8000-000000000000', any);
  expect([missing.status, missing.body.error.code, missing.headers.get('etag')]).toEqual([404, 'entity_not_found', null]);
  const [{ id }] = (await ground.query('SELECT id FROM entity LIMIT 1')) as [{ id: string }];
  const found = await service.get(`/api/v1/entities/${id}`, any);
  expect([found.status, found.body.data.id]).toEqual([200, id]);
  const named = { headers: { 'if-none-match': `"other", ${found.headers.get('etag')}` } };
  const known = await service.get(`/api/v1/entities/${id}`, named);
  expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', found.headers.get('etag')]);
  for (const [path, status] of [
    ['/api/v1/countries', 200],
    ['/api/v1/entities', 200],
    ['/api/v1/openapi.json', 304],
  ] as const)
    expect((await service.get(path, any)).status, path).toBe(status);
  expect((await service.get('/api/v1/entities?page=0', any)).status).toBe(400);
});

test.each([
  "'; DROP TABLE entity; --",
  '\\',
  '%_\\',
  '🏢',
  '$1',
  'ș'.repeat(200),
  '(((',
  '*',
  'a\u0001b',
  '<script>',
])('%s is an ordinary fragment', async (q) => {
  const { status, body } = await search(`q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  expect(body.meta.total).toBeLessThan(200);
});

test('a full record has everything that the source says, in its order, and where it comes from', async () => {
  const [{ id, number }] = (await ground.query(
    "SELECT id, number FROM entity WHERE register_id = 'gb' AND cardinality(unlicensed) > 1 LIMIT 1",
  )) as [{ id: string; number: string }];
  const { status, body } = await service.get(`/api/v1/entities/${id}`);
  expect(status).toBe(200);
  const file = samples.find(({ register }) => register.id === 'gb')?.path ?? '';
  const [header = '', ...lines] = readFileSync(file, 'utf8').split('\r\n');
  const line = lines.find((one) => one.includes(`","${number}",`)) ?? '';
  expect(Object.keys(body.data.sourceData).join(',')).toBe(header);
  expect(
    Object.values(body.data.sourceData)
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join(','),
  ).toBe(line);
  expect(body.data.registry.activities.unlicensed[0]).toEqual({
    code: expect.stringMatching(/^\d{5}$/),
    label: expect.any(String),
    scheme: 'UK-SIC-2007',
    revision: '2',
    nace: { revision: '2.1', codes: expect.any(Array), certainty: expect.stringMatching(/^(?:derived|several)$/) },
  });
  expect(body.data.registry.activities.licensed).toEqual([]);
  expect(body.data.registrations[0]).toMatchObject({ scheme: 'GB-COH', number });
  expect(body.data.provenance).toEqual({
    register: 'Companies House',
    file: 'BasicCompanyDataAsOneFile-2026-11-01.csv',
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
    files: null,
    importedAt: expect.stringMatching(/^2026-11-01T00:00:00/),
    sourceUrl: 'urn:company-registry:samples',
    licence: 'Open Government Licence v3.0',
  });
});

test('a record of every register says its form, address and activities in the common language, by REST and by GraphQL', async () => {
  expect(await ground.query('SELECT register_id, unknown_forms FROM import_run WHERE unknown_forms IS NOT NULL')).toEqual([]);
  const schemes = (await ground.query('SELECT DISTINCT scheme FROM activity')).map(({ scheme }) => scheme as string);
  const declared = registers.flatMap(({ classifications = {} }) => Object.keys(classifications));
  expect(schemes.filter((scheme) => !declared.includes(scheme))).toEqual([]);
  const fields = 'legalFormCode legalFormGroup address { lines postalCode locality region country raw } registry';
  const rows = await ground.query(
    'SELECT DISTINCT ON (register_id) id FROM entity WHERE cardinality(unlicensed) > 0 ORDER BY register_id, id',
  );
  const others = await ground.query('SELECT DISTINCT ON (register_id) id FROM entity ORDER BY register_id, id');
  const ids = [...new Set([...rows, ...others].map(({ id }) => id as string))];
  const query = ids.map((id, place) => `r${place}: entity(id: "${id}") { ${fields} }`);
  const asked = await Promise.all(query.map((one) => service.graphql(`{ ${one} }`)));
  const answers = Object.assign({}, ...asked.map(({ body }) => body.data));
  for (const [place, id] of ids.entries()) {
    const { body } = await service.get(`/api/v1/entities/${id}`);
    const { legalFormCode, legalFormGroup, address, registry } = body.data;
    expect(answers[`r${place}`]).toEqual({ legalFormCode, legalFormGroup, address, registry });
    expect(legalFormGroups).toContain(legalFormGroup);
    for (const { nace } of registry.activities.unlicensed) expect(nace?.codes ?? []).not.toContain('');
  }
});

test('an id that nobody has is not found, one that is no UUID is a bad request', async () => {
  const missing = await service.get('/api/v1/entities/00000000-0000-5000-8000-000000000000');
  expect([missing.status, missing.body.error.code]).toEqual([404, 'entity_not_found']);
  for (const id of ['x', '1', "'", '00000000-0000-5000-8000-00000000000', '%00', '%F0%9F%8F%A2']) {
    const { status, body } = await service.get(`/api/v1/entities/${id}`);
    expect([status, body.error.code], id).toEqual([400, 'invalid_request']);
  }
});

test('the same request gives 304 until an import ends, which is seen within a second; what it removed is gone, from search too', async () => {
  const own = await importGround();
  await writeLatvianFile(own.path('lv.csv'), 300);
  await own.import(lv, own.path('lv.csv'));
  await own.query(`INSERT INTO account (id, plan) VALUES ($1, 'business')`, [account.accountId]);
  const instance = await startTestService({ databaseUrl: own.url, authenticate });
  onTestFinished(async () => {
    await instance.stop();
    await own.close();
  });
  const { headers } = await instance.get('/api/v1/entities?q=sia');
  const etag = headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = () => instance.get('/api/v1/entities?q=sia', { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  expect((await instance.get('/api/v1/entities?q=sia&page=2')).headers.get('etag')).not.toBe(etag);
  await writeLatvianFile(own.path('lv.csv'), 300, { edition: 2 });
  await own.import(lv, own.path('lv.csv'));
  await vi.waitFor(async () => expect((await again()).status).toBe(200), { timeout: 60_000, interval: 20 });

  const [{ id, name }] = (await own.query(
    'SELECT id, canonical_name AS name FROM tombstone WHERE length(canonical_name) > 8 LIMIT 1',
  )) as [{ id: string; name: string }];
  expect((await instance.get(`/api/v1/entities/${id}`)).status).toBe(404);
  const { body } = await instance.get(`/api/v1/entities?q=${encodeURIComponent(name)}&pageSize=100`);
  expect(body.data.map((item: { id: string }) => item.id)).not.toContain(id);
});

test('GraphQL offers the same, typed, and reads the large fields only where they are asked for', async () => {
  const { body } = await service.graphql(`{
    countries { code }
    entities(filter: { country: "md", q: "societatea" }, pageSize: 2) {
      items { id canonicalName registeredAt registrations } meta { total pageCount }
    }
  }`);
  expect(body.data.countries).toHaveLength(all.countries);
  const rest = await search('q=societatea&country=MD&pageSize=2');
  expect(body.data.entities.meta).toEqual({ total: rest.body.meta.total, pageCount: rest.body.meta.pageCount });
  expect(body.data.entities.items.map(({ id }: { id: string }) => id)).toEqual(
    rest.body.data.map(({ id }: { id: string }) => id),
  );
  expect(body.data.entities.items[0].registrations[0].scheme).toBe('MD-IDNO');
  const [first] = rest.body.data;
  const one = await service.graphql(
    `{ entity(id: "${first.id}") { canonicalName sourceData provenance { licence } } none: entity(id: "nonsense") { id } }`,
  );
  expect(one.body.data.entity.canonicalName).toBe(first.canonicalName);
  expect(one.body.data.none).toBeNull();
  for (const wrong of [
    'pageSize: 101',
    'page: 0',
    'filter: { country: "M" }',
    'filter: { country: "Ðж" }',
    `filter: { q: "${'x'.repeat(201)}" }`,
  ]) {
    const refused = await service.graphql(`{ entities(${wrong}) { meta { total } } }`);
    expect(refused.body.errors[0].extensions.code, wrong).toBe('invalid_request');
  }
});
