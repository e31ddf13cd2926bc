import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyRules } from '../../../src/accounts/limits.ts';
import type { Bodies } from '../../support/bodies.ts';
import { createDatabase } from '../../support/database.ts';
import { as, makeKey, post, sessions } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const path = '/api/v1/api-keys';
const day = 24 * 60 * 60 * 1000;
const ahead = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

/** Two instances on one database. */
let service: TestService;
let other: TestService;
let database: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const { url, ...own } = await createDatabase();
  [service, other] = [
    await startTestService({ sessions, databaseUrl: url }),
    await startTestService({ sessions, databaseUrl: url }),
  ];
  database = new pg.Pool({ connectionString: url });
  drop = own.drop;
});
afterAll(async () => {
  await database.end();
  await service.stop();
  await other.stop();
  await drop();
});

const list = async (name: string) => (await service.get<Bodies['listApiKeys']>(path, { headers: as(name) })).body;
const use = async (secret: string, instance = service) =>
  (await instance.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
const create = (name: string, body: object) => service.get<Bodies['createApiKey']>(path, post(name, { name: 'k', ...body }));
const rotate = (name: string, id: string, body?: object) =>
  service.get<Bodies['rotateApiKey']>(`${path}/${id}/rotate`, body ? post(name, body) : { method: 'POST', headers: as(name) });
const moment = (text: string | null) => Date.parse(text ?? '');
const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const setPlan = async (name: string, plan: string) => {
  const { accountId } = (await service.get<Bodies['getProfile']>('/api/v1/auth/me', { headers: as(name) })).body.data;
  await database.query('UPDATE account SET plan = $2 WHERE id = $1', [accountId, plan]);
  return accountId;
};
/** The free plan has sixty a minute. */
const refusedSoon = (secret: string, instance: TestService) =>
  vi.waitFor(async () => expect(await use(secret, instance)).toBe(401), { timeout: 60_000, interval: 250 });

describe('a key that is made to end', () => {
  test('says when, over REST and GraphQL, and works until then', async () => {
    const expiresAt = ahead(30 * day);
    const { status, body } = await create('ada', { expiresAt });
    expect([status, body.data.expiresAt, body.data.rotatedAt]).toEqual([201, expiresAt, null]);
    expect((await list('ada')).data[0]?.expiresAt).toBe(expiresAt);
    expect(await use(body.data.secret)).toBe(200);
    const query = `mutation { createApiKey(name: "k", expiresAt: "2029-01-01T01:30:00+01:30") { apiKey { id expiresAt } } }`;
    const graphql = await service.graphql(query, { headers: as('ann') });
    expect(graphql.body.data.createApiKey.apiKey.expiresAt).toBe('2029-01-01T00:00:00.000Z');
    expect((await create('abe', { expiresAt: null })).body.data.expiresAt).toBeNull();
  });

  test('is refused from then on wherever it is remembered, is not listed, and leaves its place in the plan', async () => {
    const { id, secret } = await makeKey(service, 'bob');
    for (const instance of [service, other]) await expect.poll(() => use(secret, instance)).toBe(200);
    await database.query("UPDATE api_key SET expires_at = clock_timestamp() + interval '1500 milliseconds' WHERE id = $1", [id]);
    await refusedSoon(secret, service);
    await refusedSoon(secret, other);
    const refused = await service.get('/api/v1/countries', { headers: { 'x-api-key': secret } });
    expect(errorOf(refused)).toEqual([401, 'invalid_api_key']);
    expect(await list('bob')).toMatchObject({ data: [], meta: { count: 0 } });
    expect((await service.get<Bodies['getAccount']>('/api/v1/account', { headers: as('bob') })).body.data.apiKeys).toEqual([]);
    expect(errorOf(await service.get(`${path}/${id}`, { method: 'DELETE', headers: as('bob') }))).toEqual([
      404,
      'api_key_not_found',
    ]);
    expect(errorOf(await rotate('bob', id))).toEqual([404, 'api_key_not_found']);
    expect((await create('bob', {})).status).toBe(201);
  });

  test.each([
    ['in the past', '2020-01-01T00:00:00Z'],
    ['in six years', ahead(6 * 366 * day)],
    ['a day alone', '2027-01-01'],
    ['a time of nowhere', '2027-01-01T00:00:00'],
    ['a day that is none', '2027-02-30T00:00:00Z'],
    ['a number', 1_900_000_000],
    ['an endless text', `2027-01-01T00:00:00.${'0'.repeat(90_000)}Z`],
    ['nothing', ''],
  ])('%s is an invalid_request, over REST and GraphQL', async (_what, expiresAt) => {
    expect(errorOf(await create('cem', { expiresAt }))).toEqual([400, 'invalid_request']);
    const query = `mutation { createApiKey(name: "k", expiresAt: ${JSON.stringify(expiresAt)}) { secret } }`;
    const { body } = await service.graphql(query, { headers: as('cem') });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].extensions?.code).not.toBe('internal_error');
    expect((await list('cem')).data).toEqual([]);
  });
});

describe('a key of an hour', () => {
  const hour = 3_600_000;
  const counted = async (name: string) =>
    (await service.graphql('{ account { countedApiKeys } }', { headers: as(name) })).body.data.account.countedApiKeys;

  test('does not count towards the plan, one at a time', async () => {
    const own = await makeKey(service, 'sue');
    const short = (await create('sue', { expiresAt: ahead(hour) })).body.data;
    expect([await use(own.secret), await use(short.secret), await counted('sue')]).toEqual([200, 200, 1]);
    expect(errorOf(await create('sue', { expiresAt: ahead(hour) }))).toEqual([409, 'api_key_limit_reached']);
    expect(errorOf(await create('sue', {}))).toEqual([409, 'api_key_limit_reached']);
    await service.get(`${path}/${short.id}`, { method: 'DELETE', headers: as('sue') });
    expect(errorOf(await create('sue', { expiresAt: ahead(hour + 60_000) }))).toEqual([409, 'api_key_limit_reached']);
    expect((await create('sue', { expiresAt: ahead(hour) })).status).toBe(201);
  });

  test('cannot become a lasting one beyond the plan', async () => {
    await makeKey(service, 'tom');
    const short = (await create('tom', { expiresAt: ahead(hour) })).body.data;
    const refused = await rotate('tom', short.id, { expiresAt: ahead(30 * day) });
    expect([...errorOf(refused), await use(short.secret)]).toEqual([409, 'api_key_limit_reached', 200]);
    expect((await rotate('tom', short.id, { overlapSeconds: 60 })).status).toBe(201);
    expect([(await list('tom')).data.length, await counted('tom')]).toEqual([3, 1]);
  });
});

describe('rotating a key', () => {
  test('without an overlap revokes the old one at once, on a plan that is full too', async () => {
    const old = await makeKey(service, 'dan');
    for (const instance of [service, other]) await expect.poll(() => use(old.secret, instance)).toBe(200);
    const { status, body, headers } = await rotate('dan', old.id);
    expect([status, headers.get('cache-control'), headers.get('idempotent-replayed')]).toEqual([201, 'no-store', null]);
    expect(body.data).toMatchObject({ name: 'test', lastUsedAt: null, expiresAt: null, rotatedAt: null });
    expect([body.data.id, body.data.secret]).not.toContain(old.id);
    expect(await use(old.secret)).toBe(401);
    expect(await use(body.data.secret)).toBe(200);
    await refusedSoon(old.secret, other);
    const { secret, ...key } = body.data;
    expect((await list('dan')).data).toMatchObject([{ id: key.id }]);
  });

  test('with an overlap lets the old one go on beside the new one, and both count once', async () => {
    await setPlan('eve', 'pro');
    const keys = [];
    for (let i = 0; i < 5; i++) keys.push((await create('eve', { name: `k${i}` })).body.data);
    const made = [];
    for (const { id } of keys) made.push((await rotate('eve', id, { overlapSeconds: 3600, name: ' new ' })).body.data);
    for (const { secret } of [...keys, ...made]) expect(await use(secret)).toBe(200);
    const { data, meta } = await list('eve');
    expect(meta).toEqual({ count: 10, limit: 5 });
    for (const key of data) {
      const isNew = key.name === 'new';
      expect([key.rotatedAt === null, key.expiresAt === null], key.name).toEqual([isNew, isNew]);
      if (!isNew) expect(moment(key.expiresAt) - moment(key.rotatedAt)).toBeCloseTo(3_600_000, -2);
    }
    expect(errorOf(await create('eve', {}))).toEqual([409, 'api_key_limit_reached']);
    // A family whose keys are both gone leaves its place.
    for (const { id } of [...keys.slice(0, 1), ...made.slice(0, 1)])
      expect((await service.get(`${path}/${id}`, { method: 'DELETE', headers: as('eve') })).status).toBe(204);
    expect((await create('eve', {})).status).toBe(201);
  });

  test('the old one is refused when the overlap is over', async () => {
    const old = await makeKey(service, 'fay');
    const { body } = await rotate('fay', old.id, { overlapSeconds: 1 });
    await refusedSoon(old.secret, service);
    await refusedSoon(old.secret, other);
    expect((await list('fay')).data).toMatchObject([{ id: body.data.id }]);
    expect((await rotate('fay', body.data.id, { overlapSeconds: 60 })).status, 'and then there is room for another').toBe(201);
  });

  test('a key has one successor, and a family two active keys at most', async () => {
    const first = await makeKey(service, 'gus');
    const second = (await rotate('gus', first.id, { overlapSeconds: keyRules.overlapSeconds.most })).body.data;
    for (const overlapSeconds of [0, 60])
      expect(errorOf(await rotate('gus', first.id, { overlapSeconds }))).toEqual([409, 'rotation_in_progress']);
    expect(errorOf(await rotate('gus', second.id, { overlapSeconds: 60 }))).toEqual([409, 'rotation_in_progress']);
    const third = await rotate('gus', second.id);
    expect(third.status, 'one that leaked can be replaced at any time').toBe(201);
    expect([await use(first.secret), await use(second.secret), await use(third.body.data.secret)]).toEqual([200, 401, 200]);
    expect((await list('gus')).meta.count).toBe(2);
    expect(errorOf(await rotate('gus', first.id))).toEqual([409, 'rotation_in_progress']);
  });

  test('the new one lives as long as the old one was made for, unless another end is given', async () => {
    const expiresAt = ahead(10 * day);
    const old = (await create('hal', { expiresAt })).body.data;
    const made = (await rotate('hal', old.id, { overlapSeconds: 60 })).body.data;
    expect((moment(made.expiresAt) - moment(made.createdAt)) / day).toBeCloseTo(10, 2);
    const own = (await rotate('hal', made.id, { expiresAt: '2028-01-01T00:00:00Z' })).body.data;
    expect(own.expiresAt).toBe('2028-01-01T00:00:00.000Z');
    expect(errorOf(await rotate('hal', own.id, { expiresAt: '2020-01-01T00:00:00Z' }))).toEqual([400, 'invalid_request']);
  });

  test('an overlap does not make the old one live longer', async () => {
    const expiresAt = ahead(3_600_000);
    const { id } = (await create('ida', { expiresAt })).body.data;
    await rotate('ida', id, { overlapSeconds: keyRules.overlapSeconds.most });
    expect((await list('ida')).data.find((key) => key.id === id)?.expiresAt).toBe(expiresAt);
  });

  test('of many at once exactly one makes a successor', async () => {
    const { id } = await makeKey(service, 'jon');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? service : other).get(`${path}/${id}/rotate`, post('jon', { overlapSeconds: 60 })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expect((await list('jon')).meta.count).toBe(2);
  });

  test('what is not an active key of the account is not there', async () => {
    const { id, secret } = await makeKey(service, 'kim');
    const own = await makeKey(service, 'lea');
    await service.get(`${path}/${own.id}`, { method: 'DELETE', headers: as('lea') });
    for (const key of [id, own.id, '00000000-0000-4000-8000-000000000000', 'no-uuid', "'--"])
      expect(errorOf(await rotate('lea', key)), key).toEqual([404, 'api_key_not_found']);
    expect(await use(secret)).toBe(200);
    expect((await list('lea')).data).toEqual([]);
  });

  let mine: ReturnType<typeof makeKey> | undefined;
  test.each([
    ['an overlap beyond 7 days', { overlapSeconds: keyRules.overlapSeconds.most + 1 }],
    ['an overlap below nothing', { overlapSeconds: -1 }],
    ['half a second', { overlapSeconds: 0.5 }],
    ['a text', { overlapSeconds: '60' }],
    ['an empty name', { name: ' ' }],
    ['an unknown field', { overlap: 1 }],
    ['null', null],
  ])('%s is an invalid_request', async (_what, body) => {
    mine ??= makeKey(service, 'mia');
    const { id, secret } = await mine;
    expect(errorOf(await service.get(`${path}/${id}/rotate`, post('mia', body)))).toEqual([400, 'invalid_request']);
    expect(await use(secret)).toBe(200);
    expect((await list('mia')).data).toMatchObject([{ id, rotatedAt: null }]);
  });

  test('a body that is no JSON is not taken for none', async () => {
    const { id } = await makeKey(service, 'ned');
    const init = { method: 'POST', headers: { ...as('ned'), 'content-type': 'text/plain' }, body: 'overlapSeconds=60' };
    expect(errorOf(await service.get(`${path}/${id}/rotate`, init))).toEqual([400, 'invalid_request']);
    expect((await list('ned')).data).toMatchObject([{ id, rotatedAt: null }]);
  });

  test('GraphQL has the same', async () => {
    const { id } = await makeKey(service, 'ola');
    const graphql = async (args: string) =>
      (
        await service.graphql(`mutation { rotateApiKey(${args}) { apiKey { id name expiresAt rotatedAt } secret } }`, {
          headers: as('ola'),
        })
      ).body;
    const { apiKey, secret } = (await graphql(`id: "${id}", overlapSeconds: 60, name: "other"`)).data.rotateApiKey;
    expect(apiKey).toMatchObject({ name: 'other', expiresAt: null, rotatedAt: null });
    expect(await use(secret)).toBe(200);
    const codeOf = async (args: string) => (await graphql(args)).errors[0].extensions.code;
    expect(await codeOf(`id: "${id}"`)).toBe('rotation_in_progress');
    expect(await codeOf(`id: "x"`)).toBe('api_key_not_found');
    expect(await codeOf(`id: "${apiKey.id}", overlapSeconds: ${keyRules.overlapSeconds.most + 1}`)).toBe('invalid_request');
  });
});

test('every change of a key is in the audit log, with the person, and nothing that was refused', async () => {
  const { id: userId, accountId } = (await service.get<Bodies['getProfile']>('/api/v1/auth/me', { headers: as('pia') })).body
    .data;
  const first = await makeKey(service, 'pia');
  const second = (await rotate('pia', first.id, { overlapSeconds: 60 })).body.data;
  await rotate('pia', first.id);
  await create('pia', {});
  await service.get(`${path}/${second.id}`, { method: 'DELETE', headers: as('pia') });
  await service.get(`${path}/${second.id}`, { method: 'DELETE', headers: as('pia') });
  const { rows } = await database.query(
    `SELECT action, user_id, subject, details FROM audit_entry WHERE account_id = $1 AND action LIKE 'api_key.%' ORDER BY id`,
    [accountId],
  );
  const entry = (action: string, subject: string, details = {}) => ({ action, user_id: userId, subject, details });
  expect(rows).toEqual([
    entry('api_key.created', first.id),
    entry('api_key.rotated', first.id, { successor: second.id, overlapSeconds: 60 }),
    entry('api_key.revoked', second.id),
  ]);
});
