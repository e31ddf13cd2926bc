import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bodies } from '../../support/bodies.ts';
import { as, makeKey, post, sessions } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const path = '/api/v1/api-keys';

let service: TestService;
let database: pg.Pool;
beforeAll(async () => {
  service = await startTestService({ sessions });
  database = new pg.Pool({ connectionString: service.databaseUrl });
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

const list = async (name: string) => (await service.get<Bodies['listApiKeys']>(path, { headers: as(name) })).body;
const remove = (name: string, id: string) => service.get(`${path}/${id}`, { method: 'DELETE', headers: as(name) });
const use = (secret: string) => service.get('/api/v1/countries', { headers: { 'x-api-key': secret } });
const accountOf = async (name: string): Promise<string> =>
  (await service.get<Bodies['getProfile']>('/api/v1/auth/me', { headers: as(name) })).body.data.accountId;
const setPlan = async (name: string, plan: string) =>
  database.query('UPDATE account SET plan = $2 WHERE id = $1', [await accountOf(name), plan]);

test('a new key comes with its secret once, and works', async () => {
  const { status, body, headers } = await service.get<Bodies['createApiKey']>(path, post('ada', { name: '  Production ✓ ' }));
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('no-store');
  const { secret, ...key } = body.data;
  expect(secret).toMatch(/^crd_[0-9A-Za-z]{38}$/);
  expect(key).toEqual({
    id: expect.stringMatching(uuid),
    name: 'Production ✓',
    prefix: secret.slice(0, 12),
    createdAt: expect.any(String),
    lastUsedAt: null,
    expiresAt: null,
    rotatedAt: null,
    scopes: null,
    addresses: null,
    minuteLimit: null,
    monthlyQuota: null,
    monthlyUsed: null,
    reconcileAddress: null,
  });
  expect(await list('ada')).toEqual({ data: [key], meta: { count: 1, limit: 1 } });
  expect((await use(secret)).status).toBe(200);
  expect((await service.get('/api/v1/countries', { headers: { authorization: `bearer ${secret}` } })).status).toBe(200);
});

test('what is listed has no secret, and is never kept by a cache', async () => {
  await makeKey(service, 'listed');
  const { text, headers } = await service.get(path, { headers: as('listed') });
  expect(Object.keys(JSON.parse(text).data[0])).toEqual([
    'id',
    'name',
    'prefix',
    'createdAt',
    'lastUsedAt',
    'expiresAt',
    'rotatedAt',
    'scopes',
    'addresses',
    'minuteLimit',
    'monthlyQuota',
    'monthlyUsed',
    'reconcileAddress',
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await service.get(path, { method: 'HEAD', headers: as('listed') })).status).toBe(200);
});

test('keys are listed newest first; a downgrade leaves them all, and refuses new ones until their number is under the plan', async () => {
  await setPlan('bob', 'pro');
  const made = [];
  for (const name of ['one', 'two', 'three'])
    made.push((await service.get<Bodies['createApiKey']>(path, post('bob', { name }))).body.data);
  await setPlan('bob', 'free');
  const { data, meta } = await list('bob');
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['three', 'two', 'one']);
  expect(meta).toEqual({ count: 3, limit: 1 });
  for (const { secret } of made) expect((await use(secret)).status).toBe(200);
  for (const { id } of made) {
    const refused = await service.get<Bodies['createApiKey']>(path, post('bob', { name: 'another' }));
    expect([refused.status, refused.body.error.code]).toEqual([409, 'api_key_limit_reached']);
    expect((await remove('bob', id)).status).toBe(204);
  }
  expect((await service.get<Bodies['createApiKey']>(path, post('bob', { name: 'another' }))).status).toBe(201);
});

test('of 20 keys made at once on the plan free there is exactly one; on pro there are five', async () => {
  for (const [plan, allowed] of [
    ['free', 1],
    ['pro', 5],
  ] as const) {
    await setPlan(`crowd-${plan}`, plan);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.get<Bodies['createApiKey']>(path, post(`crowd-${plan}`, { name: 'k' }))),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(allowed).fill(201), ...Array(20 - allowed).fill(409)]);
    expect((await list(`crowd-${plan}`)).meta).toEqual({ count: allowed, limit: allowed });
  }
});

test('a revoked key is gone from the list, and refused at once where it was revoked', async () => {
  const { id, secret } = await makeKey(service, 'cem');
  expect((await use(secret)).status).toBe(200);
  const answer = await remove('cem', id);
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null]);
  expect((await list('cem')).data).toEqual([]);
  const refused = await use(secret);
  expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_api_key']);
});

test('what is not an active key of the account is not there: unknown, of another account, revoked, no UUID', async () => {
  const { id, secret } = await makeKey(service, 'dan');
  const own = await makeKey(service, 'eve');
  await remove('eve', own.id);
  for (const other of [id, own.id, '00000000-0000-4000-8000-000000000000', 'no-uuid', `${id}x`, '%00', "'--", 'é'.repeat(500)]) {
    const { status, body } = await remove('eve', other);
    expect([status, body.error.code], other).toEqual([404, 'api_key_not_found']);
  }
  expect((await use(secret)).status).toBe(200);
});

test('a key is revoked once, however many try', async () => {
  const { id } = await makeKey(service, 'fay');
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove('fay', id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(404)]);
});

test.each([
  ['no name', {}],
  ['an empty name', { name: '' }],
  ['a name of blanks', { name: ' \t\n ' }],
  ['a name of 61 characters', { name: 'x'.repeat(61) }],
  ['a NUL character', { name: 'a\0b' }],
  ['a control character', { name: 'a\u001bb' }],
  ['half of a character', { name: 'a\ud83d' }],
  ['no text', { name: 1 }],
  ['null', null],
  ['an unknown field', { name: 'a', scope: 'all' }],
])('%s is an invalid_request, over REST and GraphQL', async (_what, body) => {
  const { status, body: answer } = await service.get(path, post('gus', body));
  expect([status, answer.error.code]).toEqual([400, 'invalid_request']);
  const name = (body as { name?: unknown } | null)?.name;
  if (typeof name === 'string' && Object.keys(body ?? {}).length === 1) {
    const query = `mutation { createApiKey(name: ${JSON.stringify(name)}) { secret } }`;
    const { body: result } = await service.graphql(query, { headers: as('gus') });
    expect(result.errors).toMatchObject([{ extensions: { code: 'invalid_request' } }]);
  }
  expect((await list('gus')).data).toEqual([]);
});

test('any name of 1 to 60 characters as a person counts them is kept as it is', async () => {
  const characters = fc.array(fc.constantFrom('a', 'Ż', '中', '👩', 'é', '"', '\\', '%', "'", '<', '\u202e', ' '), {
    minLength: 1,
    maxLength: 60,
  });
  const named = characters.map((list) => list.join('').trim()).filter((name) => name !== '');
  await fc.assert(
    fc.asyncProperty(named, async (name) => {
      const { status, body } = await service.get<Bodies['createApiKey']>(path, post('hal', { name: ` ${name}` }));
      expect([status, body.data.name]).toEqual([201, name]);
      expect((await list('hal')).data[0]?.name).toBe(name);
      await remove('hal', body.data.id);
    }),
    { numRuns: 25, examples: [['👩'.repeat(60)]] },
  );
});

test('a body that is no JSON is told so, and one that is too large', async () => {
  const init = post('gus', {});
  expect((await service.get(path, { ...init, body: '{"name":' })).body.error.code).toBe('invalid_request');
  expect((await service.get(path, { ...init, body: JSON.stringify({ name: 'x'.repeat(100_001) }) })).status).toBe(413);
});

test('GraphQL has the same', async () => {
  const graphql = async (query: string) => (await service.graphql(query, { headers: as('ida') })).body;
  const made = await graphql('mutation { createApiKey(name: " mine ") { apiKey { id name prefix lastUsedAt } secret } }');
  const { apiKey, secret } = made.data.createApiKey;
  expect(apiKey).toEqual({ id: expect.stringMatching(uuid), name: 'mine', prefix: secret.slice(0, 12), lastUsedAt: null });
  expect((await use(secret)).status).toBe(200);
  expect(await graphql('{ apiKeys { id name } account { apiKeys { id } plan { maxApiKeys } } }')).toEqual({
    data: { apiKeys: [{ id: apiKey.id, name: 'mine' }], account: { apiKeys: [{ id: apiKey.id }], plan: { maxApiKeys: 1 } } },
  });
  const full = await graphql('mutation { createApiKey(name: "other") { secret } }');
  expect(full.errors[0].extensions.code).toBe('api_key_limit_reached');
  expect(await graphql(`mutation { revokeApiKey(id: "${apiKey.id}") }`)).toEqual({ data: { revokeApiKey: apiKey.id } });
  const again = await graphql(`mutation { revokeApiKey(id: "${apiKey.id}") }`);
  expect(again.errors[0].extensions.code).toBe('api_key_not_found');
  expect((await use(secret)).status).toBe(401);
});

test('X-API-Key wins where both are sent; nowhere else is a key looked for', async () => {
  const { secret } = await makeKey(service, 'jon');
  const countries = async (headers: HeadersInit, query = '') => {
    const { status, body } = await service.get(`/api/v1/countries${query}`, { headers });
    return body.error?.code ?? status;
  };
  const bearer = `Bearer ${secret}`;
  expect(await countries({ 'x-api-key': secret, authorization: 'Bearer nonsense' })).toBe(200);
  expect(await countries({ 'x-api-key': 'nonsense', authorization: bearer })).toBe('invalid_api_key');
  expect(await countries({ 'x-api-key': '', authorization: bearer })).toBe(200);
  expect(
    await countries([
      ['x-api-key', secret],
      ['x-api-key', secret],
    ]),
  ).toBe('invalid_api_key');
  expect(await countries({})).toBe('api_key_required');
  expect(await countries({ cookie: `session=${secret}` })).toBe('api_key_required');
  expect(await countries({}, `?api_key=${secret}`)).toBe('api_key_required');
  expect(await countries(as('jon'))).toBe('invalid_api_key');
  expect(await countries({ authorization: `Basic ${btoa(`${secret}:`)}` })).toBe('invalid_api_key');
  expect(await countries({ authorization: 'Bearer' })).toBe('api_key_required');
  expect(await countries({ 'x-api-key': '', authorization: 'bEARER' })).toBe('api_key_required');
  expect(await countries({ authorization: 'Bearer2' })).toBe('invalid_api_key');
  expect(await countries({ 'x-api-key': secret.repeat(300) })).toBe('invalid_api_key');
});

test.each([
  ['GET', '/api/v1/countries', {}, 'ApiKey realm="company-registry", Bearer realm="company-registry"'],
  ['GET', '/api/v1/countries', { authorization: 'Bearer' }, 'ApiKey realm="company-registry", Bearer realm="company-registry"'],
  [
    'GET',
    '/api/v1/entities',
    { 'x-api-key': 'x' },
    'ApiKey realm="company-registry", Bearer realm="company-registry", error="invalid_token"',
  ],
  ['GET', '/api/v1/account', {}, 'Bearer realm="company-registry"'],
  ['POST', '/graphql', { authorization: 'bearer' }, 'Bearer realm="company-registry"'],
  ['POST', '/graphql', { authorization: 'Bearer x' }, 'Bearer realm="company-registry", error="invalid_token"'],
  ['DELETE', '/api/v1/api-keys/x', { 'x-api-key': 'x' }, 'Bearer realm="company-registry", error="invalid_token"'],
])('a 401 says how to authenticate: %s %s with %o', async (method, path, headers, challenge) => {
  const answer = await service.get(path, { method, headers });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge]);
});

test('unknown, revoked and damaged keys get answers that nobody can tell apart', async () => {
  const { id, secret } = await makeKey(service, 'kim');
  await remove('kim', id);
  const other = await makeKey(service, 'lea');
  await database.query('DELETE FROM api_key WHERE id = $1', [other.id]);
  const requestId = '0d9f3c52-6f43-4be8-8c8a-0d0b2f2f7c11';
  const answers = [];
  for (const key of [other.secret, secret, `${secret.slice(0, -1)}?`, 'nonsense', `crd_${'0'.repeat(38)}`]) {
    const response = await fetch(`${service.url}/api/v1/countries`, { headers: { 'x-api-key': key, 'x-request-id': requestId } });
    const headers = [...response.headers].filter(([name]) => name !== 'date');
    answers.push(JSON.stringify([response.status, headers, await response.text()]));
  }
  expect(answers[0]).toContain('invalid_api_key');
  expect(new Set(answers).size).toBe(1);
});

test('no secret is anywhere in the database or the log', async () => {
  const { secret } = await makeKey(service, 'mia');
  await use(secret);
  await service.get(`/api/v1/entities?api_key=${secret}`, { headers: { 'x-api-key': `${secret}x` } });
  await service.get(`${path}/${secret}`, { method: 'DELETE', headers: as('mia') });
  const { rows } = await database.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  let dump = '';
  for (const { name } of rows)
    dump += (await database.query(`SELECT string_agg(t::text, E'\\n') AS text FROM "${name}" AS t`)).rows[0].text;
  expect(dump).toContain(secret.slice(0, 12));
  for (const place of [dump, service.log.text()]) {
    expect(place).not.toContain(secret);
    expect(place).not.toContain(Buffer.from(secret).toString('hex'));
    expect(place).not.toContain(secret.slice(12));
  }
});
