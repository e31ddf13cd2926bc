import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '../../rest/routes/index.ts';
import { schema } from '../../src/api/schema.ts';
import { declarationOf } from '../../src/graphql/declaration.ts';
import { registryFields, rootFields } from '../../src/graphql/root-fields.ts';
import { addKey, type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { as } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

/* What every answer costs: each route with each status of the contract, and each field of company data over GraphQL. */

let ground: ChangesGround;
/** Words in braces in the paths below. */
const words: Record<string, string> = { missing: '00000000-0000-5000-8000-000000000000', list: '' };
const [records, changed] = [2_500, 250];
const rows = (name: string) =>
  Array.from({ length: records }, (_, place) => ({
    number: String(10_000_000 + place),
    name: `${place < changed ? name : 'COMPANY'} ${place}`,
    activity: '1',
  }));

beforeAll(async () => {
  ground = await changesGround();
  const md = smallRegister('md');
  await ground.importRows(smallRegister('gb'), [{ number: '1', name: 'FIRST', activity: '1' }]);
  words['expired'] = (await ground.get('/changes?cursor=now')).body.meta.nextCursor;
  await ground.importRows(md, rows('COMPANY'));
  await ground.query('UPDATE change_set SET is_dropped = true');
  words['before'] = (await ground.get('/changes?cursor=now')).body.meta.nextCursor;
  await ground.importRows(md, rows('RENAMED'), { allowChange: true });
  await ground.makeSnapshots();
  const [{ id, bytes }] = (await ground.get('/snapshots?country=MD')).body.data;
  Object.assign(words, { snapshot: id, middle: String(Math.floor(bytes / 2)), beyond: String(bytes) });
  const [vanished] = (await ground.get('/snapshots?country=GB')).body.data;
  words['vanished'] = vanished.id;
  words['entity'] = (await ground.get('/entities?q=renamed')).body.data[0].id;
});
afterAll(() => ground.close());

const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? expect.unreachable(name));

interface Person {
  accountId: string;
  secret: string;
  session: { authorization: string };
}
async function person(plan = 'business'): Promise<Person> {
  const { accountId, secret } = await addKey(ground.query as never, plan);
  await ground.query(
    `INSERT INTO user_profile (account_id, issuer, subject) VALUES ($1::uuid, 'https://issuer.example', $1::text)`,
    [accountId],
  );
  return { accountId, secret, session: as(accountId) };
}
const usedOf = async ({ session }: Person, service: TestService = ground.service): Promise<number> =>
  (await service.graphql('{ usage { used } }', { headers: session })).body.data.usage.used;

/** A watch list of the account. */
const listOf = async ({ accountId }: Person): Promise<string> =>
  (await ground.query("INSERT INTO watch_list (account_id, name) VALUES ($1, 'list') RETURNING id", [accountId]))[0]?.id;

const wanted = { url: 'http://127.0.0.1:1/', events: ['watch_list.changed'] };
const posted = (body: object = {}): Record<string, string> => ({ body: JSON.stringify(body) });
/** A webhook endpoint of the account, which another one made and paid for. */
async function endpointOf({ accountId }: Person): Promise<string> {
  const { secret } = await person();
  const made = await ground.service.get('/api/v1/webhook-endpoints', requestOf(posted(wanted), { 'x-api-key': secret }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await ground.query('UPDATE webhook_endpoint SET account_id = $1 WHERE id = $2', [accountId, made.body.data.id]);
  return made.body.data.id;
}
/** An attempt to deliver to the endpoint. */
const deliver = async () => {
  const [row] = await ground.query(
    `INSERT INTO webhook_delivery (endpoint_id, message_id, type, subject, data, attempt, milliseconds, outcome)
     VALUES ($1, gen_random_uuid(), 'endpoint.test', 'test', '{}', 1, 1, 'delivered') RETURNING id`,
    [words['endpoint']],
  );
  words['delivery'] = row?.id;
};
const rotate = () =>
  ground.query("UPDATE webhook_endpoint SET sealed_previous = sealed_secret, previous_ends_at = now() + '1 day' WHERE id = $1", [
    words['endpoint'],
  ]);
const disable = () =>
  ground.query("UPDATE webhook_endpoint SET disabled_at = now(), disabled_reason = 'gone' WHERE id = $1", [words['endpoint']]);
const fillEndpoints = `INSERT INTO webhook_endpoint (account_id, url, events, sealed_secret)
  SELECT (SELECT id FROM account ORDER BY created_at DESC LIMIT 1), 'https://receiver.example', '{}', '' FROM generate_series(1, 50)`;

/** Where in DATA_DIR the file of a snapshot is. */
const fileOf = (name: string) => join(ground.folder, 'snapshots', `${words[name]}.ndjson.gz`);
const replaceByFolder = async (file: string) => {
  await rm(file, { recursive: true, force: true });
  await mkdir(file);
};
/** With the tag that the answer has. */
const known = { 'if-none-match': '{tag}' };

/** The body of a POST and another method are among the headers, under these names. */
const items = (...some: object[]): Record<string, string> => ({ body: JSON.stringify({ items: some }) });

const named = (name: string): Record<string, string> => ({ body: JSON.stringify({ name }) });
const added = (id: string): Record<string, string> => ({ body: JSON.stringify({ add: [id] }) });
const twoLookedUp = {
  body: JSON.stringify({
    lookup: [
      { country: 'MD', number: '1' },
      { country: 'MD', number: '2' },
    ],
  }),
};
/** As many lists of the newest account, and as many companies of its list, as the plan allows. */
const fillLists = `INSERT INTO watch_list (account_id, name)
  SELECT (SELECT id FROM account ORDER BY created_at DESC LIMIT 1), 'list' FROM generate_series(1, 200)`;
const fillList = () =>
  ground.query('INSERT INTO watched_company SELECT $1::uuid, gen_random_uuid() FROM generate_series(1, 100000)', [words['list']]);

type Case = [status: number, units: number, path: string, headers?: Record<string, string>, before?: () => Promise<unknown>];

/** A request with some headers, or with a body. */
function requestOf(
  { body, method: verb, ...headers }: Record<string, string>,
  key: Record<string, string>,
  method = verb ?? 'GET',
): RequestInit {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
  if (body === undefined || method === 'HEAD') return { method, headers: { ...key, ...own } };
  return { method: verb ?? 'POST', headers: { ...key, 'content-type': 'application/json' }, body: filled(body) };
}

/** Of each route that is metered. What a new one costs has to be written down here. */
const costs: Record<string, Case[]> = {
  listCountries: [
    [200, 1, '/countries'],
    [304, 0, '/countries', known],
    [400, 0, '/countries?x=1'],
  ],
  searchEntities: [
    [200, 1, '/entities?pageSize=100'],
    [200, 1, '/entities?q=nothing+is+called+so'],
    [304, 0, '/entities', known],
    [400, 0, '/entities?page=0'],
  ],
  getEntityFacets: [
    [200, 1, '/entities/facets?facets=status'],
    [304, 0, '/entities/facets?facets=status', known],
    [400, 0, '/entities/facets?facets=nonsense'],
  ],
  suggestEntities: [
    [200, 1, '/entities/suggest?q=comp'],
    [304, 0, '/entities/suggest?q=comp', known],
    [400, 0, '/entities/suggest?q=comp&limit=0'],
  ],
  lookUpEntities: [
    [200, 3, '/entities/lookup', items({ id: '{entity}' }, { id: '{missing}' }, { country: 'MD', number: '10000000' })],
    [200, 1, '/entities/lookup?include=detail', items({ id: '{entity}' })],
    [400, 0, '/entities/lookup', items({ number: '1' })],
    [400, 0, '/entities/lookup?include=x', items({ id: '{entity}' })],
    [413, 0, '/entities/lookup', items({ id: 'x'.repeat(100_000) })],
  ],
  matchCompanies: [
    [200, 2, '/match', { body: JSON.stringify({ queries: [{ name: 'company' }, { name: 'nothing is called so' }] }) }],
    [400, 0, '/match', { body: JSON.stringify({ queries: [{ name: 'company' }, { name: '' }] }) }],
    [413, 0, '/match', { body: JSON.stringify({ queries: [{ name: 'x'.repeat(700_000) }] }) }],
  ],
  getEntity: [
    [200, 1, '/entities/{entity}'],
    [304, 0, '/entities/{entity}', known],
    [404, 1, '/entities/{missing}'],
    [404, 1, '/entities/{entity}?asOf=2001-01-01T00:00:00Z'],
    [400, 0, '/entities/nonsense'],
  ],
  getEntityHistory: [
    [200, 1, '/entities/{entity}/history'],
    [304, 0, '/entities/{entity}/history', known],
    [404, 1, '/entities/{missing}/history'],
    [400, 0, '/entities/nonsense/history'],
  ],
  getEntityGroup: [
    [200, 1, '/entities/{entity}/group'],
    [304, 0, '/entities/{entity}/group', known],
    [404, 1, '/entities/{missing}/group'],
    [400, 0, '/entities/nonsense/group'],
  ],
  listChanges: [
    [200, 1, '/changes?cursor={before}&limit=1000'],
    [200, 3, '/changes?cursor={before}&limit=1000&include=entity'],
    [200, 2, '/changes?cursor={before}&limit=101&include=entity'],
    [200, 1, '/changes?cursor={before}&limit=100&include=entity'],
    [200, 1, '/changes?cursor=now&limit=1000&include=entity'],
    [304, 0, '/changes?cursor={before}&limit=1000&include=entity', known],
    [400, 0, '/changes?cursor=nonsense'],
    [400, 0, '/changes?include=nonsense'],
    [410, 0, '/changes?cursor={expired}'],
  ],
  listSnapshots: [
    [200, 1, '/snapshots'],
    [400, 0, '/snapshots?country=nonsense'],
  ],
  downloadSnapshot: [
    [200, 3, '/snapshots/{snapshot}'],
    [200, 3, '/snapshots/{snapshot}', { range: 'bytes=0-1,100-101' }],
    [206, 2, '/snapshots/{snapshot}', { range: 'bytes={middle}-' }],
    [206, 1, '/snapshots/{snapshot}', { range: 'bytes=0-0' }],
    [206, 3, '/snapshots/{snapshot}', { range: 'bytes=0-' }],
    [304, 0, '/snapshots/{snapshot}', known],
    [416, 0, '/snapshots/{snapshot}', { range: 'bytes={beyond}-' }],
    [404, 0, '/snapshots/{missing}'],
    [400, 0, '/snapshots/nonsense'],
    [404, 0, '/snapshots/{vanished}', {}, () => rm(fileOf('vanished'), { recursive: true, force: true })],
    [500, 0, '/snapshots/{vanished}', {}, () => replaceByFolder(fileOf('vanished'))],
  ],
  listWatchLists: [
    [200, 1, '/watch-lists'],
    [400, 0, '/watch-lists?x=1'],
  ],
  createWatchList: [
    [201, 1, '/watch-lists', named('suppliers')],
    [400, 0, '/watch-lists', named('')],
    [413, 0, '/watch-lists', named('x'.repeat(100_000))],
    [409, 0, '/watch-lists', named('one too many'), () => ground.query(fillLists)],
  ],
  getWatchList: [
    [200, 1, '/watch-lists/{list}'],
    [404, 0, '/watch-lists/{missing}'],
    [400, 0, '/watch-lists/{list}?x=1'],
  ],
  changeWatchList: [
    [200, 1, '/watch-lists/{list}', { ...named('other'), method: 'PATCH' }],
    [400, 0, '/watch-lists/{list}', { ...named(''), method: 'PATCH' }],
    [404, 0, '/watch-lists/{missing}', { ...named('other'), method: 'PATCH' }],
    [413, 0, '/watch-lists/{list}', { ...named('x'.repeat(100_000)), method: 'PATCH' }],
  ],
  deleteWatchList: [
    [204, 1, '/watch-lists/{list}', { method: 'DELETE' }],
    [404, 0, '/watch-lists/{missing}', { method: 'DELETE' }],
    [400, 0, '/watch-lists/{list}?x=1', { method: 'DELETE' }],
  ],
  listWatchedCompanies: [
    [200, 1, '/watch-lists/{list}/companies'],
    [400, 0, '/watch-lists/{list}/companies?page=0'],
    [404, 0, '/watch-lists/{missing}/companies'],
  ],
  changeWatchedCompanies: [
    [200, 2, '/watch-lists/{list}/companies', twoLookedUp],
    [200, 1, '/watch-lists/{list}/companies', added('{entity}')],
    [400, 0, '/watch-lists/{list}/companies', added('nonsense')],
    [404, 0, '/watch-lists/{missing}/companies', added('{entity}')],
    [409, 0, '/watch-lists/{list}/companies', added('{entity}'), () => fillList()],
    [413, 0, '/watch-lists/{list}/companies', added('x'.repeat(100_000))],
  ],
  listWatchListChanges: [
    [200, 1, '/watch-lists/{list}/changes'],
    [400, 0, '/watch-lists/{list}/changes?cursor=nonsense'],
    [404, 0, '/watch-lists/{missing}/changes'],
    [410, 0, '/watch-lists/{list}/changes?cursor={expired}'],
  ],
  listWebhookEndpoints: [
    [200, 1, '/webhook-endpoints'],
    [400, 0, '/webhook-endpoints?x=1'],
  ],
  createWebhookEndpoint: [
    [201, 1, '/webhook-endpoints', posted(wanted)],
    [400, 0, '/webhook-endpoints', posted({ ...wanted, url: 'https://10.0.0.1/' })],
    [404, 0, '/webhook-endpoints', posted({ ...wanted, listIds: ['{missing}'] })],
    [409, 0, '/webhook-endpoints', posted(wanted), () => ground.query(fillEndpoints)],
    [413, 0, '/webhook-endpoints', posted({ ...wanted, description: 'x'.repeat(100_000) })],
  ],
  getWebhookEndpoint: [
    [200, 1, '/webhook-endpoints/{endpoint}'],
    [400, 0, '/webhook-endpoints/{endpoint}?x=1'],
    [404, 0, '/webhook-endpoints/{missing}'],
  ],
  changeWebhookEndpoint: [
    [200, 1, '/webhook-endpoints/{endpoint}', { ...posted({ description: 'other' }), method: 'PATCH' }],
    [400, 0, '/webhook-endpoints/{endpoint}', { ...posted({ url: 'https://10.0.0.1/' }), method: 'PATCH' }],
    [404, 0, '/webhook-endpoints/{missing}', { ...posted({ description: 'other' }), method: 'PATCH' }],
    [413, 0, '/webhook-endpoints/{endpoint}', { ...posted({ description: 'x'.repeat(100_000) }), method: 'PATCH' }],
  ],
  deleteWebhookEndpoint: [
    [204, 1, '/webhook-endpoints/{endpoint}', { method: 'DELETE' }],
    [400, 0, '/webhook-endpoints/{endpoint}?x=1', { method: 'DELETE' }],
    [404, 0, '/webhook-endpoints/{missing}', { method: 'DELETE' }],
  ],
  rotateWebhookSecret: [
    [200, 1, '/webhook-endpoints/{endpoint}/rotate-secret', posted()],
    [400, 0, '/webhook-endpoints/{endpoint}/rotate-secret', posted({ overlapSeconds: -1 })],
    [404, 0, '/webhook-endpoints/{missing}/rotate-secret', posted()],
    [409, 0, '/webhook-endpoints/{endpoint}/rotate-secret', posted(), () => rotate()],
    [413, 0, '/webhook-endpoints/{endpoint}/rotate-secret', posted({ x: 'x'.repeat(100_000) })],
  ],
  enableWebhookEndpoint: [
    [200, 1, '/webhook-endpoints/{endpoint}/enable', { method: 'POST' }],
    [400, 0, '/webhook-endpoints/{endpoint}/enable?x=1', { method: 'POST' }],
    [404, 0, '/webhook-endpoints/{missing}/enable', { method: 'POST' }],
  ],
  testWebhookEndpoint: [
    [202, 1, '/webhook-endpoints/{endpoint}/test', { method: 'POST' }],
    [400, 0, '/webhook-endpoints/{endpoint}/test?x=1', { method: 'POST' }],
    [404, 0, '/webhook-endpoints/{missing}/test', { method: 'POST' }],
    [409, 0, '/webhook-endpoints/{endpoint}/test', { method: 'POST' }, disable],
  ],
  listWebhookDeliveries: [
    [200, 1, '/webhook-endpoints/{endpoint}/deliveries'],
    [400, 0, '/webhook-endpoints/{endpoint}/deliveries?limit=0'],
    [404, 0, '/webhook-endpoints/{missing}/deliveries'],
  ],
  replayWebhookDelivery: [
    [202, 1, '/webhook-endpoints/{endpoint}/deliveries/{delivery}/replay', { method: 'POST' }, deliver],
    [400, 0, '/webhook-endpoints/{endpoint}/deliveries/{missing}/replay?x=1', { method: 'POST' }],
    [404, 0, '/webhook-endpoints/{endpoint}/deliveries/{missing}/replay', { method: 'POST' }],
    [409, 0, '/webhook-endpoints/{endpoint}/deliveries/{delivery}/replay', { method: 'POST' }, () => deliver().then(disable)],
  ],
  replayWatchList: [
    [202, 1, '/webhook-endpoints/{endpoint}/replay', posted({ listId: '{list}', cursor: 'start' })],
    [400, 0, '/webhook-endpoints/{endpoint}/replay', posted({ listId: '{list}', cursor: 'nonsense' })],
    [404, 0, '/webhook-endpoints/{missing}/replay', posted({ listId: '{list}', cursor: 'start' })],
    [409, 0, '/webhook-endpoints/{endpoint}/replay', posted({ listId: '{list}', cursor: 'start' }), disable],
    [410, 0, '/webhook-endpoints/{endpoint}/replay', posted({ listId: '{list}', cursor: '{expired}' })],
    [413, 0, '/webhook-endpoints/{endpoint}/replay', posted({ listId: 'x'.repeat(100_000), cursor: 'start' })],
  ],
};

const metered = routes.filter(({ document }) => registryFields(rootFields(schema, parse(document))).length > 0);

test('every route of company data says what it costs, for every status of the contract', async () => {
  expect(metered.map(({ operationId }) => operationId)).toEqual(Object.keys(costs));
  const { paths } = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  // These are asked of all routes below; a request that does not arrive (408) has no account.
  const ofAll = ['401', '403', '408', '429', '500', '503'];
  for (const { operationId, path, method, input } of metered) {
    // Where the body is not read, only headers can be too large.
    const unread = method === 'get' || input?.body ? [] : ['413'];
    const told = new Set([...(costs[operationId] ?? []).map(([status]) => String(status)), ...ofAll, ...unread]);
    expect([...told].sort(), operationId).toEqual(
      [...new Set([...Object.keys(paths[`/api/v1${path}`][method].responses), ...ofAll])].sort(),
    );
  }
});

/** The tag of an answer, which somebody else paid for. */
async function tagOf(path: string): Promise<string> {
  const headers = { 'x-api-key': (await person()).secret };
  const paid = await fetch(`${ground.service.url}/api/v1${filled(path)}`, { headers });
  await paid.arrayBuffer();
  return paid.headers.get('etag') ?? expect.unreachable(path);
}

describe.each(Object.entries(costs))('%s', (_name, cases) => {
  test.each(cases)('%i costs %i: %s %o', async (status, units, path, headers = {}, before) => {
    const caller = await person();
    const asked = path + (headers['body'] ?? '');
    if (asked.includes('{list}')) words['list'] = await listOf(caller);
    if (asked.includes('{endpoint}')) words['endpoint'] = await endpointOf(caller);
    await before?.();
    if (headers === known) words['tag'] = await tagOf(path);
    const key = { 'x-api-key': caller.secret };
    const ask = (method?: string) => fetch(`${ground.service.url}/api/v1${filled(path)}`, requestOf(headers, key, method));
    const answer = await ask();
    expect(answer.status, await answer.text()).toBe(status);
    expect(await usedOf(caller)).toBe(units);
    expect(Number(answer.headers.get('x-monthly-quota-remaining'))).toBe(1_000_000 - units);
    expect(Number(answer.headers.get('x-ratelimit-remaining')), 'a request counts once in the minute').toBe(2_999);
    // Nothing is paid for a HEAD, whatever the answer would have cost, and nothing is looked up but the size of a file.
    if (headers['body'] !== undefined || headers['method'] !== undefined) return;
    const head = await ask('HEAD');
    expect(head.status).toBe(path.startsWith('/snapshots/') && status >= 300 && status !== 416 ? status : 200);
    expect([Number(head.headers.get('x-monthly-quota-remaining')), await usedOf(caller)]).toEqual([1_000_000 - units, units]);
  });

  test('what is refused costs nothing', async () => {
    const [[, , path, headers = {}], empty] = [cases[0] as Case, await person('free')];
    expect((await ground.service.get(`/api/v1${filled(path)}`, requestOf(headers, {}))).status).toBe(401);
    await ground.query("INSERT INTO period_usage VALUES ($1, '2026-11-01', 1000)", [empty.accountId]);
    const refused = await ground.service.get(`/api/v1${filled(path)}`, requestOf(headers, { 'x-api-key': empty.secret }));
    expect([refused.status, refused.body.error.code]).toEqual([429, 'monthly_quota_exceeded']);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('59');
    expect(await usedOf(empty)).toBe(1_000);
    const away = await person('free');
    await ground.query("UPDATE api_key SET addresses = '{192.0.2.0/24}' WHERE account_id = $1", [away.accountId]);
    const elsewhere = await ground.service.get(`/api/v1${filled(path)}`, requestOf(headers, { 'x-api-key': away.secret }));
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([403, 'address_not_allowed']);
    expect([elsewhere.headers.get('x-ratelimit-remaining'), await usedOf(away)]).toEqual([null, 0]);
  });
});

test('nothing is paid for where we fail, by any route', async () => {
  // An instance that remembers nothing yet.
  const service = await ground.start();
  const caller = await person();
  const headers = { 'x-api-key': caller.secret };
  expect((await service.get('/api/v1/countries?x=1', { headers })).status).toBe(400);
  const tables = ['entity', 'country', 'change', 'change_set', 'snapshot', 'import_run', 'watch_list', 'webhook_endpoint'];
  for (const table of tables) await ground.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  const failed: string[] = [];
  let used = 0;
  for (const [name, [[, units, path, more = {}] = expect.unreachable()]] of Object.entries(costs)) {
    const answer = await service.get(`/api/v1${filled(path)}`, requestOf(more, headers));
    if (answer.status >= 500) failed.push(name);
    else used += units;
    expect(Number(answer.headers.get('x-monthly-quota-remaining')), name).toBe(1_000_000 - used);
  }
  for (const table of tables) await ground.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  expect(failed).toEqual(Object.keys(costs));
  expect(await usedOf(caller, service)).toBe(0);
  await service.stop();
});

test('a key that ends while its request waits for changes pays nothing', async () => {
  const caller = await person();
  const headers = { 'x-api-key': caller.secret };
  const waiting = ['', '&include=entity'].map((more) =>
    ground.get(`/changes?cursor=now${more}`, { ...headers, prefer: 'wait=30' }),
  );
  const metering = (await ground.get('/countries', headers)).headers;
  expect(Number(metering.get('x-monthly-quota-remaining'))).toBe(999_999);
  await ground.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [caller.accountId]);
  await vi.waitFor(async () => expect((await ground.get('/countries', headers)).status).toBe(401), {
    timeout: 60_000,
    interval: 100,
  });
  const before = await usedOf(caller);
  await ground.importRows(smallRegister('gb'), [{ number: '1', name: `CHANGED ${Date.now()}`, activity: '1' }]);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 401]);
  expect(await usedOf(caller)).toBe(before);
});

const full = 'registry sourceData registrations provenance { file }';
/** Of each root field of company data: what an operation with it costs. */
const fields: Record<string, [units: number, query: string][]> = {
  countries: [[1, 'countries { code }']],
  entities: [
    [1, 'entities(pageSize: 100) { items { id canonicalName } meta { total } }'],
    [100, 'entities(pageSize: 100) { items { id registry } }'],
    [100, `entities(pageSize: 100) { a: items { ${full} } b: items { registry } }`],
    [7, 'entities(pageSize: 7, filter: { q: "renamed" }) { items { ...Full } }'],
    // What a page does not have is given back.
    [1, 'entities(pageSize: 7, filter: { q: "nothing is called so" }) { items { ...Full } }'],
    [1, `entities(pageSize: 100) { items { id ${full.replaceAll(/(\w+)( \{| |$)/g, '$1 @skip(if: true)$2')} } }`],
    [5, 'entities(pageSize: 5) { items { history { meta { total } } } }'],
    [0, 'entities(page: 0, pageSize: 20) { items { registry } }'],
  ],
  entityFacets: [[1, 'entityFacets(facets: [status]) { total }']],
  match: [
    [2, 'match(input: { queries: [{ name: "company" }, { name: "x" }] }) { key results { entity { canonicalName } } }'],
    [3, `match(input: { queries: [{ name: "company" }, { name: "x" }], limit: 3 }) { results { entity { ${full} } } }`],
    [5, `match(input: { queries: [{ name: "company" }] }) { results { entity { ${full} } } }`],
    [0, 'match(input: { queries: [{ name: "company" }, { name: "" }] }) { key }'],
  ],
  entityLookup: [
    [3, 'entityLookup(items: [{ id: "{entity}" }, { id: "{missing}" }, { country: "MD", number: "1" }]) { status }'],
    [2, `entityLookup(items: [{ id: "{entity}" }, { id: "{missing}" }]) { a: status b: entity { ${full} } }`],
    [0, 'entityLookup(items: [{ id: "{entity}" }, { number: "1" }]) { status }'],
  ],
  entitySuggestions: [[1, 'entitySuggestions(q: "comp") { id }']],
  entity: [
    [1, 'entity(id: "{entity}") { id }'],
    [1, `entity(id: "{entity}") { ${full} history { items { changes { path } provenance { file } } } }`],
    [1, 'entity(id: "{entity}") { history(pageSize: 20) { items { entity { registry } } } }'],
    [1, `entity(id: "{missing}") { ${full} }`],
    [1, 'entity(id: "{missing}") { history(pageSize: 20) { items { entity { registry } } } }'],
  ],
  entityGroup: [
    [1, 'entityGroup(id: "{entity}") { lei children { meta { total } } }'],
    [1, 'entityGroup(id: "{missing}") { lei }'],
  ],
  entityHistory: [
    [1, 'entityHistory(id: "{entity}", pageSize: 100) { items { provenance { file } } }'],
    [1, 'entityHistory(id: "{missing}") { meta { total } }'],
    [1, 'entityHistory(id: "{entity}", pageSize: 30) { items { entity { registry } } }'],
  ],
  changes: [
    [1, 'changes(cursor: "{before}", limit: 1000) { items { cursor } }'],
    [2, 'changes(cursor: "{before}", limit: 101) { items { entity { canonicalName } } }'],
    [3, 'changes(cursor: "{before}", limit: 401) { items { entity { canonicalName } } }'],
    [50, 'changes(cursor: "{before}", limit: 50) { items { entity { registry } } }'],
    [0, 'changes(cursor: "nonsense", limit: 50) { items { entity { registry } } }'],
  ],
  watchLists: [[1, 'watchLists { id }']],
  watchList: [[0, 'watchList(id: "{missing}") { id }']],
  watchedCompanies: [[0, 'watchedCompanies(id: "{missing}") { meta { total } }']],
  watchListChanges: [[0, 'watchListChanges(id: "{missing}") { items { type } }']],
  webhookEndpoints: [[1, 'webhookEndpoints { id }']],
  webhookEndpoint: [[0, 'webhookEndpoint(id: "{missing}") { id }']],
  webhookDeliveries: [[0, 'webhookDeliveries(id: "{missing}") { items { id } }']],
  snapshots: [[1, 'snapshots { id units }']],
  snapshot: [
    [1, 'snapshot(id: "{snapshot}") { records units }'],
    [0, 'snapshot(id: "{missing}") { units }'],
  ],
};

test('every field of company data declares what it costs, and what costs is a field of company data', () => {
  const declared = Object.values(schema.getQueryType()?.getFields() ?? {});
  const open = registryFields(declared.map((field) => ({ name: field.name, field }))).map(({ field }) => field);
  expect(open.map(({ name }) => name).sort()).toEqual(Object.keys(fields).sort());
  for (const field of declared) expect(Boolean(declarationOf(field).cost), field.name).toBe(open.includes(field));
});

describe.each(Object.entries(fields))('over GraphQL %s', (_name, queries) => {
  test.each(queries)('costs %i: %s', async (units, query) => {
    const caller = await person('free');
    const send = (text: string) => ground.service.graphql(filled(text), { headers: caller.session });
    const spread = query.includes('...Full') ? ` fragment Full on Entity { ${full} }` : '';
    const { status, headers } = await send(`{ ${query} }${spread}`);
    expect(status).toBe(200);
    expect(await usedOf(caller)).toBe(units);
    expect(headers.get('x-monthly-quota-remaining')).toBe(String(1_000 - units));
    expect(headers.get('x-ratelimit-remaining'), 'a field counts once in the minute').toBe('59');
  });
});

test('over GraphQL the fields of an operation are paid for one by one, together or not at all', async () => {
  const caller = await person('free');
  await ground.query("INSERT INTO period_usage VALUES ($1, '2026-11-01', 870)", [caller.accountId]);
  const query = (pageSize: number) =>
    `{ countries { code } a: entities(pageSize: ${pageSize}) { items { registry } } b: entity(id: "{missing}") { id } }`;
  const send = (text: string) => ground.service.graphql(filled(text), { headers: caller.session });
  const refused = await send(query(100).replace('countries', 'c: entities(pageSize: 40) { items { sourceData } } countries'));
  expect([refused.status, refused.body.error.code]).toEqual([429, 'monthly_quota_exceeded']);
  expect(refused.body.error.message).toMatch(/costs 142 units, and 130 of 1,000 are left/);
  expect(refused.headers.get('x-monthly-quota-remaining')).toBe('130');
  expect((await send(query(100))).headers.get('x-monthly-quota-remaining')).toBe('28');
  const partly = await send(query(26).replace('countries', 'c: entities(page: 0) { meta { total } } countries'));
  expect([partly.status, partly.body.error?.code]).toEqual([429, 'monthly_quota_exceeded']);
  expect((await send(query(26))).headers.get('x-monthly-quota-remaining')).toBe('0');
});
