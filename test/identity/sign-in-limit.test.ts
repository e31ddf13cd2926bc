import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInsPerMinute } from '../../src/identity/network-limits.ts';
import { Browser } from '../support/browser/browser.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { signIn, signInAt } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { connect } from '../support/imports.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import { startTestService, type TestService } from '../support/service.ts';

let issuer: ForeignIssuer;
let service: TestService;
const env = () => ({ ...signInAt(issuer), TRUST_PROXY: '1' });
beforeAll(async () => {
  issuer = await ForeignIssuer.start();
  service = await startTestService({ env: env() });
});
afterAll(async () => {
  await service.stop();
  await issuer.stop();
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Begins a sign-in: the browser with its cookie, and the address that a stranger comes back to with an invented code. */
async function begin(address: string, { url } = service): Promise<{ browser: Browser; back: string; response: Response }> {
  const browser = new Browser();
  const response = await browser.visit(`${url}/auth/login`, from(address));
  const state = new URL(response.headers.get('location') ?? url).searchParams.get('state');
  return { browser, back: `${url}/auth/callback?code=invented&state=${state}`, response };
}
const statusesOf = (responses: Response[]) => {
  const statuses = responses.map(({ status }) => status);
  return Object.fromEntries([...new Set(statuses)].sort().map((one) => [one, statuses.filter((each) => each === one).length]));
};
async function usedSignIns(): Promise<number> {
  const client = await connect(service.databaseUrl);
  const { rows } = await client.query('SELECT count(*)::int AS count FROM used_sign_in');
  await client.end();
  return rows[0].count;
}

test('a return that fits no sign-in of ours reaches neither the issuer nor the database, however many come', async () => {
  const before = [issuer.count('/token'), await usedSignIns()];
  const { browser, back } = await begin('192.0.2.1');
  const cookie = `sign_in=${browser.cookies.get('sign_in')?.value}`;
  const floods: [string, string][] = [
    [back, ''],
    [back, 'sign_in=forged'],
    [back, `${cookie}x`],
    [back.replace(/state=./, 'state='), cookie],
    [back.replace(/&state.*/, ''), cookie],
    [back, `${cookie}; ${cookie}`],
  ];
  const visits = floods.flatMap(([url, sent]) =>
    Array.from({ length: 50 }, () => fetch(url, { redirect: 'manual', headers: { cookie: sent, ...from('192.0.2.1').headers } })),
  );
  expect(statusesOf(await Promise.all(visits))).toEqual({ 400: 300 });
  expect([issuer.count('/token'), await usedSignIns()]).toEqual(before);
});

test('a flood with true cookies reaches the issuer no more often than the limit says; others sign in meanwhile', async () => {
  const address = '192.0.2.2';
  const before = [issuer.count('/token'), await usedSignIns()];
  const begun = await Promise.all(Array.from({ length: signInsPerMinute + 10 }, () => begin(address)));
  expect(statusesOf(begun.map(({ response }) => response))).toEqual({ 302: signInsPerMinute, 429: 10 });
  const refused = begun.find(({ response }) => response.status === 429)?.response;
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({
    error: { code: 'rate_limit_exceeded', message: expect.stringMatching(/sign-ins from this address/) },
  });

  // Cookies that were made elsewhere, and the same cookie again, count where they come back.
  const [again, elsewhere] = [begun.find(({ response }) => response.status === 302), await begin('192.0.2.3')];
  const returning = [...begun.filter(({ response }) => response.status === 302), again, again, elsewhere];
  const cookies = returning.map((one) => ({
    url: one?.back ?? '',
    cookie: `sign_in=${one?.browser.cookies.get('sign_in')?.value}`,
  }));
  const visit = ({ url, cookie }: { url: string; cookie: string }, headers = {}) =>
    fetch(url, { redirect: 'manual', headers: { cookie, ...from(address).headers, ...headers } });
  const back: Response[] = [];
  for (const one of cookies) back.push(await visit(one));
  expect(statusesOf(back)).toEqual({ 400: signInsPerMinute, 429: 3 });
  expect(back.at(-1)?.headers.get('set-cookie'), 'the sign-in can go on later').toBe(null);
  expect([issuer.count('/token'), await usedSignIns()]).toEqual(before.map((count) => count + signInsPerMinute));

  const page = await visit(cookies.at(-1) ?? { url: '', cookie: '' }, { accept: 'text/html' });
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('too many sign-ins from this address');
  await signIn(service.url, new Browser(), from('192.0.2.4').headers);
});

test('an IPv6 network counts as one address', async () => {
  const addresses = Array.from({ length: signInsPerMinute + 1 }, (_, index) => `2001:db8:1:2::${index.toString(16)}`);
  const begun = await Promise.all(addresses.map((address) => begin(address)));
  expect(statusesOf(begun.map(({ response }) => response))).toEqual({ 302: signInsPerMinute, 429: 1 });
  expect((await begin('2001:db8:1:3::1')).response.status).toBe(302);
});

describe.skipIf(!hasRedis)('with Redis', () => {
  test('all instances count together', async () => {
    const redis = await TestRedis.start();
    const database = await createDatabase();
    const options = { databaseUrl: database.url, env: { ...env(), REDIS_URL: redis.url }, redisTimeoutMs: 10_000 };
    const [here, there] = [await startTestService(options), await startTestService(options)];
    const begun = await Promise.all(
      Array.from({ length: signInsPerMinute + 10 }, (_, index) => begin('192.0.2.5', index % 2 ? here : there)),
    );
    expect(statusesOf(begun.map(({ response }) => response))).toEqual({ 302: signInsPerMinute, 429: 10 });
    await Promise.all([here.stop(), there.stop()]);
    await database.drop();
    await redis.stop();
  });
});
