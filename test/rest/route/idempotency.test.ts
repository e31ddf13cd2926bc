import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bodies } from '../../support/bodies.ts';
import { sessionSecret } from '../../support/browser/sign-in.ts';
import { createDatabase } from '../../support/database.ts';
import { as, makeKey, post, sessions } from '../../support/people.ts';
import { startTestService, type TestOptions, type TestService } from '../../support/service.ts';

const path = '/api/v1/api-keys';

/** Two instances on one database, with one secret. */
let service: TestService;
let other: TestService;
let database: pg.Pool;
let url: string;
let drop: () => Promise<void>;
const start = (options: TestOptions = {}) =>
  startTestService({ sessions, databaseUrl: url, env: { SESSION_SECRET: sessionSecret }, ...options });
beforeAll(async () => {
  ({ url, drop } = await createDatabase());
  [service, other] = [await start(), await start()];
  database = new pg.Pool({ connectionString: url });
});
afterAll(async () => {
  await database.end();
  await service.stop();
  await other.stop();
  await drop();
});

const create = (name: string, key: string, body: object = { name: 'k' }, instance = service) =>
  instance.get<Bodies['createApiKey']>(path, post(name, body, { 'idempotency-key': key }));
const rotate = (name: string, id: string, key: string, body: object = {}) =>
  service.get<Bodies['rotateApiKey']>(`${path}/${id}/rotate`, post(name, body, { 'idempotency-key': key }));
const list = async (name: string) => (await service.get<Bodies['listApiKeys']>(path, { headers: as(name) })).body.data;
const revoke = (name: string, id: string) => service.get(`${path}/${id}`, { method: 'DELETE', headers: as(name) });
const use = async (secret: string) => (await service.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

test('the same request with the same key gets the same answer, secret and all, on every instance', async () => {
  const key = randomUUID();
  const body = { name: ' Production ', expiresAt: '2028-01-01T00:00:00Z' };
  const first = await create('ada', key, body);
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
  for (const instance of [service, other]) {
    // The same in other words.
    const again = await create('ada', key, { expiresAt: '2028-01-01T01:00:00+01:00', name: 'Production' }, instance);
    expect([again.status, again.headers.get('idempotent-replayed'), again.headers.get('cache-control')]).toEqual([
      201,
      'true',
      'no-store',
    ]);
    expect(again.body).toEqual(first.body);
  }
  expect(await use(first.body.data.secret)).toBe(200);
  const query = `mutation { createApiKey(name: "Production", expiresAt: "2028-01-01T00:00:00Z", idempotencyKey: "${key}") { apiKey { id } secret replayed } }`;
  const { id, secret } = first.body.data;
  expect((await service.graphql(query, { headers: as('ada') })).body.data.createApiKey).toEqual({
    apiKey: { id },
    secret,
    replayed: true,
  });
  expect(await list('ada')).toHaveLength(1);
  const { rows } = await database.query('SELECT count(*)::int FROM audit_entry WHERE subject = $1', [id]);
  expect(rows[0].count, 'one key, one entry').toBe(1);
});

test('many at once, on several instances, make one key and all get it', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => create('bob', key, { name: 'k' }, i % 2 ? service : other)),
  );
  expect(new Set(answers.map(({ status, text: answer }) => `${status} ${answer}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(11);
  expect(await list('bob')).toHaveLength(1);
});

test('another request with the same key is refused, and so is another operation; another account has its own', async () => {
  const key = randomUUID();
  const { id, secret } = (await create('cem', key)).body.data;
  for (const body of [{ name: 'other' }, { name: 'k', expiresAt: '2028-01-01T00:00:00Z' }])
    expect(errorOf(await create('cem', key, body))).toEqual([409, 'idempotency_key_reused']);
  expect(errorOf(await rotate('cem', id, key))).toEqual([409, 'idempotency_key_reused']);
  const elsewhere = await create('dan', key);
  expect([elsewhere.status, elsewhere.headers.get('idempotent-replayed')]).toEqual([201, null]);
  expect(elsewhere.body.data.secret).not.toBe(secret);
  expect(await use(secret)).toBe(200);
});

test('a request that was refused is not replayed', async () => {
  const key = randomUUID();
  const { id } = await makeKey(service, 'eve');
  expect(errorOf(await create('eve', key))).toEqual([409, 'api_key_limit_reached']);
  expect(errorOf(await create('eve', key, { name: '' }))).toEqual([400, 'invalid_request']);
  await revoke('eve', id);
  const made = await create('eve', key);
  expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
});

test('a rotation is replayed too, also when the old key is gone, and the answer stays what it was', async () => {
  const key = randomUUID();
  const { id } = await makeKey(service, 'fay');
  const first = await rotate('fay', id, key);
  const again = await rotate('fay', id.toUpperCase(), key, { overlapSeconds: 0 });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  expect(errorOf(await rotate('fay', id, key, { overlapSeconds: 60 }))).toEqual([409, 'idempotency_key_reused']);
  await rotate('fay', first.body.data.id, randomUUID(), { overlapSeconds: 60 });
  expect((await rotate('fay', id, key)).body, 'while the key goes on, the answer stays what it was').toEqual(first.body);
  expect(await use(first.body.data.secret)).toBe(200);
  expect(await list('fay')).toHaveLength(2);
});

test('the secret of a key that was revoked, rotated away or has expired is not given again, over REST and GraphQL', async () => {
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    revoked: (id) => revoke('nan', id),
    rotated: (id) => rotate('nan', id, randomUUID()),
    expired: (id) => database.query('UPDATE api_key SET expires_at = now() WHERE id = $1', [id]),
  };
  for (const [way, end] of Object.entries(ways)) {
    const key = randomUUID();
    const made = await create('nan', key);
    expect([made.status, way]).toEqual([201, way]);
    const { id, secret } = made.body.data;
    await end(id);
    for (const instance of [service, other]) {
      const again = await create('nan', key, { name: 'k' }, instance);
      expect(errorOf(again), way).toEqual([409, 'idempotency_key_reused']);
      expect(again.text).not.toContain(secret);
      const query = `mutation { createApiKey(name: "k", idempotencyKey: "${key}") { secret } }`;
      const { body, text: answer } = await instance.graphql(query, { headers: as('nan') });
      expect(body.errors[0].extensions.code, way).toBe('idempotency_key_reused');
      expect(answer).not.toContain(secret);
    }
    for (const left of await list('nan')) await revoke('nan', left.id);
  }
});

test('only the first of 50 identical requests counts against the keys of a minute; then 29 more can be made', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => create('oda', key, { name: 'k' }, i % 2 ? service : other)),
  );
  expect(new Set(answers.map(({ status, text: answer }) => `${status} ${answer}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  await revoke('oda', answers[0]?.body.data.id ?? '');

  const single = randomUUID();
  const { id } = (await create('pia', single)).body.data;
  for (let more = 1; more < 30; more++) expect((await create('pia', single)).status).toBe(201);
  await revoke('pia', id);
  const query = 'mutation ($key: String) { createApiKey(name: "k", idempotencyKey: $key) { apiKey { id } } }';
  const made = async (given: string | null) => {
    const variables = JSON.stringify({ query, variables: { key: given } });
    const { body } = await service.graphql(query, { ...post('pia', {}), body: variables });
    if (!body.data.createApiKey) return body.errors[0].extensions.code;
    await revoke('pia', body.data.createApiKey.apiKey.id);
    return 'made';
  };
  for (let more = 1; more < 30; more++) expect(await made(more % 2 ? randomUUID() : null), `${more}`).toBe('made');
  for (const given of [randomUUID(), null]) {
    expect(await made(given)).toBe('rate_limit_exceeded');
    const refused = await service.get(path, post('pia', { name: 'k' }, given ? { 'idempotency-key': given } : {}));
    expect([...errorOf(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([429, 'rate_limit_exceeded', true]);
  }
});

test('after 24 hours the key is free again, and what is over is cleared away', async () => {
  const keys = [randomUUID(), randomUUID()] as const;
  const first = (await create('gus', keys[0])).body.data;
  await revoke('gus', first.id);
  const second = (await create('gus', keys[1])).body.data;
  const age =
    "UPDATE idempotent_answer SET created_at = created_at - interval '1 day' WHERE account_id = (SELECT account_id FROM api_key WHERE id = $1)";
  await database.query(age, [first.id]);
  await revoke('gus', second.id);
  const third = await create('gus', keys[0]);
  expect([third.status, third.headers.get('idempotent-replayed')]).toEqual([201, null]);
  expect(third.body.data.secret).not.toBe(first.secret);
  expect((await create('gus', keys[0])).body).toEqual(third.body);
  const count = async () =>
    (await database.query("SELECT count(*)::int FROM idempotent_answer WHERE created_at < now() - interval '1 day'")).rows[0]
      .count;
  expect(await count()).toBe(1);
  await database.query("INSERT INTO account_departure (account_id, at) VALUES (gen_random_uuid(), now() - interval '1 day')");
  const next = await start();
  await expect.poll(count).toBe(0);
  const departures = "SELECT count(*)::int FROM account_departure WHERE at < now() - interval '1 hour'";
  await expect.poll(async () => (await database.query(departures)).rows[0].count).toBe(0);
  expect((await create('gus', keys[0])).body, 'what is younger stays').toEqual(third.body);
  await next.stop();
});

test.each([
  ['empty', ''],
  ['of 256 characters', 'x'.repeat(256)],
  ['with a blank', 'a b'],
  ['beyond ASCII', 'clé'],
  ['of a tab', 'a\tb'],
])('a key %s is an invalid_request, over REST and GraphQL', async (_what, key) => {
  const { id } = (await list('hal'))[0] ?? (await makeKey(service, 'hal'));
  for (const answer of [await create('hal', key), await rotate('hal', id, key)])
    expect(errorOf(answer)).toEqual([400, 'invalid_request']);
  const query = `mutation { createApiKey(name: "k", idempotencyKey: ${JSON.stringify(key)}) { secret } }`;
  const { body } = await service.graphql(query, { headers: as('hal') });
  expect(body.errors[0].extensions.code).toBe('invalid_request');
  expect(await list('hal')).toMatchObject([{ id, rotatedAt: null }]);
});

test('a key of 255 characters will do; two are none', async () => {
  expect((await create('ida', '~'.repeat(255))).status).toBe(201);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const body = '{"name":"k"}';
  const { authorization } = as('jon');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\nConnection: close\r\n\r\n${body}`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await list('jon')).toEqual([]);
});

test('neither secret nor idempotency key can be read in the database or the log', async () => {
  const key = `a-guess-${randomUUID()}`;
  const { secret } = (await create('kim', key)).body.data;
  await create('kim', key);
  await create('kim', key, { name: 'other' });
  const { rows } = await database.query("SELECT string_agg(t::text, E'\\n') AS text FROM idempotent_answer AS t");
  for (const place of [rows[0].text, service.log.text()])
    for (const word of [
      secret,
      secret.slice(12),
      key,
      Buffer.from(key).toString('base64'),
      Buffer.from(secret).toString('base64'),
    ])
      expect(place).not.toContain(word);
});

test('an answer is sealed with the secret of the service too: it outlives a restart and a change of the secret, not its loss', async () => {
  const [old, fresh] = [`${sessionSecret}old`, `${sessionSecret}new`];
  const key = randomUUID();
  const run = async (secret: string) => {
    const instance = await start({ env: { SESSION_SECRET: secret } });
    const answer = await create('lea', key, { name: 'k' }, instance);
    await instance.stop();
    return answer;
  };
  const first = await run(old);
  expect(first.status).toBe(201);
  expect((await run(old)).body).toEqual(first.body);
  expect((await run(`${fresh},${old}`)).body).toEqual(first.body);
  expect(errorOf(await run(fresh))).toEqual([409, 'idempotency_key_reused']);
});

test('where no secret is set the key alone seals, so instances without a common folder know each other\u2019s answers', async () => {
  const instances = [await start({ env: {} }), await start({ env: {} })] as const;
  const [first, again] = [
    await create('sam', 'k', { name: 'k' }, instances[0]),
    await create('sam', 'k', { name: 'k' }, instances[1]),
  ];
  for (const instance of instances) await instance.stop();
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
});

test('with the account its answers are gone', async () => {
  const { id } = (await create('mia', randomUUID())).body.data;
  const { rows } = await database.query(
    'DELETE FROM account WHERE id = (SELECT account_id FROM api_key WHERE id = $1) RETURNING id',
    [id],
  );
  const left = await database.query('SELECT FROM idempotent_answer WHERE account_id = $1', [rows[0].id]);
  expect(left.rowCount).toBe(0);
});

describe('watch lists, webhook endpoints and invitations', () => {
  const hook = 'https://example.com/hook';
  const kinds: [string, object, object][] = [
    ['watch-lists', { name: 'Suppliers' }, { name: 'Suppliers', filter: { country: 'GB' } }],
    ['webhook-endpoints', { url: hook, events: ['alert.raised'] }, { url: hook, events: ['watch_list.changed'] }],
    ['invitations', { role: 'member', note: 'Grace' }, { role: 'admin', note: 'Grace' }],
  ];

  /** The same requests over GraphQL, with the argument of the Idempotency-Key. */
  const mutations: Record<string, (key: string) => string> = {
    'watch-lists': (key) => `createWatchList(name: "Suppliers", ${key}) { of: watchList { id } replayed }`,
    'webhook-endpoints': (key) =>
      `createWebhookEndpoint(url: "${hook}", events: ["alert.raised"], ${key}) { of: endpoint { id } replayed }`,
    invitations: (key) => `createInvitation(role: member, note: "Grace", ${key}) { of: invitation { id } replayed }`,
  };

  test.for(kinds)('%s: many at once make one, until it ends', async ([kind, body, another]) => {
    const at = `/api/v1/${kind}`;
    const [name, key] = [`once-${kind}`, randomUUID()];
    const credential = kind === 'invitations' ? as(name) : { 'x-api-key': (await makeKey(service, name)).secret };
    const headers = { ...credential, 'content-type': 'application/json', 'idempotency-key': key };
    const make = (wanted: object, instance = service) =>
      instance.get<{ data: { id: string } }>(at, { method: 'POST', headers, body: JSON.stringify(wanted) });
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => make(body, i % 2 ? service : other)));
    // A link begins with the address of its instance. Messages to an endpoint may be under way.
    const moving = /"url":"http:[^"]+\/dashboard|"waiting":\d+|"failingSince":(?:null|"[^"]+")/g;
    expect(new Set(made.map((one) => one.text.replaceAll(moving, ''))).size).toBe(1);
    expect(made.map((one) => `${one.status} ${one.headers.get('idempotent-replayed')}`).toSorted()).toEqual([
      '201 null',
      ...Array(7).fill('201 true'),
    ]);
    expect((await service.get<{ data: object[] }>(at, { headers: credential })).body.data).toHaveLength(1);
    expect(errorOf(await make(another))).toEqual([409, 'idempotency_key_reused']);
    expect(errorOf(await create(name, key)), 'another operation').toEqual([409, 'idempotency_key_reused']);
    const again = (text: string) =>
      other.graphql(`mutation { created: ${mutations[kind]?.(`idempotencyKey: ${JSON.stringify(text)}`)} }`, {
        headers: as(name),
      });
    const replay = { of: { id: made[0]?.body.data.id }, replayed: true };
    expect((await again(key)).body.data.created, 'a session over GraphQL').toEqual(replay);
    for (const wrong of ['', 'two words', 'x'.repeat(300)])
      expect((await again(wrong)).body.errors?.[0]?.extensions.code, wrong).toBe('invalid_request');
    await service.get(`${at}/${made[0]?.body.data.id}`, { method: 'DELETE', headers: credential });
    expect(errorOf(await make(body, other)), 'what was made is gone').toEqual([409, 'idempotency_key_reused']);
  });
});
