import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type LocalProvider, startLocalProvider } from '../../src/development/payments/server.ts';
import { openPool } from '../support/billing.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { sessionSecret, signIn, signInAt, withCookie } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { as, makeKey, post, sessions } from '../support/people.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
const patient = { timeout: 60_000, interval: 100 };

describe('a person who leaves and comes back', () => {
  let provider: LocalProvider;
  let service: TestService;
  /** The minute does not end. */
  const now = new Date();
  beforeAll(async () => {
    provider = await startLocalProvider();
    service = await startTestService({
      databaseUrl: database.url,
      sessions,
      payments: provider.settings,
      databaseDate: () => now,
    });
  });
  afterAll(async () => {
    await service.stop();
    await provider.close();
  });

  const idOf = async (name: string) => (await service.get('/api/v1/account', { headers: as(name) })).body.data.id as string;
  const leave = (name: string, confirm: string) =>
    service.get(`/api/v1/account?confirm=${confirm}`, { method: 'DELETE', headers: as(name) });
  const ask = (secret: string) => service.get('/api/v1/countries', { headers: { 'x-api-key': secret } });

  test('goes on with the minute', async () => {
    const id = await idOf('ada');
    const { secret } = await makeKey(service, 'ada');
    for (let asked = 0; asked < 50; asked++) expect((await ask(secret)).status).toBe(200);
    expect((await leave('ada', id)).status).toBe(204);
    const { secret: second } = await makeKey(service, 'ada');
    const { status, headers } = await ask(second);
    expect([status, headers.get('x-ratelimit-remaining'), headers.get('x-monthly-quota-remaining')]).toEqual([200, '9', '949']);
  });

  test('goes on with the limits of sessions, and has one customer more at most', async () => {
    const id = await idOf('bob');
    const checkout = () => service.get('/api/v1/billing/checkout', post('bob', { plan: 'pro' }));
    expect((await checkout()).status).toBe(200);
    const made = Object.keys(provider.store.entries.customers).length;
    for (let asked = 1; asked < 20; asked++) expect((await checkout()).status).toBe(200);
    expect((await checkout()).status).toBe(429);
    expect((await leave('bob', id)).status).toBe(204);
    expect((await checkout()).body.error.code).toBe('rate_limit_exceeded');
    expect(Object.keys(provider.store.entries.customers).length).toBeLessThanOrEqual(made);
  });

  test('comes back at once, and a second time after a day', async () => {
    const first = await idOf('cem');
    await leave('cem', first);
    const second = await idOf('cem');
    expect(second).not.toBe(first);
    await leave('cem', second);
    const { status, body, headers } = await service.get('/api/v1/account', { headers: as('cem') });
    expect([status, body.error.code]).toEqual([429, 'return_too_soon']);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(86_400 - 300);
    expect(wait).toBeLessThanOrEqual(86_400);
    const { body: refused } = await service.graphql('{ account { id } }', { headers: as('cem') });
    expect(refused.error.code).toBe('return_too_soon');
    const { rows } = await pool.query(`SELECT FROM user_profile WHERE subject = 'cem'`);
    expect(rows, 'nothing is made').toHaveLength(0);
    // A day later.
    await pool.query(`UPDATE departed_person SET may_return_at = may_return_at - interval '1 day'`);
    expect([first, second]).not.toContain(await idOf('cem'));
  });

  test('an erasure that dies after the account was closed can be repeated, and the account opens again by itself', async () => {
    const id = await idOf('dan');
    const { secret } = await makeKey(service, 'dan');
    expect((await ask(secret)).status).toBe(200);
    const data = async () => (await service.graphql('{ countries { code } }', { headers: as('dan') })).body;
    expect((await data()).data).toBeDefined();
    const close = (at: string) => pool.query(`UPDATE account SET closing_at = ${at} WHERE id = $1`, [id]);

    await close('clock_timestamp()');
    await vi.waitFor(async () => expect((await ask(secret)).body.error?.code).toBe('invalid_api_key'), patient);
    expect((await data()).errors[0].extensions.code).toBe('invalid_session');
    expect(await idOf('dan')).toBe(id);
    await close(`clock_timestamp() - interval '61 seconds'`);
    await vi.waitFor(async () => expect((await ask(secret)).status).toBe(200), patient);
    expect((await data()).data).toBeDefined();

    await close('clock_timestamp()');
    expect((await leave('dan', id)).status).toBe(204);
    expect((await ask(secret)).status).toBe(401);
  });
});

describe('what is older than the erasure', () => {
  let issuer: ForeignIssuer;
  let instances: TestService[];
  beforeAll(async () => {
    issuer = await ForeignIssuer.start();
    const start = () => startTestService({ databaseUrl: database.url, env: signInAt(issuer) });
    instances = [await start(), await start()];
  });
  afterAll(async () => {
    for (const instance of instances) await instance.stop();
    await issuer.stop();
  });

  test('makes no account: neither a token nor a cookie does, on any instance; a new one does', async () => {
    const [one] = instances as [TestService];
    issuer.person = { sub: 'old' };
    issuer.lies = {};
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const asked = (token: string) => Promise.all(instances.map((instance) => instance.get('/api/v1/account', bearer(token))));
    const told = async (token: string) => (await asked(token)).map(({ status, body }) => body.error?.code ?? status);
    const cookie = await signIn(one.url);
    const old = await issuer.token();
    const dateless = await issuer.token({ iat: undefined });
    for (const token of [old, dateless]) expect(await told(token)).toEqual([200, 200]);
    const { id } = (await one.get('/api/v1/account', bearer(old))).body.data;
    const { status } = await call(one.url, `/api/v1/account?confirm=${id}`, { method: 'DELETE', ...bearer(old) });
    expect(status).toBe(204);

    const isRefused = ['invalid_session', 'invalid_session'];
    for (const token of [old, dateless]) expect(await told(token)).toEqual(isRefused);
    for (const { url } of instances) expect((await withCookie(url, cookie, '/api/v1/account')).status).toBe(401);
    const { rows } = await pool.query("SELECT FROM user_profile WHERE issuer = $1 AND subject = 'old'", [issuer.url]);
    expect(rows).toHaveLength(0);

    const anew = await asked(await issuer.token());
    expect(anew.map((answer) => answer.status)).toEqual([200, 200]);
    expect(new Set(anew.map(({ body }) => body.data.id)).size).toBe(1);
    expect(anew[0]?.body.data.id).not.toBe(id);
    expect(await told(old), 'nor does it reach the new account').toEqual(isRefused);
    expect(await told(dateless), 'it may be a new one').toEqual([200, 200]);
    for (const { url } of instances) expect((await withCookie(url, cookie, '/api/v1/account')).status).toBe(401);
  });

  test('a sign-in by browser is a new one', async () => {
    const [{ url }] = instances as [TestService];
    issuer.person = { sub: 'eve' };
    const cookie = await signIn(url);
    const { id } = (await withCookie(url, cookie, '/api/v1/account')).body.data;
    const left = await withCookie(url, cookie, `/api/v1/account?confirm=${id}`, { method: 'DELETE', headers: { origin: url } });
    expect(left.status).toBe(204);
    // The clock of the issuer is late.
    issuer.lies = { idToken: { iat: Math.floor(Date.now() / 1000) - 30 } };
    const { body } = await withCookie(url, await signIn(url), '/api/v1/account');
    expect(body.data.id).not.toBe(id);
  });
});

test('who left is found again while the secret is replaced, and no longer than the new one is known', async () => {
  const next = 'w8Zq4nVb2KxTr7LmYs1PdGh6JcFa9EuQ';
  const at = async <Result>(secrets: string, work: (service: TestService) => Promise<Result>) => {
    const service = await startTestService({ databaseUrl: database.url, sessions, env: { SESSION_SECRET: secrets } });
    return work(service).finally(service.stop);
  };
  const account = async (service: TestService) => (await service.get('/api/v1/account', { headers: as('gus') })).body;
  const leave = async (service: TestService) => {
    const { id } = (await account(service)).data;
    const { status } = await service.get(`/api/v1/account?confirm=${id}`, { method: 'DELETE', headers: as('gus') });
    expect(status).toBe(204);
    return id as string;
  };
  const month = `date_trunc('month', now(), 'UTC')`;
  const first = await at(sessionSecret, async (service) => {
    const { id } = (await account(service)).data;
    await pool.query(
      `INSERT INTO period_usage VALUES ($1, ${month}, 7) ON CONFLICT (account_id, period_start) DO UPDATE SET used = 7`,
      [id],
    );
    return leave(service);
  });
  await at(`${next},${sessionSecret}`, async (service) => {
    const { data } = await account(service);
    expect([data.id === first, data.usage.used]).toEqual([false, 7]);
    await leave(service);
  });
  await at(next, async (service) => expect((await account(service)).error.code).toBe('return_too_soon'));
});
