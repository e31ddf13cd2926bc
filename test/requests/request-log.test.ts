import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bodies } from '../support/bodies.ts';
import { ask, askGraphql, type MeteringGround, meteringGround, paths, type TestAccount, usedOf } from '../support/metering.ts';
import { as } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

let ground: MeteringGround;
let service: TestService;
let other: TestService;
beforeAll(async () => {
  ground = await meteringGround({ hasRealClocks: true });
  service = await ground.start();
  other = await ground.start();
});
afterAll(() => ground.close());

type Page = Bodies['readRequestLog'];
const read = async (account: TestAccount, query = '', at = service) => {
  const { status, body } = await at.get<Page>(`/api/v1/request-log${query}`, { headers: as(account.id) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** The log, when it has so many requests. An entry is made when the answer has left, and other instances write each second. */
async function log(account: TestAccount, count: number, query = '', at = service): Promise<Page['data']> {
  await expect.poll(async () => (await read(account, query, at)).data.length).toBe(count);
  return (await read(account, query, at)).data;
}
const refused = async (path: string, headers: Record<string, string>) => (await service.get(path, { headers })).body.error.code;

describe('the log of an account', () => {
  test('has each request with parameters, status, units, key and request id, newest first', async () => {
    const account = await ground.account('free', { keys: 2 });
    const requestId = randomUUID();
    const key = account.keys[1] ?? '';
    await service.get('/api/v1/entities?q=Ad%C3%A9le&pageSize=2', { headers: { 'x-api-key': key, 'x-request-id': requestId } });
    await ask(service, account, '/api/v1/entities?pageSize=0');
    const [bad, good] = await log(account, 2);
    expect(good).toMatchObject({
      requestId,
      method: 'GET',
      path: '/api/v1/entities?q=Ad%C3%A9le&pageSize=2',
      status: 200,
      units: 1,
    });
    expect(good).toMatchObject({
      code: null,
      message: null,
      key: { id: account.keyIds[1], name: 'key 1', prefix: key.slice(0, 12) },
    });
    expect(good?.milliseconds).toBeGreaterThan(0);
    expect(bad).toMatchObject({
      status: 400,
      units: 0,
      code: 'invalid_request',
      message: expect.stringMatching(/^pageSize: must/),
    });
    expect(Date.parse(good?.at ?? '')).toBeLessThanOrEqual(Date.parse(bad?.at ?? ''));

    for (const [query, found] of [
      ['?status=4xx', [bad]],
      ['?status=5xx', []],
      [`?keyId=${account.keyIds[1]}`, [good]],
      ['?keyId=session', []],
      ['?path=AD%25C3%25A9le', [good]],
      [`?requestId=${requestId.toUpperCase()}`, [good]],
      [`?requestId=${randomUUID()}`, []],
    ] as const)
      expect((await read(account, query)).data, query).toEqual(found);
    const first = await read(account, '?limit=1');
    expect(first).toEqual({ data: [bad], meta: { nextCursor: bad?.id } });
    expect(await read(account, `?limit=1&cursor=${bad?.id}`)).toEqual({ data: [good], meta: { nextCursor: null } });
  });

  test('refuses parameters in the same words in REST and GraphQL', async () => {
    const account = await ground.account();
    const { status, body } = await service.get('/api/v1/request-log?status=200&keyId=x&cursor=y', { headers: as(account.id) });
    expect(status).toBe(400);
    for (const name of ['status: must be 2xx', 'keyId: must be the id', 'cursor: is none'])
      expect(body.error.message).toContain(name);
    const { body: same } = await askGraphql(service, account, '{ requestLog(status: "200") { nextCursor } }');
    expect(same.errors[0].message).toBe('status: must be 2xx, 3xx, 4xx or 5xx.');
  });

  test('has no secret, and is free', async () => {
    const account = await ground.account();
    const [secret = ''] = account.keys;
    const encoded = [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const path of [
      `?api_key=${secret}`,
      `?q=${secret}`,
      `?q=${encoded}`,
      `/${secret}`,
      '?token=hushhush&q=x',
      `?${secret}=1`,
    ])
      await ask(service, account, `/api/v1/entities${path}`);
    const entries = await log(account, 6);
    const text = JSON.stringify(entries);
    for (const part of [secret, secret.slice(12), encoded, 'hushhush']) expect(text).not.toContain(part);
    expect(entries.map(({ path }) => path).toReversed()).toEqual([
      '/api/v1/entities?api_key=[redacted]',
      '/api/v1/entities?q=[redacted]',
      '/api/v1/entities?q=[redacted]',
      '/api/v1/entities/[redacted]',
      '/api/v1/entities?token=[redacted]&q=x',
      '/api/v1/entities?[redacted]=1',
    ]);
    expect(await usedOf(service, account)).toBe(entries.reduce((sum, { units }) => sum + units, 0));
  });

  test('has what was refused: by the quota, from elsewhere, without the scope, and for a key that was revoked', async () => {
    const account = await ground.account('free', { keys: 3 });
    const [, elsewhere = '', scoped = ''] = account.keyIds;
    await ground.query("UPDATE api_key SET addresses = '{192.0.2.0/24}' WHERE id = $1", [elsewhere]);
    await ground.query("UPDATE api_key SET scopes = '{match}' WHERE id = $1", [scoped]);
    expect(await refused(paths[200], { 'x-api-key': account.keys[1] ?? '' })).toBe('address_not_allowed');
    expect(await refused('/api/v1/entities', { 'x-api-key': account.keys[2] ?? '' })).toBe('insufficient_scope');
    await ground.use(account, 1_000, `${new Date().toISOString().slice(0, 8)}01T00:00:00Z`);
    expect((await ask(service, account)).status).toBe(429);
    await ground.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [account.keyIds[0]]);
    await expect.poll(() => refused(paths[200], { 'x-api-key': account.keys[0] ?? '' })).toBe('invalid_api_key');
    // Neither belongs to an account.
    expect(await refused(paths[200], {})).toBe('api_key_required');
    expect(await refused('/api/v1/nothing', { 'x-api-key': account.keys[0] ?? '' })).toBe('not_found');
    await expect.poll(async () => (await read(account)).data[0]?.code).toBe('invalid_api_key');
    const { data } = await read(account);
    expect(data[0]).toMatchObject({ status: 401, units: 0, key: { id: account.keyIds[0] } });
    const of = (code: string) => data.find((entry) => entry.code === code);
    expect(of('monthly_quota_exceeded')).toMatchObject({ status: 429, units: 0 });
    expect(of('address_not_allowed')).toMatchObject({ status: 403, units: 0, key: { id: elsewhere } });
    expect(of('insufficient_scope')).toMatchObject({ status: 403, units: 0, key: { id: scoped } });
  });

  test('has GraphQL by its fields of company data, and not what the dashboard asks besides', async () => {
    const account = await ground.account();
    await askGraphql(service, account, '{ usage { used } me { email } }');
    await askGraphql(service, account, '{ countries { code } one: entities(pageSize: 1) { meta { total } } }');
    await askGraphql(service, account, '{ entities(pageSize: 0) { meta { total } } }');
    await askGraphql(service, account, '{ nonsense }');
    await service.get('/api/v1/api-keys', { headers: as(account.id) });
    const [keys, unknown, failed, good] = await log(account, 4);
    expect(good).toMatchObject({ method: 'POST', path: '/graphql (countries, entities)', status: 200, units: 2, key: null });
    expect(failed).toMatchObject({ path: '/graphql (entities)', status: 200, units: 0, code: 'invalid_request' });
    expect(unknown).toMatchObject({ path: '/graphql', status: 400, code: 'invalid_request' });
    expect(keys).toMatchObject({ path: '/api/v1/api-keys', status: 200, units: 0, key: null });
    expect((await read(account, '?keyId=session')).data).toHaveLength(4);
  });

  test('is of all instances, of this account alone, and only for a session', async () => {
    const account = await ground.account();
    const stranger = await ground.account();
    await Promise.all([service, other, service, other].map((at) => ask(at, account)));
    await ask(service, stranger);
    const here = await log(account, 4);
    expect(await log(account, 4, '', other)).toEqual(here);
    expect(new Set(here.map(({ id }) => id)).size).toBe(4);
    expect(await log(stranger, 1)).toHaveLength(1);
    expect(await refused('/api/v1/request-log', { 'x-api-key': account.keys[0] ?? '' })).toBe('invalid_session');
  });

  test('ends at 1,000 requests', async () => {
    const account = await ground.account();
    const entry = { at: Date.now() - 3_600_000, method: 'GET', path: '/old', operation: '/old', status: 200, ms: 1, units: 1 };
    const entries = Array.from({ length: 700 }, (_, place) => ({ ...entry, place, requestId: randomUUID() }));
    for (const hours of [2, 3])
      await ground.query(`INSERT INTO request_batch VALUES ($1, gen_random_uuid(), 1, now() - $2 * interval '1 hour', 700, $3)`, [
        account.id,
        hours,
        JSON.stringify(entries),
      ]);
    let cursor: string | null = null;
    let count = 0;
    do {
      const { data, meta }: Page = await read(account, `?limit=100${cursor ? `&cursor=${cursor}` : ''}`);
      count += data.length;
      cursor = meta.nextCursor;
    } while (cursor);
    expect(count).toBe(1_000);
  });
});

test('an erasure removes the log, also what waits to be written on any instance', async () => {
  const account = await ground.account();
  await ask(service, account);
  await log(account, 1);
  // These wait for the next write while the account is erased.
  await Promise.all([ask(service, account), ask(other, account)]);
  const { status } = await service.get(`/api/v1/account?confirm=${account.id}`, { method: 'DELETE', headers: as(account.id) });
  expect(status).toBe(204);
  const next = await ground.account();
  await Promise.all([ask(service, next), ask(other, next)]);
  await log(next, 2);
  for (const table of ['request_batch', 'request_statistic'])
    expect(await ground.query(`SELECT FROM ${table} WHERE account_id = $1`, [account.id]), table).toEqual([]);
});

test('an export has the log without secrets, and a stop writes the last requests', async () => {
  const account = await ground.account();
  const passing = await ground.start();
  await ask(passing, account, '/api/v1/entities?q=Ada');
  await passing.stop();
  const { body } = await service.get('/api/v1/account/export', { headers: as(account.id) });
  expect(body.data.requests).toEqual([
    expect.objectContaining({ path: '/api/v1/entities?q=Ada', status: 200, units: 1, keyId: account.keyIds[0], code: null }),
  ]);
  expect(body.data.requestStatistics).toHaveLength(2);
});

test('with 0 days nothing is recorded', async () => {
  const account = await ground.account();
  const silent = await ground.start({ env: { RETENTION_REQUEST_LOG_DAYS: '0' } });
  await ask(silent, account);
  expect((await read(account, '', silent)).data).toEqual([]);
  await silent.stop();
  expect((await read(account)).data).toEqual([]);
});

test('statistics count metered answers as the usage does, by hour and by day', async () => {
  const account = await ground.account();
  await Promise.all([
    ask(service, account),
    ask(other, account),
    ask(other, account, paths[404]),
    ask(service, account, paths[400]),
  ]);
  await askGraphql(service, account, '{ countries { code } entities(pageSize: 1) { meta { total } } }');
  await log(account, 5);
  const query = `{ usage(days: 2) { used answers { requests } } requestStatistics(span: hour, count: 2) {
    counts { start keyId operation statusClass requests units } latencies { start operation median p95 } } }`;
  // An instance writes its statistics every ten seconds, and when it is asked for them.
  await askGraphql(other, account, query);
  const { usage, requestStatistics: hours } = (await askGraphql(service, account, query)).body.data;
  const sum = (rows: Record<string, number>[], name: string) => rows.reduce((total, row) => total + (row[name] ?? 0), 0);
  expect([sum(hours.counts, 'requests'), sum(hours.counts, 'units')]).toEqual([sum(usage.answers, 'requests'), usage.used]);
  expect(hours.counts).toContainEqual(
    expect.objectContaining({
      keyId: account.keyIds[0],
      operation: '/api/v1/countries',
      statusClass: '2xx',
      requests: 2,
      units: 2,
    }),
  );
  expect(hours.counts).toContainEqual(expect.objectContaining({ keyId: null, operation: '/graphql', requests: 2, units: 2 }));
  const all = hours.latencies.find(({ start, operation }: Record<string, unknown>) => start === null && operation === null);
  expect(all.median).toBeGreaterThan(0);
  expect(all.p95).toBeGreaterThanOrEqual(all.median);
  const { body } = await askGraphql(service, account, query.replace('hour', 'day'));
  expect(sum(body.data.requestStatistics.counts, 'units')).toBe(usage.used);
});
